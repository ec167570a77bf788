import { Bash, type FsStat, InMemoryFs } from 'just-bash';
import type { OutputChunk, StreamName } from '../../../src/core/index.ts';
import {
  type DirEntry,
  type ExitStatus,
  type FileChange,
  type FileStat,
  type Guest,
  type GuestBoot,
  GuestFsError,
  type GuestProcess,
  type GuestTerminal,
  type RunNote,
  type RunOptions,
  type ShellState,
} from '../../../src/guest/index.ts';

/** What a command of a test can do. It should end when `signal` aborts. */
export interface CommandIo {
  readonly fs: InMemoryFs;
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly signal: AbortSignal;
  write(stream: StreamName, data: string | Uint8Array): Promise<void>;
  note(note: RunNote): void;
  setState(change: { cwd?: string; env?: Record<string, string> }): void;
}
/** Null: not ours, let the real shell run it. */
export type CommandHandler = (command: string, io: CommandIo) => Promise<number> | null;

const encoder = new TextEncoder();
const windowBytes = 4 * 1024 * 1024;

function kindOf(stat: FsStat): FileStat['kind'] {
  if (stat.isSymbolicLink) return 'symlink';
  return stat.isDirectory ? 'directory' : 'file';
}

function posixError(error: unknown, path: string): GuestFsError {
  const message = error instanceof Error ? error.message : String(error);
  return new GuestFsError(/^(E[A-Z]+)/.exec(message)?.[1] ?? 'EIO', path, message);
}

/** A guest in this process: just-bash on its in-memory file system, or commands of the test's own. */
export class MemoryGuest implements Guest {
  readonly kind = 'embedded' as const;
  readonly dirs = { workspace: '/home/user/project', home: '/home/user', tmp: '/tmp' };
  readonly memory = new InMemoryFs();
  readonly limitations: readonly RunNote[] = [];
  readonly started: string[] = [];
  adoptable = true;
  /** So many bytes at the end of each output never come to its spool, as those of a command that is killed may not. */
  lostSpoolBytes = 0;
  /** Given instead of the next run of a shell. */
  nextRun: GuestProcess | null = null;
  disposed = false;
  #nextPid = 1;
  readonly #deathListeners = new Set<(message: string) => void>();
  readonly #killers = new Set<(status: ExitStatus) => void>();
  readonly #watchers = new Set<(paths: readonly string[]) => void>();
  readonly #spools = new Map<number, Uint8Array[]>();
  readonly #known = new Map<string, string>();

  constructor(
    readonly boot: GuestBoot,
    private readonly handler: CommandHandler = () => null,
  ) {
    for (const dir of Object.values(this.dirs)) this.memory.mkdirSync(dir, { recursive: true });
  }

