/** Bits of a stream, the lowest of each byte first. */
export class BitWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #bits = 0;
  #count = 0;

  /** `count` up to 24. */
  write(value: number, count: number): void {
    this.#bits |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#push(this.#bits & 0xff);
      this.#bits >>>= 8;
      this.#count -= 8;
    }
  }

  /** Zero bits up to the next byte. */
  align(): void {
    if (this.#count > 0) this.write(0, 8 - this.#count);
  }

  /** Whole bytes; the stream must be aligned. */
  bytes(data: Uint8Array): void {
    this.#room(data.length);
    this.#bytes.set(data, this.#length);
    this.#length += data.length;
  }

  get bitLength(): number {
    return this.#length * 8 + this.#count;
  }

  /** A place to come back to. */
  mark(): () => void {
    const [length, bits, count] = [this.#length, this.#bits, this.#count];
    return () => {
      this.#length = length;
      this.#bits = bits;
      this.#count = count;
    };
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.align();
    return this.#bytes.slice(0, this.#length);
  }

  #push(byte: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = byte;
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
