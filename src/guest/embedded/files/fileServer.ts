import { GuestFsError } from '../../port.ts';
import { CallArguments } from './arguments.ts';
import type { FileClock } from './fileClock.ts';
import { readStarts } from './fileStarts.ts';
import type { FileOps, SyncFiles } from './ops.ts';
import { posixError } from './posixErrors.ts';

/** One operation: reads its arguments out of a message and does it at once. */
export type Operation = (args: CallArguments) => unknown;

/** The only operations that a port reaches. */
export type OperationTable = ReadonlyMap<string, Operation>;

/** What went wrong, as it crosses a port. */
export interface FileFault {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** The value of every operation of a process that is being stopped: an error would still be printed by it. */
export const noAnswer = Symbol('no answer');

/**
 * Answers `[id, operation, arguments, time?]` on `port` with `[id, true, value]` or `[id, false, FileFault]`; an id
 * of 0 wants no answer. Byte values are transferred. After the returned disposer ran, nothing that is sent
 * on the port has an effect, however long its sender lives on.
 */
export function serveFiles(port: MessagePort, table: OperationTable, clock?: FileClock): () => void {
  let open = true;
  port.onmessage = (event: MessageEvent<unknown>) => {
    if (!open || !Array.isArray(event.data)) return;
    const [id, operation, values, timeMs] = event.data as readonly unknown[];
    if (typeof id !== 'number' || typeof operation !== 'string' || !Array.isArray(values)) return;
    try {
      const run = table.get(operation);
      if (!run) throw posixError('ENOSYS', operation.slice(0, 64), '');
      const work = () => run(new CallArguments(operation, values));
      const value = clock ? clock.during(timeMs, work) : work();
      if (value === noAnswer || id === 0) return;
      port.postMessage([id, true, value], buffersOf(value));
    } catch (error) {
      if (id !== 0) port.postMessage([id, false, faultOf(error)]);
    }
  };
  port.start();
  return () => {
    open = false;
    port.onmessage = null;
    port.close();
  };
}

/** The operations of a command worker: `FileOps` and nothing else. */
export function fileOperations(files: SyncFiles): Map<keyof FileOps, Operation> {
  return new Map<keyof FileOps, Operation>([
    ['stat', (args) => files.stat(args.path(0))],
    ['lstat', (args) => files.lstat(args.path(0))],
    ['readFile', (args) => files.readFile(args.path(0), args.optionalCount(1), args.optionalCount(2))],
    ['readStarts', (args) => readStarts(files, args.paths(0), args.count(1))],
    ['writeFile', (args) => files.writeFile(args.path(0), args.bytes(1), args.optionalCount(2))],
    ['appendFile', (args) => files.appendFile(args.path(0), args.bytes(1))],
    ['truncate', (args) => files.truncate(args.path(0), args.count(1))],
    ['mkdir', (args) => files.mkdir(args.path(0), args.flag(1))],
    ['readdir', (args) => files.readdir(args.path(0))],
    ['rm', (args) => files.rm(args.path(0), { recursive: args.flag(1), force: args.flag(2) })],
    ['rmdir', (args) => files.rmdir(args.path(0))],
    ['rename', (args) => files.rename(args.path(0), args.path(1))],
    ['copy', (args) => files.copy(args.path(0), args.path(1), args.flag(2))],
    ['symlink', (args) => files.symlink(args.text(0), args.path(1))],
    [
      'mkfifo',
      (args) => {
        if (!files.mkfifo) throw posixError('ENOSYS', 'mkfifo', args.path(0));
        files.mkfifo(args.path(0), args.optionalCount(1));
      },
    ],
    ['link', (args) => files.link(args.path(0), args.path(1))],
    ['readlink', (args) => files.readlink(args.path(0))],
    ['realpath', (args) => files.realpath(args.path(0))],
    ['chmod', (args) => files.chmod(args.path(0), args.count(1))],
    ['utimes', (args) => files.utimes(args.path(0), args.time(1), args.time(2))],
  ]);
}

function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value === 'object' && value !== null && 'bytes' in value) return buffersOf(value.bytes);
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
}

function faultOf(error: unknown): FileFault {
  if (error instanceof GuestFsError) {
    return { code: error.code, path: error.path, message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'EIO', path: '', message: `EIO: i/o error, ${message}` };
}
