const alphabet = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const equals = 61;
const lineFeed = 10;

const letterValue = new Int8Array(256).fill(-1);
for (const [value, letter] of alphabet.entries()) letterValue[letter] = value;

/** Bytes of input taken at a time; a multiple of 3, so that only the last piece has padding. */
const stepBytes = 3 * 64 * 1024;

/** Letters without line ends. */
function encoded(bytes: Uint8Array): Uint8Array {
  const letters = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  const whole = bytes.length - (bytes.length % 3);
  for (let from = 0; from < whole; from += 3) {
    const group = (bytes[from]! << 16) | (bytes[from + 1]! << 8) | bytes[from + 2]!;
    letters[at++] = alphabet[group >> 18]!;
    letters[at++] = alphabet[(group >> 12) & 63]!;
    letters[at++] = alphabet[(group >> 6) & 63]!;
    letters[at++] = alphabet[group & 63]!;
  }
  if (whole === bytes.length) return letters;
  const group = (bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8);
  letters[at++] = alphabet[group >> 18]!;
  letters[at++] = alphabet[(group >> 12) & 63]!;
  letters[at++] = whole + 1 < bytes.length ? alphabet[(group >> 6) & 63]! : equals;
  letters[at] = equals;
  return letters;
}

/** Breaks letters into lines of `width`; `column` is where the line so far ends. */
function wrapped(letters: Uint8Array, width: number, column: number): Uint8Array {
  const breaks = Math.floor((column + letters.length) / width);
  const lines = new Uint8Array(letters.length + breaks);
  let at = 0;
  for (let from = 0, room = width - column; from < letters.length; room = width) {
    const line = letters.subarray(from, from + room);
    lines.set(line, at);
    at += line.length;
    from += line.length;
    if (line.length === room) lines[at++] = lineFeed;
  }
  return lines;
}

/** `width` in letters a line, 0 for one line without an end. */
export async function* base64Pieces(
  chunks: AsyncIterable<Uint8Array>,
  width: number,
): AsyncGenerator<Uint8Array> {
  let held = new Uint8Array(0);
  let column = 0;
  const piece = (bytes: Uint8Array): Uint8Array => {
    const letters = encoded(bytes);
    if (width === 0) return letters;
    const lines = wrapped(letters, width, column);
    column = (column + letters.length) % width;
    return lines;
  };
  for await (const chunk of chunks) {
    let bytes: Uint8Array = chunk;
    if (held.length > 0) {
      bytes = new Uint8Array(held.length + chunk.length);
      bytes.set(held);
      bytes.set(chunk, held.length);
    }
    const whole = bytes.length - (bytes.length % 3);
    for (let from = 0; from < whole; from += stepBytes) {
      yield piece(bytes.subarray(from, Math.min(whole, from + stepBytes)));
    }
    held = bytes.slice(whole);
  }
  if (held.length > 0) yield piece(held);
  if (column > 0) yield Uint8Array.of(lineFeed);
}

/** Letters in pieces of any size to bytes, as GNU reads them: what comes before a wrong letter counts. */
export class Base64Decoder {
  readonly #ignoresGarbage: boolean;
  #group = 0;
  #count = 0;
  #padding = 0;
  isInvalid = false;

  constructor(ignoresGarbage: boolean) {
    this.#ignoresGarbage = ignoresGarbage;
  }

  decode(letters: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(((letters.length + 4) * 3) / 4) + 3);
    let at = 0;
    for (const letter of letters) {
      const value = letterValue[letter]!;
      if (value >= 0) {
        if (this.#padding > 0) {
          this.isInvalid = true;
          break;
        }
        this.#group = (this.#group << 6) | value;
        if (++this.#count < 4) continue;
        bytes[at++] = this.#group >> 16;
        bytes[at++] = (this.#group >> 8) & 255;
        bytes[at++] = this.#group & 255;
        this.#reset();
      } else if (letter === equals && this.#count >= 2) {
        if (++this.#padding + this.#count < 4) continue;
        at = this.#putRest(bytes, at);
        this.#reset();
      } else if (letter !== lineFeed && !(this.#ignoresGarbage && letter !== equals)) {
        this.isInvalid = true;
        break;
      }
    }
    return bytes.subarray(0, at);
  }

  /** What is left of an input without its padding, which is an invalid one. */
  end(): Uint8Array {
    const bytes = new Uint8Array(2);
    if (this.#count === 0) return bytes.subarray(0, 0);
    this.isInvalid = true;
    return bytes.subarray(0, this.#putRest(bytes, 0));
  }

  #reset(): void {
    this.#group = 0;
    this.#count = 0;
    this.#padding = 0;
  }

  #putRest(bytes: Uint8Array, from: number): number {
    let at = from;
    if (this.#count >= 2) bytes[at++] = (this.#group >> (this.#count === 3 ? 10 : 4)) & 255;
    if (this.#count === 3) bytes[at++] = (this.#group >> 2) & 255;
    return at;
  }
}
