import type { EventEmitter } from 'node:events';
import { normalize } from '../loader/modulePaths.ts';
import { invalidArgType } from '../nodeErrors/argumentErrors.ts';
import { optionsOf } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { asking } from './fsErrors.ts';
import { Stats } from './stats.ts';

/** How often a watcher asks the file worker what has changed, ms. */
const lookEveryMs = 50;

type Listener = (...args: unknown[]) => void;

/** `fs.watch`, `watchFile` and `unwatchFile`. */
export function createWatchers(base: FsBase) {
  const { files, system } = base;
  const Emitter = system.builtin<new () => EventEmitter>('events');
  const timers = () => system.builtin<typeof import('node:timers')>('timers');

  class FSWatcher extends Emitter {
    readonly #timer: NodeJS.Timeout;
    #closed = false;

    constructor(path: string, options: Readonly<Record<string, unknown>>) {
      super();
      const isDirectory = files.kindOf(path) === 'directory';
      let since = files.changesBelow(path, Number.MAX_SAFE_INTEGER).now;
      const there = new Set(isDirectory ? files.readdir(path).map(({ name }) => name) : []);
      this.#timer = timers().setInterval(() => {
        const { now, paths } = files.changesBelow(path, since);
        since = now;
        for (const changed of paths) {
          if (this.#closed) return;
          const below = changed.slice(path.length + 1);
          if (!isDirectory) this.#tell('change', path.slice(path.lastIndexOf('/') + 1));
          else if (below !== '' && (options.recursive === true || !below.includes('/'))) {
            const exists = files.kindOf(changed) !== null;
            const isSame = there.has(below) === exists;
            if (exists) there.add(below);
            else there.delete(below);
            // What came and went between two looks was renamed all the same.
            if (!isSame || !exists) this.#tell('rename', below);
            if (exists) this.#tell('change', below);
          }
        }
      }, lookEveryMs);
      if (options.persistent === false) this.#timer.unref();
      if (options.signal instanceof AbortSignal) {
        options.signal.addEventListener('abort', () => this.close(), { once: true });
      }
    }

    #tell(event: string, name: string): void {
      this.emit('change', event, name);
    }

    close(): void {
      if (this.#closed) return;
      this.#closed = true;
      timers().clearInterval(this.#timer);
      system.loop.nextTick(() => this.emit('close'));
    }

    ref(): this {
      this.#timer.ref();
      return this;
    }

    unref(): this {
      this.#timer.unref();
      return this;
    }
  }

  function watch(path: unknown, options?: unknown, listener?: unknown): FSWatcher {
    const { given, path: full } = base.place(path, 'filename');
    const heard = typeof options === 'function' ? options : listener;
    const at = normalize(full);
    const watched = typeof options === 'function' ? {} : optionsOf(options);
    try {
      asking({ syscall: 'watch', path: given }, () => files.stat(at));
    } catch (error) {
      throw Object.assign(error as Error, { filename: given });
    }
    const watcher = new FSWatcher(at, watched);
    if (typeof heard === 'function') watcher.on('change', heard as Listener);
    return watcher;
  }

  const polls = new Map<string, { readonly emitter: EventEmitter; readonly timer: NodeJS.Timeout }>();
  const nothing = { kind: 'file', size: 0, mode: 0, ino: 0, nlink: 0 } as const;
  const missing = () => new Stats({ ...nothing, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, birthtimeMs: 0 });

  function statAt(path: string): Stats {
    try {
      return new Stats(files.stat(path));
    } catch {
      const stats = missing();
      stats.mode = 0;
      return stats;
    }
  }

  function watchFile(path: unknown, options: unknown, listener?: unknown): EventEmitter {
    const full = normalize(base.place(path, 'filename').path);
    const heard = typeof options === 'function' ? options : listener;
    if (typeof heard !== 'function') throw invalidArgType('listener', 'function', heard);
    const given = typeof options === 'function' ? {} : optionsOf(options);
    let poll = polls.get(full);
    if (!poll) {
      const emitter = new Emitter();
      let before = statAt(full);
      const timer = timers().setInterval(
        () => {
          const now = statAt(full);
          const isSame = now.mtimeMs === before.mtimeMs && now.size === before.size && now.ino === before.ino;
          const previous = before;
          before = now;
          if (!isSame) emitter.emit('change', now, previous);
        },
        Number(given.interval ?? 5007),
      );
      if (given.persistent === false) timer.unref();
      poll = { emitter, timer };
      polls.set(full, poll);
    }
    poll.emitter.on('change', heard as Listener);
    return poll.emitter;
  }

  function unwatchFile(path: unknown, listener?: unknown): void {
    const full = normalize(base.place(path).path);
    const poll = polls.get(full);
    if (!poll) return;
    if (typeof listener === 'function') poll.emitter.removeListener('change', listener as Listener);
    else poll.emitter.removeAllListeners('change');
    if (poll.emitter.listenerCount('change') > 0) return;
    timers().clearInterval(poll.timer);
    polls.delete(full);
  }

  /** `fs.promises.watch`. */
  async function* watchAsync(path: unknown, options?: unknown): AsyncGenerator<object> {
    const waiting: object[] = [];
    let wake = () => {};
    const given = optionsOf(options);
    const watcher = watch(path, options, (eventType: unknown, filename: unknown) => {
      waiting.push({ eventType, filename });
      wake();
    });
    const aborted = () => given.signal instanceof AbortSignal && given.signal.aborted;
    watcher.on('close', () => wake());
    try {
      for (;;) {
        const next = waiting.shift();
        if (next) yield next;
        else if (aborted()) throw (given.signal as AbortSignal).reason;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      watcher.close();
    }
  }

  return { watch, watchFile, unwatchFile, watchAsync, FSWatcher };
}
