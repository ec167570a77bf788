import type { BashOptions } from 'just-bash/browser';
import type { RunNote } from '../../port.ts';

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
    // Calls are kept on the heap mostly; a worker bears more than this.
    maxCallDepth: 2000,
    maxSourceDepth: 1000,
  };
}

/** Reads just-bash's sentence about a string that grew too long, whichever command says it. */
export function limitNotes(stderr: string, maxBuiltBytes: number): RunNote[] {
  if (!stderr.includes(' limit exceeded (') && !stderr.includes('Invalid string length')) return [];
  return stderr
    .split('\n')
    .filter(
      (line) => line.includes(`limit exceeded (${maxBuiltBytes}`) || line.includes('Invalid string length'),
    )
    .map((line) => ({
      code: 'guest-output-limit',
      detail: `a command that cannot pass its output on piece by piece was stopped at ${maxBuiltBytes} bytes: ${line}`,
    }));
}
