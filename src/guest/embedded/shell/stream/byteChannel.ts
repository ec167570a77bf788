import { unlessStopped } from './pause.ts';

/** Bytes that may wait in a pipe between two stages before its writer must. */
const capacityBytes = 256 * 1024;

/** Small pieces are handed out together up to here, so that a reader is not woken for each line. */
const togetherBytes = 64 * 1024;

/**
 * A pipe between two stages of one worker's pipeline, with back-pressure. Pieces are not copied: whoever has
 * written one must not change it.
 */
export class ByteChannel {
  readonly #capacity: number;
  #pieces: Uint8Array[] = [];
  #held = 0;
  #ended = false;
  #left = false;
  #endless = false;
  readonly #onLeave = new Set<() => void>();
  #wakeReader: (() => void) | null = null;
  #wakeWriter: (() => void) | null = null;

  /** `capacity` in bytes; a single piece may be larger. */
  constructor(capacity = capacityBytes) {
    this.#capacity = capacity;
  }

  /** The writer will not end by itself (`yes`): whoever wants the whole gets a part. */
  get endless(): boolean {
    return this.#endless;
  }

  get isRead(): boolean {
    return !this.#left;
  }

  markEndless(): void {
    this.#endless = true;
  }

  /** Resolves when there is room for more: false once nobody reads, or when `stopped` has become true. */
  async write(bytes: Uint8Array, stopped: () => boolean): Promise<boolean> {
    if (this.#left) return false;
    if (bytes.length > 0) {
      this.#pieces.push(bytes);
      this.#held += bytes.length;
      this.#wakeReader?.();
    }
    while (this.#held > this.#capacity && !this.#left) {
      const room = new Promise<true>((resolve) => {
        this.#wakeWriter = () => resolve(true);
      });
      if (!(await unlessStopped(room, stopped, false))) return false;
    }
    return !this.#left;
  }

  /** Nothing more comes. */
  end(): void {
    this.#ended = true;
    this.#wakeReader?.();
  }

  /** At least one byte; null at the end. One reader at a time. */
  async read(): Promise<Uint8Array | null> {
    while (this.#pieces.length === 0) {
      if (this.#ended || this.#left) return null;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
      this.#wakeReader = null;
    }
    const bytes = this.#take();
    this.#held -= bytes.length;
    this.#wakeWriter?.();
    return bytes;
  }

  /** Nobody reads any more. */
  leave(): void {
    this.#left = true;
    this.#pieces = [];
    this.#held = 0;
    this.#wakeWriter?.();
    this.#wakeReader?.();
    for (const listener of this.#onLeave) listener();
  }

  /** For a writer that waits for something else. Returns a disposer. */
  onLeave(listener: () => void): () => void {
    this.#onLeave.add(listener);
    return () => this.#onLeave.delete(listener);
  }

  #take(): Uint8Array {
    const first = this.#pieces[0]!;
    let count = 1;
    let size = first.length;
    while (count < this.#pieces.length && size + this.#pieces[count]!.length <= togetherBytes) {
      size += this.#pieces[count++]!.length;
    }
    const taken = this.#pieces.splice(0, count);
    if (taken.length === 1) return first;
    const all = new Uint8Array(size);
    let at = 0;
    for (const piece of taken) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}
