/** Bytes that are made one by one, to be handed on in pieces. */
export class ByteBuilder {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(bytes = 80 * 1024) {
    this.#bytes = new Uint8Array(bytes);
  }

  get length(): number {
    return this.#length;
  }

  put(byte: number): void {
    if (this.#length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  repeat(byte: number, count: number): void {
    this.#reserve(count);
    this.#bytes.fill(byte, this.#length, this.#length + count);
    this.#length += count;
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was made since the last time, in memory of its own. */
  take(): Uint8Array<ArrayBuffer> {
    const piece = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return piece;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