  readonly fs: Guest['fs'] = {
    stat: (path) => this.#stat(path, false),
    lstat: (path) => this.#stat(path, true),
    exists: (path) => this.memory.exists(path),
    read: async (path, range) => {
      const bytes = await this.#try(path, () => this.memory.readFileBuffer(path));
      return range === undefined ? bytes.slice() : bytes.slice(range.offset, range.offset + range.length);
    },
    write: (path, bytes) =>
      this.#try(path, async () => {
        await this.memory.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
        await this.memory.writeFile(path, bytes.slice());
        for (const watcher of this.#watchers) watcher([path]);
      }),
    append: (path, bytes) => this.#try(path, () => this.memory.appendFile(path, bytes.slice())),
    mkdir: (path) => this.#try(path, () => this.memory.mkdir(path, { recursive: true })),
    readdir: (path) =>
      this.#try(path, async () => {
        const names = await this.memory.readdir(path);
        const entries: DirEntry[] = [];
        for (const name of names) {
          entries.push({
            name,
            kind: kindOf(await this.memory.lstat(`${path === '/' ? '' : path}/${name}`)),
          });
        }
        return entries;
      }),
    rename: (from, to) =>
      this.#try(from, async () => {
        await this.memory.mkdir(to.slice(0, to.lastIndexOf('/')) || '/', { recursive: true });
        await this.memory.mv(from, to);
      }),
    rm: (path) => this.#try(path, () => this.memory.rm(path, { recursive: true, force: true })),
    walk: async (root, options) => {
      const skip = options.skip ?? [];
      const entries: { path: string; kind: FileStat['kind']; size: number; mtimeMs: number }[] = [];
      for (const path of this.memory.getAllPaths().sort()) {
        if (!path.startsWith(root === '/' ? '/' : `${root}/`)) continue;
        if (skip.some((folder) => path === folder || path.startsWith(`${folder}/`))) continue;
        if (entries.length >= options.limit) return { entries, complete: false };
        const stat = await this.fs.lstat(path);
        entries.push({ path, kind: stat.kind, size: stat.size, mtimeMs: stat.mtimeMs });
      }
      return { entries, complete: true };
    },
    watch: (onChange) => {
      this.#watchers.add(onChange);
      return () => this.#watchers.delete(onChange);
    },
  };

  processes = async () => [];
  kill = async () => false;

  shell(state?: ShellState) {
    let current: ShellState = state ?? {
      cwd: this.dirs.workspace,
      env: { HOME: this.dirs.home },
      prelude: '',
    };
    return {
      get state() {
        return current;
      },
      run: (command: string, options?: RunOptions) =>
        this.#takeNextRun() ??
        this.#start(command, { cwd: current.cwd, env: current.env, ...options }, (next) => {
          current = { ...current, ...next };
        }),
    };
  }

  #takeNextRun(): GuestProcess | null {
    const next = this.nextRun;
    this.nextRun = null;
    return next;
  }

  run(command: string, options?: RunOptions): GuestProcess {
    return this.#start(command, options ?? {}, () => {});
  }

  openTerminal(): GuestTerminal {
    return { output: (async function* () {})(), write() {}, resize() {}, dispose() {} };
  }

  async adoptSpool(pid: number, path: string, bytes: number): Promise<boolean> {
    const whole = this.#spooled(pid);
    if (whole?.length !== bytes) return false;
    this.#spools.delete(pid);
    await this.fs.write(path, new Uint8Array(whole));
    return true;
  }

  async spooledBytes(pid: number): Promise<number | null> {
    return this.#spooled(pid)?.length ?? null;
  }

  #spooled(pid: number): Buffer | null {
    const parts = this.#spools.get(pid);
    if (!this.adoptable || parts === undefined) return null;
    const whole = Buffer.concat(parts);
    return whole.subarray(0, Math.max(0, whole.length - this.lostSpoolBytes));
  }

  dropSpool(pid: number): void {
    this.#spools.delete(pid);
  }

  async drainChanges(): Promise<readonly FileChange[]> {
    const changes: FileChange[] = [];
    const seen = new Set<string>();
    for (const path of this.memory.getAllPaths().sort()) {
      if (!['/home/user/', '/tmp/'].some((root) => path.startsWith(root))) continue;
      seen.add(path);
      const stat = await this.memory.lstat(path);
      const mode = stat.mode;
      const mtimeMs = stat.mtime.getTime();
      const mark = `${kindOf(stat)} ${stat.size} ${mtimeMs} ${String(stat.identity ?? stat.ino ?? '')} ${stat.isFile ? Buffer.from(await this.memory.readFileBuffer(path)).toString('base64') : ''}`;
      if (this.#known.get(path) === mark) continue;
      this.#known.set(path, mark);
      if (stat.isSymbolicLink) {
        changes.push({ path, kind: 'symlink', target: await this.memory.readlink(path) });
      } else if (stat.isDirectory) changes.push({ path, kind: 'directory', mode });
      else changes.push({ path, kind: 'file', mode, mtimeMs, size: stat.size });
    }
    for (const path of this.#known.keys()) {
      if (seen.has(path)) continue;
      this.#known.delete(path);
      changes.push({ path, kind: 'removed' });
    }
    return changes;
  }

  async restore(changes: Parameters<Guest['restore']>[0]): Promise<void> {
    for await (const { change, bytes } of changes) {
      if (change.kind === 'directory') await this.memory.mkdir(change.path, { recursive: true });
      else if (change.kind === 'symlink') await this.memory.symlink(change.target, change.path);
      else if (change.kind === 'file') {
        const parts: Uint8Array[] = [];
        if (bytes !== null) for await (const part of bytes) parts.push(part);
        this.memory.writeFileSync(change.path, new Uint8Array(Buffer.concat(parts)), undefined, {
          mode: change.mode,
          mtime: new Date(change.mtimeMs),
        });
      }
    }
    await this.drainChanges();
  }

  onDeath(listener: (message: string) => void): () => void {
    this.#deathListeners.add(listener);
    return () => this.#deathListeners.delete(listener);
  }

  /** Ends the guest as a crash would. */
  die(message: string): void {
    for (const kill of [...this.#killers]) kill({ kind: 'guest-died', message });
    for (const listener of [...this.#deathListeners]) listener(message);
  }

  dispose(): void {
    this.disposed = true;
    for (const kill of [...this.#killers]) kill({ kind: 'signaled', signal: 'SIGKILL' });
  }

  async #try<T>(path: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw posixError(error, path);
    }
  }

  async #stat(path: string, link: boolean): Promise<FileStat> {
    const stat = await this.#try(path, () => (link ? this.memory.lstat(path) : this.memory.stat(path)));
    return { kind: kindOf(stat), size: stat.size, mode: stat.mode, mtimeMs: stat.mtime.getTime() };
  }

  #start(
    command: string,
    options: RunOptions,
    onState: (change: { cwd?: string; env?: Record<string, string> }) => void,
  ): GuestProcess {
    this.started.push(command);
    const pid = this.#nextPid++;
    const queue: OutputChunk[] = [];
    const notes: RunNote[] = [];
    const stop = new AbortController();
    let queued = 0;
    let ended = false;
    let detached = false;
    let wake = () => {};
    let drained = () => {};
    if (options.spool === true) this.#spools.set(pid, []);
    const cwd = options.cwd ?? this.dirs.workspace;
    const env = { ...options.env };
    let settle: (status: ExitStatus) => void = () => {};
    const exit = new Promise<ExitStatus>((resolve) => {
      settle = (status) => {
        if (ended) return;
        ended = true;
        this.#killers.delete(settle);
        wake();
        drained();
        resolve(status);
      };
    });
    this.#killers.add(settle);
    const io: CommandIo = {
      fs: this.memory,
      cwd,
      env,
      signal: stop.signal,
      write: async (stream, data) => {
        if (ended) return;
        const bytes = typeof data === 'string' ? encoder.encode(data) : data.slice();
        if (bytes.length === 0) return;
        this.#spools.get(pid)?.push(bytes.slice());
        queue.push({ stream, bytes });
        queued += bytes.length;
        wake();
        while (queued > windowBytes && !ended) await new Promise<void>((resolve) => (drained = resolve));
      },
      note: (note) => notes.push(note),
      setState: (change) => {
        if (!detached) onState(change);
      },
    };
    void (this.handler(command, io) ?? this.#bash(command, io)).then(
      (code) => settle({ kind: 'exited', code }),
      (error: unknown) => {
        void io.write('stderr', `${String(error)}\n`).then(() => settle({ kind: 'exited', code: 1 }));
      },
    );
    const output = (async function* () {
      for (;;) {
        const chunk = queue.shift();
        if (chunk !== undefined) {
          queued -= chunk.bytes.length;
          drained();
          yield chunk;
        } else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    })();
    return {
      pid,
      output,
      exit,
      notes: exit.then(() => notes),
      detach: () => {
        detached = true;
      },
      signal: async (signal) => {
        stop.abort();
        settle({ kind: 'signaled', signal });
        return true;
      },
    };
  }

  async #bash(command: string, io: CommandIo): Promise<number> {
    const bash = new Bash({ fs: this.memory, cwd: io.cwd, env: io.env });
    const result = await bash.exec(command, { signal: io.signal });
    await io.write('stdout', result.stdout);
    await io.write('stderr', result.stderr);
    io.setState({ cwd: result.env.PWD ?? io.cwd, env: result.env });
    return result.exitCode;
  }
}
