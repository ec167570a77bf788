import type { ExecResult } from 'just-bash/browser';
import { latin1FromBytes } from '../disk/bytes.ts';
import type { HandlerRunner, Traps } from '../traps.ts';
import { bytesOf } from './resultBytes.ts';

/** `$(…)` hands what it writes to a word. */
export type ShellKind = 'script' | 'subshell' | 'substitution';

/** What ends a shell at once, with what it has printed. */
interface Exit extends Error {
  readonly exitCode: number;
  stdout: string;
  stderr: string;
}

function isExit(error: unknown): error is Exit {
  return error instanceof Error && error.name === 'ExitError';
}

const syntaxErrorCode = 2;

/** What the interpreter throws when it comes to a line that it could not read. */
function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ParseException';
}

/**
 * `run` is the whole of a shell or subshell. Then comes the EXIT handler of one that ended without running it (`set -e`,
 * a fatal error): there, where its functions and arrays are. `isMain`: the shell is the job's own.
 */
export async function runWhole(
  shell: HandlerRunner,
  run: () => Promise<ExecResult>,
  traps: Traps,
  { isMain, kind }: { readonly isMain: boolean; readonly kind: ShellKind },
): Promise<ExecResult> {
  const { depth } = traps;
  const handle = async (exitCode: number): Promise<ExecResult | null> => {
    try {
      return await traps.runLeft(shell, { depth, isMain, exitCode, streams: kind !== 'substitution' });
    } catch (error) {
      if (!isExit(error)) throw error;
      return { stdout: error.stdout, stderr: error.stderr, exitCode: error.exitCode };
    }
  };
  try {
    const result = await run();
    const more = await handle(result.exitCode);
    if (!more) return result;
    const stdout = latin1FromBytes(bytesOf(result)) + latin1FromBytes(bytesOf(more));
    const stderr = result.stderr + more.stderr;
    return { ...result, stdout, stdoutKind: 'bytes', stderr, exitCode: more.exitCode };
  } catch (error) {
    const exitCode = isExit(error) ? error.exitCode : isSyntaxError(error) ? syntaxErrorCode : null;
    const more = exitCode === null ? null : await handle(exitCode);
    // Of a shell that was stopped nothing is left.
    if (exitCode === null && !isMain) traps.takeLeft(depth);
    if (more && isExit(error)) {
      error.stdout += latin1FromBytes(bytesOf(more));
      error.stderr += more.stderr;
    }
    throw error;
  }
}
