import { unlessStopped } from './pause.ts';

interface SourceParts {
  /** At least one byte; null at the end. */
  readonly next: () => Promise<Uint8Array | null>;
  /** Nobody reads any more. */
  readonly onClose?: () => void;
  /** It has a position: what a command has read and not used is there for the next (a file, not a pipe). */
  readonly keepsPosition?: boolean;
  /** Takes back what was read and not used, where others read the same; false where it does not. */
  readonly giveBack?: (bytes: Uint8Array) => boolean;
  /** Whether it goes on for ever, so that no one may wait for its end. */
  readonly isEndless?: () => boolean;
}

/**
 * Standard input that has not been read yet: an open file, the pipe from the stage before, the process's own.
 * Commands that share it (`{ read a; cat; } < f`) share its position.
 */
export class ByteSource {
  readonly #parts: SourceParts;
  #pending: Uint8Array | null = null;
  #waiting: Promise<Uint8Array | null> | null = null;
  #closed = false;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  get keepsPosition(): boolean {
    return this.#parts.keepsPosition ?? false;
  }

  get isEndless(): boolean {
    return this.#parts.isEndless?.() ?? false;
  }

  /** At least one byte; null at the end, or soon after `stopped` has become true. */
  async read(stopped: () => boolean = never): Promise<Uint8Array | null> {
    const pending = this.#pending;
    if (pending) {
      this.#pending = null;
      return pending;
    }
    if (this.#closed) return null;
    // A read that was given up for is still under way: its bytes belong to whoever reads next.
    const waiting = this.#waiting ?? this.#parts.next();
    this.#waiting = waiting;
    const bytes =
      stopped === never ? await waiting : await unlessStopped(waiting, stopped, 'stopped' as const);
    if (bytes === 'stopped') return null;
    this.#waiting = null;
    return bytes;
  }

  /** Puts bytes back in front of what comes. */
  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (!this.#pending && this.#parts.giveBack?.(bytes)) return;
    const after = this.#pending;
    if (!after) {
      this.#pending = bytes;
      return;
    }
    this.#pending = new Uint8Array(bytes.length + after.length);
    this.#pending.set(bytes);
    this.#pending.set(after, bytes.length);
  }

  /** Others read the same from now on. */
  share(): void {
    const pending = this.#pending;
    if (pending && this.#parts.giveBack?.(pending)) this.#pending = null;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#pending = null;
    this.#parts.onClose?.();
  }
}

const never = (): boolean => false;

/** A ticket that stands for a source where the interpreter carries standard input as a string. */
const ticketStart = '\0stdin ';

export function isTicket(stdin: string): boolean {
  return stdin.startsWith(ticketStart);
}

/** The open sources of one job by their tickets. */
export class Sources {
  readonly #open = new Map<string, ByteSource>();
  #count = 0;

  add(source: ByteSource): string {
    const ticket = `${ticketStart}${++this.#count}\0`;
    this.#open.set(ticket, source);
    return ticket;
  }

  /** Null where `stdin` is plain input. */
  find(stdin: string): ByteSource | null {
    return isTicket(stdin) ? (this.#open.get(stdin) ?? null) : null;
  }

  /** Closes the source of a ticket that nobody can use any more. */
  remove(ticket: string): void {
    this.#open.get(ticket)?.close();
    this.#open.delete(ticket);
  }
}
