import { type ShellLimits, shellNotes, shellToolDescription } from '../../core/index.ts';
import { BeforeStart, makeReady } from './beforeStart.ts';
import { type ReadCall, readCall } from './callInput.ts';
import { type BashSetup, configure } from './configure.ts';
import type {
  BashCallContext,
  BashCallInput,
  BashOutcome,
  BashRequest,
  BashResult,
  BashTime,
  BashToolDependencies,
  ContentPart,
} from './contract.ts';
import { formatBash } from './format.ts';
import { endedOutcome, notStarted } from './outcome.ts';
import { runToEnd } from './runToEnd.ts';
import { type CallSignature, librarySignature } from './signature.ts';
import { openSpill, type SpillWriter } from './spillFile.ts';

/** Runs a command; never rejects. What went wrong is in the result. */
export interface BashTool {
  (input: BashCallInput, context?: BashCallContext): Promise<BashResult>;
  readonly limits: ShellLimits;
  /** What a model is told of the tool. */
  readonly description: string;
}

/** Timers of a host fire at once beyond this many milliseconds (about 24.8 days). */
const longestTimerMs = 2_147_483_647;

const hostTime: BashTime = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};

/**
 * The bash tool of `@better-fs-tools/shell` 0.2.0 over any runner: its limits, its stops, its cut, its words. Hooks,
 * resolvers and authorizers are not there.
 * @throws TypeError for dependencies or limits that make no sense.
 */
export function createBashTool(dependencies: BashToolDependencies, time: BashTime = hostTime): BashTool {
  const { call, limits, description } = createSignedBashTool(dependencies, librarySignature, time);
  return Object.assign((input: BashCallInput, context: BashCallContext = {}) => call(input, context), {
    limits,
    description,
  });
}

/** The same tool behind another framework's names and units. */
export interface SignedBashTool {
  /** `folder`: absolute, in place of the tool's own. Never rejects. */
  call(input: unknown, context: BashCallContext, folder?: string): Promise<BashResult>;
  /** What `call` would make of an input, without running anything. */
  check(input: unknown): ReadCall;
  readonly limits: ShellLimits;
  readonly description: string;
}

/** @throws TypeError for dependencies or limits that make no sense. */
export function createSignedBashTool(
  dependencies: BashToolDependencies,
  signature: CallSignature,
  time: BashTime = hostTime,
): SignedBashTool {
  const setup = configure(dependencies);
  const check = (input: unknown) => readCall(input, setup.limits, signature);
  return {
    async call(input, context, folder) {
      const asked = folder === undefined ? setup : { ...setup, cwd: folder };
      const outcome = await outcomeOf(asked, check(input), signature, context, time);
      return { ...outcome, content: await contentOf(setup, outcome) };
    },
    check,
    limits: setup.limits,
    description: shellToolDescription(setup.limits),
  };
}

async function contentOf(setup: BashSetup, outcome: BashOutcome): Promise<readonly ContentPart[]> {
  try {
    const content: unknown = await setup.formatter.format(outcome);
    if (Array.isArray(content)) return content;
  } catch {
    // A host's formatter that fails is not the model's affair.
  }
  return [{ type: 'text', text: formatBash(outcome) }];
}

async function outcomeOf(
  setup: BashSetup,
  call: ReadCall,
  signature: CallSignature,
  context: BashCallContext,
  time: BashTime,
): Promise<BashOutcome> {
  if (!call.ok) {
    return notStarted(null, 'INVALID_INPUT', 'input', [shellNotes.invalidInput(call.detail)]);
  }
  const { request, notes } = call;
  try {
    const { cwd, ended, reference } = await ranCommand(setup, request, context, time);
    return endedOutcome({ request, cwd, ended, notes, limits: setup.limits, reference, signature });
  } catch (thrown) {
    if (!(thrown instanceof BeforeStart)) throw thrown;
    const { why, phase, extension } = thrown;
    return why === 'aborted'
      ? notStarted(request, 'ABORTED', phase, [shellNotes.abortedBeforeStart(), ...notes])
      : notStarted(request, 'EXTENSION_FAILED', phase, [
          shellNotes.extensionFailed(extension, phase),
          ...notes,
        ]);
  }
}

async function ranCommand(
  setup: BashSetup,
  { command, timeoutMs, cwd: askedCwd }: BashRequest,
  context: BashCallContext,
  time: BashTime,
) {
  const { runner, cwd, env } = await makeReady(setup, askedCwd, context);
  const spill = await openedSpill(setup, { command, cwd, timeoutMs });
  try {
    const ended = await runToEnd({
      runner,
      request: { command, cwd, env },
      timeoutMs,
      limits: setup.limits,
      spill,
      signal: context.signal,
      time,
    });
    return { cwd, ended, reference: (await spill?.close()) ?? null };
  } catch {
    await spill?.close();
    throw new BeforeStart('extension-failed', 'run', 'runner');
  }
}

async function openedSpill(
  { spill }: BashSetup,
  run: Parameters<NonNullable<BashSetup['spill']>['open']>[0],
): Promise<SpillWriter | null> {
  if (spill === null) return null;
  try {
    return await openSpill(spill, run);
  } catch {
    const id: unknown = spill.id;
    throw new BeforeStart('extension-failed', 'spill', typeof id === 'string' && id !== '' ? id : 'unknown');
  }
}
