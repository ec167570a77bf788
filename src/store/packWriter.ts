/** A pack is stored in one transaction, and a restore holds a few of them. */
const packBytes = 4 * 1024 * 1024;

/** Where a file's bytes lie. */
interface Packed {
  readonly pack: string;
  readonly start: number;
  readonly bytes: number;
}

interface Pack {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Lays the contents of many small files one after the other. */
export class PackWriter {
  readonly #prefix: string;
  #count = 1;
  #parts: Uint8Array[] = [];
  #size = 0;

  /** The packs are named `<prefix>-1`, `<prefix>-2`, … */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** `full` is a pack that ends with these bytes, for the caller to store. */
  add(content: Uint8Array): { readonly bytes: Packed; readonly full: Pack | null } {
    const bytes = { pack: `${this.#prefix}-${this.#count}`, start: this.#size, bytes: content.length };
    if (content.length > 0) this.#parts.push(content);
    this.#size += content.length;
    return { bytes, full: this.#size >= packBytes ? this.take() : null };
  }

  /** What was added since the last pack; null where that is nothing. */
  take(): Pack | null {
    if (this.#size === 0) return null;
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const name = `${this.#prefix}-${this.#count}`;
    this.#count += 1;
    this.#parts = [];
    this.#size = 0;
    return { name, bytes };
  }
}
