import { GuestFsError } from '../../../port.ts';
import { noteArrow } from '../errors/uncaught.ts';
import { errnoOf, errnoTable } from '../nodeErrors/errno.ts';

/** What a system error of `fs` carries, in Node's order. */
export interface FsErrorFacts {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
  readonly dest?: string;
}

/** `ENOENT: no such file or directory, open 'x'` with `errno`, `code`, `syscall`, `path` and `dest`. */
export function fsError({ code, syscall, path, dest }: FsErrorFacts): Error & { code: string } {
  const words = errnoTable.find(([name]) => name === code)?.[2] ?? 'unknown error';
  const at = path === undefined ? '' : ` '${path}'`;
  const to = dest === undefined ? '' : ` -> '${dest}'`;
  const error = new Error(`${code}: ${words}, ${syscall}${at}${to}`);
  if (syscall === 'open') noteArrow(error, 'node:fs:573\n  return binding.open(\n                 ^\n');
  return Object.assign(
    error,
    { errno: errnoOf[code] ?? -4094, code, syscall },
    path === undefined ? {} : { path },
    dest === undefined ? {} : { dest },
  );
}

/** Runs a file operation; its failure becomes Node's error with the paths as the program gave them. */
export function asking<Value>(facts: Omit<FsErrorFacts, 'code'>, ask: () => Value): Value {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof GuestFsError)) throw error;
    throw fsError({ ...facts, code: error.code });
  }
}

/** An error of the system, which a callback gets; others are the caller's mistakes and are thrown. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || (error as { code?: unknown }).code === 'ABORT_ERR');
}
