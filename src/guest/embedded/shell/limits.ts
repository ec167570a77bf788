import type { BashOptions } from 'just-bash/browser';

type ExecutionLimits = NonNullable<BashOptions['executionLimits']>;

const none = Number.MAX_SAFE_INTEGER;

/**
 * just-bash's counting limits are lifted: a command here ends by its timeout and by a kill of its worker.
 * What stays bounds memory: one string that a command builds, and the depth of nesting (the worker's stack).
 */
export function limitsFor(maxBuiltBytes: number): ExecutionLimits {
  return {
    maxCommandCount: none,
    maxLoopIterations: none,
    maxAwkIterations: none,
    maxSedIterations: none,
    maxJqIterations: none,
    maxQueryTokens: none,
    maxQueryElements: none,
    maxAwkParserTokens: none,
    maxAwkParserOperations: none,
    maxCsvRows: none,
    maxCsvCells: none,
    maxWorkUnits: none,
    maxTraversalEntries: none,
    maxTraversalWork: none,
    maxGlobOperations: none,
    maxArrayElements: none,
    maxBraceExpansionResults: none,
    maxLiveBytes: none,
    maxInputBytes: none,
    maxFileSystemBytes: none,
    maxArchiveBytes: none,
    maxArchiveEntries: none,
    maxExecutionTimeMs: none,
    // Counted over the whole run, streamed output included: it cannot be the cap of a single command.
    maxOutputSize: none,
    maxStringLength: maxBuiltBytes,
    maxHeredocSize: maxBuiltBytes,
  };
}
