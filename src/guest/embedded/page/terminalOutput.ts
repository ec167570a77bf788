const carriageReturn = 13;
const lineFeed = 10;

/** What a terminal shows, on its way to one emulator, whose speed `taken` tells. `onLeft`: it reads no more. */
export class TerminalOutput implements AsyncIterable<Uint8Array> {
  readonly #onLeft: () => void;
  #pending: Uint8Array[] = [];
  #wake: (() => void) | null = null;
  /** Tells a running command's reader that the emulator took what there was. */
  #drained: (() => void) | null = null;
  #closed = false;

  constructor(onLeft: () => void) {
    this.#onLeft = onLeft;
  }

  push(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#pending.push(bytes);
    this.#notify();
  }

  /** What was pushed before is still read. */
  close(): void {
    this.#closed = true;
    this.#notify();
    this.#drained?.();
  }

  /** Resolves when the emulator has taken all there was, or the output is closed. */
  taken(): Promise<void> {
    if (this.#closed || this.#pending.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        while (this.#pending.length === 0 && !this.#closed) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
        const value = this.#pending.shift();
        if (value === undefined) return { done: true, value: undefined };
        if (this.#pending.length === 0) {
          const drained = this.#drained;
          this.#drained = null;
          drained?.();
        }
        return { done: false, value };
      },
      return: async () => {
        this.#onLeft();
        return { done: true, value: undefined };
      },
    };
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

/** A terminal needs `\r\n`; commands write `\n`. A `\r` that is there already is not doubled. */
export function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  let missing = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === lineFeed && bytes[index - 1] !== carriageReturn) missing += 1;
  }
  if (missing === 0) return bytes;
  const out = new Uint8Array(bytes.length + missing);
  let at = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === lineFeed && bytes[index - 1] !== carriageReturn) out[at++] = carriageReturn;
    out[at++] = byte;
  }
  return out;
}
