import { GuestFsError } from '../../../port.ts';
import { fsLines, fsPromiseLines } from '../errors/fsLines.ts';
import { arrowOfLine, type NodeLine } from '../errors/nodeLines.ts';
import { putFramesOnTop, withRoomForFrames } from '../errors/stackTrace.ts';
import { noteArrow } from '../errors/uncaught.ts';
import { errnoOf, errnoTable } from '../nodeErrors/errno.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';

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
  const error = withRoomForFrames(() => new Error(`${code}: ${words}, ${syscall}${at}${to}`));
  return Object.assign(
    error,
    { errno: errnoOf[code] ?? -4094, code, syscall },
    path === undefined ? {} : { path },
    dest === undefined ? {} : { dest },
  );
}

const copyWords: Readonly<Record<string, string>> = {
  ERR_FS_CP_DIR_TO_NON_DIR: 'Cannot overwrite non-directory with directory',
  ERR_FS_CP_EEXIST: 'Target already exists',
  ERR_FS_CP_EINVAL: 'Invalid src or dest',
  ERR_FS_CP_NON_DIR_TO_DIR: 'Cannot overwrite directory with non-directory',
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: 'Cannot overwrite symlink in subdirectory of self',
  ERR_FS_EISDIR: 'Path is a directory',
};

/** What `cp` and `rm` throw on their own account, a SystemError: `errno` is a positive number there. */
export function copyError(
  code: string,
  facts: {
    readonly code: 'EEXIST' | 'EINVAL' | 'EISDIR' | 'ENOTDIR';
    readonly syscall: 'cp' | 'rm';
    readonly reason: string;
    readonly path: string;
    readonly errno?: number;
  },
): Error {
  const { syscall, reason, path } = facts;
  const message = `${copyWords[code]}: ${syscall} returned ${facts.code} (${reason}) ${path}`;
  const error = nodeError(Error, code, message);
  error.name = 'SystemError';
  const errno = facts.errno ?? -(errnoOf[facts.code] ?? 0);
  return Object.assign(error, { errno, syscall, path });
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

/** An error that comes from the thread pool, where no frame of the program is. */
export function withoutFrames(error: Error): Error {
  if (isSystemError(error)) error.stack = String(error);
  return error;
}

/** An error of the system, which a callback gets; others are the caller's mistakes and are thrown. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || (error as { code?: unknown }).code === 'ABORT_ERR');
}

/** Gives an error of the system the frames of Node's own `fs`, for a blocking call of that name. */
export function placeInFs(error: unknown, name: string, args: readonly unknown[], isMethod: boolean): void {
  const line = fsLines[lineName(name, args)];
  if (!(error instanceof Error) || !('syscall' in error) || !line) return;
  place(error, isMethod ? line : { ...line, frames: calledAlone(line.frames) });
}

/**
 * The error that a promise of `fs` rejects with: made after the call has returned, so that its stack tells who awaits
 * it and not who called.
 */
export function promised(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const made = withRoomForFrames(() => new Error(error.message, { cause: error.cause }));
  if (error.cause === undefined) Reflect.deleteProperty(made, 'cause');
  Object.assign(made, error);
  place(made, fsPromiseLines[name]);
  return made;
}

/** A function that was taken out of its module is called without it: `readFileSync`, not `Object.readFileSync`. */
export function calledAlone(frames: readonly string[]): string[] {
  return frames.map((frame, at) => (at === frames.length - 1 ? frame.replace(/^Object\./, '') : frame));
}

function place(error: Error, line: NodeLine | undefined): void {
  if (!line) {
    noteArrow(
      error,
      'node:internal/process/promises:391\n    triggerUncaughtException(err, true /* fromPromise */);\n    ^\n',
    );
    return;
  }
  putFramesOnTop(error, line.frames);
  if (line.source !== '') noteArrow(error, arrowOfLine(line));
}

/** Texts go another way in Node than bytes. */
function lineName(name: string, args: readonly unknown[]): string {
  if (name === 'readFileSync') {
    const [, options] = args;
    const encoding =
      typeof options === 'object' && options !== null && 'encoding' in options ? options.encoding : options;
    return encoding === 'utf8' || encoding === 'utf-8' ? 'readFileUtf8' : name;
  }
  const isText = typeof args[1] === 'string';
  if (name === 'writeFileSync') return isText ? 'writeFileUtf8' : name;
  if (name === 'appendFileSync') return 'appendFileUtf8';
  return name;
}
