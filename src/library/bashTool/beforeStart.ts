import { resolvePosix } from './callInput.ts';
import { type BashSetup, isAbsolute, isRecord, isRunner } from './configure.ts';
import type { BashCallContext, BashPhase, CommandRunner } from './contract.ts';

/** What ended a call before its command started. */
export class BeforeStart extends Error {
  constructor(
    readonly why: 'aborted' | 'extension-failed',
    readonly phase: BashPhase,
    /** The id of what failed. */
    readonly extension: string,
  ) {
    super(why);
  }
}

export interface ReadyToRun {
  readonly runner: CommandRunner;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Asks the host for what a command needs. @throws BeforeStart where it fails, or the caller gives up meanwhile. */
export async function makeReady(
  setup: BashSetup,
  askedCwd: string | null,
  context: BashCallContext,
): Promise<ReadyToRun> {
  const ask = <T>(phase: BashPhase, extension: string, host: () => T | Promise<T>) =>
    raced(context.signal, phase, extension, host);
  if (context.signal?.aborted) throw new BeforeStart('aborted', 'input', '');
  const runner = await ask('run', 'runner', async () => {
    const given = typeof setup.runner === 'function' ? await setup.runner(context) : setup.runner;
    if (!isRunner(given)) throw new TypeError('no runner');
    return given;
  });
  const base = await ask('resolve', 'cwd', async () => {
    const given = typeof setup.cwd === 'function' ? await setup.cwd(context) : (setup.cwd ?? runner.cwd);
    if (!isAbsolute(given)) throw new TypeError('no absolute path');
    return given;
  });
  const env = await ask('env', 'env', async () => {
    const given = await setup.env(context);
    if (!isRecord(given)) throw new TypeError('no environment');
    return given;
  });
  return { runner, cwd: resolvePosix(base, askedCwd ?? '.'), env };
}

async function raced<T>(
  signal: AbortSignal | undefined,
  phase: BashPhase,
  extension: string,
  host: () => T | Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new BeforeStart('aborted', phase, extension);
  let onAbort = () => {};
  const aborted = new Promise<never>((_, fail) => {
    onAbort = () => fail(new BeforeStart('aborted', phase, extension));
  });
  signal?.addEventListener('abort', onAbort);
  try {
    return await Promise.race([Promise.resolve().then(host), aborted]);
  } catch (thrown) {
    if (thrown instanceof BeforeStart) throw thrown;
    throw new BeforeStart(signal?.aborted ? 'aborted' : 'extension-failed', phase, extension);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
