import { GuestFsError } from '../../port.ts';
import type { PipeCalls } from './contract.ts';

/** How a pipe is opened: for reading, for writing, or (`<>`) for both, which waits for nobody. */
export interface PipeMode {
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Bytes that may wait in a pipe before its writers must; as on Linux. */
const capacityBytes = 64 * 1024;
/** Ends that one process may hold; as `ulimit -n` says. */
const mostEnds = 1024;

interface End {
  readonly mode: PipeMode;
  readonly pipe: Pipe;
  /** Processes that hold it; a child gets those that its parent has open. */
  readonly holders: Set<number>;
  /** Those of them whose write is under way. */
  readonly writers: Set<number>;
  /** Bytes that were read through it and not given back. */
  taken: number;
  /** Whether the other side is, or has been, there. */
  isMet: boolean;
}

interface Pipe {
  readonly number: number;
  readonly ends: Set<End>;
  pieces: Uint8Array[];
  held: number;
  /** Called at each change, once. */
  readonly news: Set<() => void>;
}

/**
 * The pipes that have a name among the files (`mkfifo`), by their numbers. Bytes pass through whoever keeps this table, so that
 * any number of processes may read and write, and an end may be handed to a child. Whoever opens one side waits for the
 * other; a pipe whose last writer has left ends when it is empty.
 */
export class NamedPipes {
  readonly #pipes = new Map<number, Pipe>();
  readonly #ends = new Map<number, End>();
  #lastId = 0;

  /** The number of a new end, which counts at once; `opened` says when it may be used. Throws EMFILE. */
  open(pid: number, number: number, mode: PipeMode): number {
    const own = [...this.#ends.values()].filter(({ holders }) => holders.has(pid));
    if (own.length >= mostEnds) throw new GuestFsError('EMFILE', '', 'EMFILE: too many open files');
    const pipe = this.#pipes.get(number) ?? newPipe(number);
    this.#pipes.set(number, pipe);
    const end: End = { mode, pipe, holders: new Set([pid]), writers: new Set(), taken: 0, isMet: false };
    pipe.ends.add(end);
    const id = ++this.#lastId;
    this.#ends.set(id, end);
    // Noted at once: the other side may have come and gone before its opener asks.
    for (const other of pipe.ends) {
      if (!(mode.reads && other.mode.writes) && !(mode.writes && other.mode.reads)) continue;
      end.isMet = true;
      other.isMet = true;
    }
    tell(pipe);
    return id;
  }

  /** Resolves when the other side is, or has been, there; or where the process has closed the end meanwhile. */
  async opened(pid: number, id: number): Promise<void> {
    const end = this.#end(pid, id);
    while (!end.isMet && end.holders.has(pid)) await whenNews(end.pipe);
  }

  /**
   * At least one byte; null once there are none and nobody writes any more, or where the process has closed the end
   * meanwhile: the bytes are then another reader's, perhaps of the same end.
   */
  async read(pid: number, id: number): Promise<Uint8Array | null> {
    const end = this.#end(pid, id);
    const { pipe } = end;
    while (pipe.held === 0 && end.holders.has(pid)) {
      if (![...pipe.ends].some(({ mode }) => mode.writes)) return null;
      await whenNews(pipe);
    }
    if (!end.holders.has(pid)) return null;
    const piece = pipe.pieces.shift()!;
    pipe.held -= piece.length;
    end.taken += piece.length;
    tell(pipe);
    return piece;
  }

  /** Puts back what was read and not used, before all else. More than that is EINVAL: a pipe has its limit. */
  unread(pid: number, id: number, bytes: Uint8Array): void {
    const end = this.#end(pid, id);
    const { pipe } = end;
    if (bytes.length > end.taken) throw new GuestFsError('EINVAL', '', 'EINVAL: invalid argument');
    if (bytes.length === 0) return;
    end.taken -= bytes.length;
    pipe.pieces.unshift(bytes);
    pipe.held += bytes.length;
    tell(pipe);
  }

  /** Resolves when there is room for more; false once nobody reads. Takes `bytes` over. One write of a process at a time. */
  async write(pid: number, id: number, bytes: Uint8Array): Promise<boolean> {
    const end = this.#end(pid, id);
    const { pipe } = end;
    if (end.writers.has(pid)) throw new GuestFsError('EBUSY', '', 'EBUSY: resource busy or locked');
    end.writers.add(pid);
    try {
      // As a write larger than the pipe does on Linux, it waits for what stands before it.
      while (pipe.held > 0 && pipe.held + bytes.length > capacityBytes && this.#isRead(end))
        await whenNews(pipe);
      if (!this.#isRead(end)) return false;
      if (bytes.length === 0) return true;
      pipe.pieces.push(bytes);
      pipe.held += bytes.length;
      tell(pipe);
      while (pipe.held > capacityBytes && this.#isRead(end)) await whenNews(pipe);
      return this.#isRead(end);
    } finally {
      end.writers.delete(pid);
    }
  }

  /** The process holds the end no longer; it is closed when nobody does. */
  close(pid: number, id: number): void {
    const end = this.#ends.get(id);
    if (!end?.holders.delete(pid)) return;
    const { pipe } = end;
    if (end.holders.size === 0) {
      this.#ends.delete(id);
      pipe.ends.delete(end);
      if (pipe.ends.size === 0) this.#pipes.delete(pipe.number);
    }
    tell(pipe);
  }

  /** A child begins with ends of its parent. What is not the parent's is left out. */
  inherit(parent: number, child: number, ids: readonly number[]): void {
    for (const id of ids) {
      const end = this.#ends.get(id);
      if (end?.holders.has(parent)) end.holders.add(child);
    }
  }

  /** A process is gone. */
  ended(pid: number): void {
    for (const id of [...this.#ends.keys()]) this.close(pid, id);
  }

  #isRead({ pipe }: End): boolean {
    return [...pipe.ends].some(({ mode }) => mode.reads);
  }

  #end(pid: number, id: number): End {
    const end = this.#ends.get(id);
    if (!end?.holders.has(pid)) throw new GuestFsError('EBADF', '', 'EBADF: bad file descriptor');
    return end;
  }
}

/** What the process may ask of the table. */
export function pipeCallsOf(pipes: NamedPipes, pid: number): PipeCalls {
  return {
    openPipe: async (number, mode) => pipes.open(pid, number, mode),
    pipeOpened: (id) => pipes.opened(pid, id),
    readPipe: (id) => pipes.read(pid, id),
    unreadPipe: async (id, bytes) => pipes.unread(pid, id, bytes),
    writePipe: (id, bytes) => pipes.write(pid, id, bytes),
    closePipe: async (id) => pipes.close(pid, id),
  };
}

function newPipe(number: number): Pipe {
  return { number, ends: new Set(), pieces: [], held: 0, news: new Set() };
}

function tell({ news }: Pipe): void {
  const listeners = [...news];
  news.clear();
  for (const listener of listeners) listener();
}

function whenNews({ news }: Pipe): Promise<void> {
  return new Promise((resolve) => news.add(resolve));
}
