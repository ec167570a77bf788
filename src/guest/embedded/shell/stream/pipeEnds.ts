import { GuestFsError } from '../../../port.ts';
import type { PipeReader, PipeWriter } from '../../pipes/index.ts';
import type { PipeCalls } from '../../processes/contract.ts';
import type { PipeMode } from '../../processes/namedPipes.ts';
import type { ByteChannel } from './byteChannel.ts';
import { ByteSource, type Sources } from './byteSource.ts';
import { unlessStopped } from './pause.ts';

const folder = '/dev/pipe/';

/** Whether a path stands for an open end of a pipe, as descriptors of the interpreter hold it. */
export function isPipeEnd(path: string): path is `/${string}` {
  return path.startsWith(folder);
}

/** Pieces of one message to the kernel, bytes. */
const pieceBytes = 64 * 1024;

/** An end of a pipe that the shell has open: of a named one, or of those to a coprocess. */
export interface PipeEnd {
  /** What stands for it where it is written to. */
  readonly path: `/${string}`;
  /** What stands for it where it is read; null where it is not. */
  readonly ticket: string | null;
  /** Its number at the kernel; null of one that no child can have. */
  readonly id: number | null;
  readonly mode: PipeMode;
  /** Resolves when the bytes are in the pipe; false once nobody reads, or when `stopped` has become true. */
  write(bytes: Uint8Array, stopped: () => boolean): Promise<boolean>;
  /** What is read and not used goes back from now on: somebody else reads it too. */
  share(): void;
  close(): void;
}

/** All ends that the shells of one job have open, by what stands for them. */
export class PipeEnds {
  readonly #sources: Sources;
  readonly #calls: PipeCalls;
  readonly #open = new Map<string, PipeEnd>();
  #last = 0;

  constructor(sources: Sources, calls: PipeCalls) {
    this.#sources = sources;
    this.#calls = calls;
  }

  at(path: string): PipeEnd | null {
    return this.#open.get(path) ?? null;
  }

  byTicket(ticket: string): PipeEnd | null {
    for (const end of this.#open.values()) if (end.ticket === ticket) return end;
    return null;
  }

  /** Opens a named pipe; waits for its other side, and rejects with EINTR soon after `stopped` has become true. */
  async openNamed(number: number, mode: PipeMode, stopped: () => boolean): Promise<PipeEnd> {
    const id = await this.#calls.openPipe(number, mode);
    const opened = this.#calls.pipeOpened(id).then(() => true);
    opened.catch(() => {});
    if (!(await unlessStopped(opened, stopped, false))) {
      await this.#calls.closePipe(id);
      throw new GuestFsError('EINTR', '', 'EINTR: interrupted system call');
    }
    return this.adopt(id, mode);
  }

  /** An end that the process has at the kernel. */
  adopt(id: number, mode: PipeMode): PipeEnd {
    const calls = this.#calls;
    const state = { isShared: false };
    const source = mode.reads
      ? new ByteSource({
          next: () => calls.readPipe(id),
          giveBack: (bytes) => {
            if (!state.isShared) return false;
            // Of an end that is closed meanwhile they are nobody's.
            calls.unreadPipe(id, bytes.slice()).catch(() => {});
            return true;
          },
        })
      : null;
    return this.#add({
      source,
      id,
      mode,
      share: () => {
        state.isShared = true;
        source?.share();
      },
      put: async (bytes) => {
        for (let at = 0; at < bytes.length; at += pieceBytes) {
          if (!(await calls.writePipe(id, bytes.slice(at, at + pieceBytes)))) return false;
        }
        return true;
      },
      onClose: () => void calls.closePipe(id),
    });
  }

  /** The output of a coprocess. */
  reading(reader: PipeReader): PipeEnd {
    return this.#add({
      source: new ByteSource({ next: () => reader.read() }),
      id: null,
      mode: { reads: true, writes: false },
      share: () => {},
      put: async () => false,
      onClose: () => reader.close(),
    });
  }

  /** The input of a coprocess. */
  writing(writer: PipeWriter): PipeEnd {
    return this.#add({
      source: null,
      id: null,
      mode: { reads: false, writes: true },
      share: () => {},
      put: (bytes) => writer.write(bytes),
      onClose: () => writer.close(),
    });
  }

  /** The input of a script that runs beside the shell. */
  into(channel: ByteChannel, stopped: () => boolean): PipeEnd {
    return this.#add({
      source: null,
      id: null,
      mode: { reads: false, writes: true },
      share: () => {},
      put: (bytes) => channel.write(bytes.slice(), stopped),
      onClose: () => channel.end(),
    });
  }

  #add(parts: {
    readonly source: ByteSource | null;
    readonly id: number | null;
    readonly mode: PipeMode;
    readonly share: () => void;
    readonly put: (bytes: Uint8Array) => Promise<boolean>;
    readonly onClose: () => void;
  }): PipeEnd {
    const path = `${folder}${++this.#last}` as const;
    const ticket = parts.source && this.#sources.add(parts.source);
    // Stages that write at the same time do so one after the other.
    let before: Promise<unknown> = Promise.resolve();
    const end: PipeEnd = {
      path,
      ticket,
      id: parts.id,
      mode: parts.mode,
      share: parts.share,
      write: (bytes, stopped) => {
        const written = before.then(() => (stopped() ? false : parts.put(bytes)));
        before = written.catch(() => {});
        return unlessStopped(written, stopped, false);
      },
      close: () => {
        if (!this.#open.delete(path)) return;
        if (ticket !== null) this.#sources.remove(ticket);
        // What was handed over to be written is still written.
        void before.then(parts.onClose);
      },
    };
    this.#open.set(path, end);
    return end;
  }
}
