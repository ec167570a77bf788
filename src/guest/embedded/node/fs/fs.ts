import { checkFunction } from '../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../system.ts';
import { answerLater, withCallbacks, withPromises } from './callbacks.ts';
import { createContentCalls } from './contentCalls.ts';
import { createCopyCall } from './copyCall.ts';
import { createDirectoryCalls } from './directoryCalls.ts';
import { createEntryCalls } from './entryCalls.ts';
import type { ProcessStreams } from './fdTable.ts';
import { createFileHandleClass, piecesOf } from './fileHandle.ts';
import { createFileStreams } from './fileStreams.ts';
import { bytesFrom, optionsOf } from './fsArguments.ts';
import { createFsBase } from './fsBase.ts';
import { constants } from './fsConstants.ts';
import { isSystemError, placeInFs } from './fsErrors.ts';
import { BigIntStats, Dirent, Stats } from './stats.ts';
import { createWatchers } from './watch.ts';

type Callback = (...args: unknown[]) => void;

/** `require('fs')`; its `promises` is `fs/promises`. */
export function createFs(system: NodeSystem, streams: ProcessStreams): object {
  const base = createFsBase(system, streams);
  const { loop } = system;
  const content = createContentCalls(base);
  const entries = createEntryCalls(base);
  const { calls: directories, opendirBlocking, Dir } = createDirectoryCalls(base);
  const cp = createCopyCall(base);
  const { realpathNative, ...named } = entries;
  const blocking = { ...content, ...named, ...directories, cp };

  function exists(path: unknown): boolean {
    try {
      entries.access(path);
      return true;
    } catch {
      return false;
    }
  }

  const sync = Object.fromEntries(
    Object.entries({ ...blocking, opendir: opendirBlocking, realpathNative, exists }).map(([name, call]) => {
      const whole = `${name}Sync`;
      const named = {
        [whole](this: unknown, ...args: unknown[]): unknown {
          try {
            return (call as (...args: unknown[]) => unknown)(...args);
          } catch (error) {
            placeInFs(error, whole, args, this !== undefined);
            throw error;
          }
        },
      };
      return [whole, named[whole]];
    }),
  );
  const callbacks = withCallbacks({ ...blocking, realpathNative }, loop);
  const promised = withPromises({ ...blocking, realpath: realpathNative }, loop);

  /** A read of standing input must not block the others: it waits for the pipe. */
  function readStdin(length: number, done: (bytes: Uint8Array<ArrayBuffer>) => void): void {
    const release = loop.hold();
    void (streams.stdin?.read(length) ?? Promise.resolve(null)).then((bytes) =>
      loop.enqueue(() => {
        release();
        done(bytes ?? new Uint8Array(0));
      }),
    );
  }

  function read(fd: unknown, ...args: unknown[]): void {
    const callback = args.pop();
    checkFunction(callback, 'cb');
    const [first] = args;
    const isOptions = !ArrayBuffer.isView(first);
    const options = isOptions ? optionsOf(first) : {};
    const buffer = (isOptions ? (options.buffer ?? base.Buffer.alloc(16_384)) : first) as Uint8Array;
    const rest = isOptions ? [options] : args.slice(1);
    if (base.fds.stdinOf(fd)) {
      const offset = Number((isOptions ? options.offset : rest[0]) ?? 0);
      const length = Number((isOptions ? options.length : rest[1]) ?? buffer.byteLength - offset);
      readStdin(length, (bytes) => {
        buffer.set(bytes, offset);
        callback.call(undefined, null, bytes.length, buffer);
      });
      return;
    }
    told(
      () => content.read(fd, buffer, ...rest),
      callback,
      (count) => [count, buffer],
    );
  }

  /** Callbacks with more than one result. */
  function told<Value>(run: () => Value, callback: Callback, results: (value: Value) => unknown[]): void {
    try {
      const value = run();
      answerLater(loop, () => callback(null, ...results(value)));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      answerLater(loop, () => callback(error));
    }
  }

  function write(fd: unknown, data: unknown, ...args: unknown[]): void {
    const callback = args.pop();
    checkFunction(callback, 'cb');
    told(
      () => content.write(fd, data, ...args),
      callback,
      (count) => [count, data],
    );
  }

  const vectored =
    (run: (fd: unknown, buffers: readonly ArrayBufferView[], position?: unknown) => number) =>
    (fd: unknown, buffers: readonly ArrayBufferView[], ...rest: unknown[]): void => {
      const callback = rest.pop();
      checkFunction(callback, 'cb');
      told(
        () => run(fd, buffers, rest[0]),
        callback,
        (count) => [count, buffers],
      );
    };

  const fileStreams = lazily(() => createFileStreams(base));
  const watchers = lazily(() => createWatchers(base));
  const FileHandle = lazily(() => createFileHandleClass(base, promised, fileStreams));

  /** Promises take a FileHandle where the others take a descriptor. */
  function openOrPath(path: unknown): unknown {
    if (typeof path === 'object' && path !== null && 'fd' in path) return path.fd;
    if (typeof path === 'number') base.place(path);
    return path;
  }

  async function writeAll(path: unknown, data: unknown, options: unknown, call: string): Promise<void> {
    const isSimple = typeof data === 'string' || ArrayBuffer.isView(data);
    const handle = openOrPath(path);
    if (isSimple) {
      await promised[call]?.(handle, data, options);
      return;
    }
    const { encoding } = optionsOf(options);
    let isFirst = true;
    for await (const piece of piecesOf(data)) {
      const bytes = bytesFrom(base.Buffer, piece, encoding);
      await promised[isFirst ? call : 'appendFile']?.(handle, bytes, options);
      isFirst = false;
    }
  }

  const promises = {
    ...promised,
    readFile: async (path: unknown, options?: unknown) => promised.readFile?.(openOrPath(path), options),
    writeFile: (path: unknown, data: unknown, options?: unknown) =>
      writeAll(path, data, options, 'writeFile'),
    appendFile: (path: unknown, data: unknown, options?: unknown) =>
      writeAll(path, data, options, 'appendFile'),
    open: async (...args: unknown[]) => new (FileHandle())(Number(await promised.open?.(...args))),
    watch: (path: unknown, options?: unknown) => watchers().watchAsync(path, options),
    constants,
  };
  for (const name of [
    'close',
    'read',
    'write',
    'readv',
    'writev',
    'fsync',
    'fdatasync',
    'ftruncate',
    'fstat',
    'fchmod',
    'futimes',
    'fchown',
  ]) {
    Reflect.deleteProperty(promises, name);
  }

  const custom = Symbol.for('nodejs.util.promisify.custom');
  const existsLater = Object.assign(
    (path: unknown, callback: unknown): void => {
      checkFunction(callback, 'cb');
      const found = exists(path);
      answerLater(loop, () => callback.call(undefined, found));
    },
    { [custom]: (path: unknown) => Promise.resolve(exists(path)) },
  );
  const withNames = (call: (...args: never[]) => void, names: readonly string[]) =>
    Object.assign(call, {
      [custom]: (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          (call as Callback)(...args, (error: unknown, ...values: unknown[]) => {
            if (error) reject(error as Error);
            else resolve(Object.fromEntries(names.map((name, index) => [name, values[index]])));
          });
        }),
    });

  const fs: Record<string, unknown> = {
    ...callbacks,
    ...sync,
    appendFile: callbacks.appendFile,
    exists: existsLater,
    read: withNames(read, ['bytesRead', 'buffer']),
    write: withNames(write, ['bytesWritten', 'buffer']),
    readv: withNames(vectored(content.readv), ['bytesRead', 'buffers']),
    writev: withNames(vectored(content.writev), ['bytesWritten', 'buffers']),
    promises,
    constants,
    F_OK: constants.F_OK,
    R_OK: constants.R_OK,
    W_OK: constants.W_OK,
    X_OK: constants.X_OK,
    Stats,
    BigIntStats,
    Dirent,
    Dir,
    watch: (...args: Parameters<ReturnType<typeof createWatchers>['watch']>) => watchers().watch(...args),
    watchFile: (...args: Parameters<ReturnType<typeof createWatchers>['watchFile']>) =>
      watchers().watchFile(...args),
    unwatchFile: (path: unknown, listener?: unknown) => watchers().unwatchFile(path, listener),
    createReadStream: (path: unknown, options?: unknown) => fileStreams().createReadStream(path, options),
    createWriteStream: (path: unknown, options?: unknown) => fileStreams().createWriteStream(path, options),
    openAsBlob: async (path: unknown, options?: { readonly type?: string }) =>
      new Blob([content.readFile(path) as Uint8Array<ArrayBuffer>], { type: options?.type ?? '' }),
    _toUnixTimestamp: (time: Date | number) => (typeof time === 'number' ? time : time.getTime() / 1000),
  };
  for (const name of ['BigIntStats', 'realpathNative', 'realpathNativeSync'])
    Reflect.deleteProperty(fs, name);
  for (const [name, member] of [
    ['ReadStream'],
    ['WriteStream'],
    ['FileReadStream', 'ReadStream'],
    ['FileWriteStream', 'WriteStream'],
  ] as const) {
    Object.defineProperty(fs, name, {
      enumerable: true,
      configurable: true,
      get: () => fileStreams()[(member ?? name) as 'ReadStream' | 'WriteStream'],
    });
  }
  Object.assign(fs.realpath as object, { native: callbacks.realpathNative });
  Object.assign(fs.realpathSync as object, { native: sync.realpathNativeSync });
  return fs;
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
