/**
 * Bytes as printable ASCII and back, and their checksum. Output of commands is mostly text: it passes at about its own
 * length, so that what a terminal carries, which is slow, hardly grows. Loops over bytes, since both sides do this for
 * all output there is: strings that are searched and replaced took ten times as long.
 */

const escapeMark = 0x7e;
const space = 0x20;
const capitalA = 0x41;

/** After `~`: a letter for what is frequent, two of A to P for any other byte. */
const letters: readonly (readonly [byte: number, letter: string])[] = [
  [escapeMark, 'e'],
  [0x0a, 'n'],
  [0x09, 't'],
  [0x0d, 'r'],
  [0x1b, 'x'],
];
const letterOf = new Uint8Array(256);
const byteOf = new Uint8Array(256);
for (const [byte, letter] of letters) {
  letterOf[byte] = letter.charCodeAt(0);
  byteOf[letter.charCodeAt(0)] = byte;
}

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base64Code = Uint8Array.from(base64Letters, (letter) => letter.charCodeAt(0));
const base64Value = new Uint8Array(256);
base64Code.forEach((code, value) => {
  base64Value[code] = value;
});
const padding = 0x3d;

/** Of the four bytes of a word. */
const highBits = 0x80808080 | 0;
const lowSeven = 0x7f7f7f7f;
const allButLowest = 0xfefefefe | 0;
const newlines = 0x0a0a0a0a;

/** Characters of `count` bytes as base64, which nothing becomes longer than. */
export function longestText(count: number): number {
  return Math.ceil(count / 3) * 4;
}

/**
 * Escapes `bytes[from, to)` into `out` at `at`, which has room for 2 beyond `longestText`. Gives the end in `out`; -1
 * where base64 is shorter.
 */
export function escapeInto(bytes: Uint8Array, from: number, to: number, out: Uint8Array, at: number): number {
  const limit = at + longestText(to - from);
  let end = at;
  for (let index = from; index < to; index++) {
    const byte = bytes[index]!;
    if (byte >= space && byte < escapeMark) out[end++] = byte;
    else {
      const letter = letterOf[byte]!;
      out[end++] = escapeMark;
      if (letter !== 0) out[end++] = letter;
      else {
        out[end++] = capitalA + (byte >> 4);
        out[end++] = capitalA + (byte & 15);
      }
    }
    if (end > limit) return -1;
  }
  return end;
}

/** The reverse, of `text[from, to)`. Gives the end in `out`; -1 where the text is none that `escapeInto` makes. */
export function unescapeInto(
  text: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
): number {
  let end = at;
  for (let index = from; index < to; index++) {
    const code = text[index]!;
    if (code !== escapeMark) {
      out[end++] = code;
      continue;
    }
    index += 1;
    const letter = index < to ? text[index]! : 0;
    const byte = byteOf[letter]!;
    if (byte !== 0) {
      out[end++] = byte;
      continue;
    }
    index += 1;
    const high = letter - capitalA;
    const low = index < to ? text[index]! - capitalA : -1;
    if (high < 0 || high > 15 || low < 0 || low > 15) return -1;
    out[end++] = (high << 4) | low;
  }
  return end;
}

/** `bytes[from, to)` as base64 into `out` at `at`; gives the end there. */
export function base64Into(bytes: Uint8Array, from: number, to: number, out: Uint8Array, at: number): number {
  let end = at;
  for (let index = from; index < to; index += 3) {
    const count = Math.min(3, to - index);
    const second = count > 1 ? bytes[index + 1]! : 0;
    const third = count > 2 ? bytes[index + 2]! : 0;
    const bits = (bytes[index]! << 16) | (second << 8) | third;
    out[end++] = base64Code[bits >> 18]!;
    out[end++] = base64Code[(bits >> 12) & 63]!;
    out[end++] = count > 1 ? base64Code[(bits >> 6) & 63]! : padding;
    out[end++] = count > 2 ? base64Code[bits & 63]! : padding;
  }
  return end;
}

/** The reverse. Characters that are none of base64 read as zeros, which the checksum shows; -1 for a wrong length. */
export function fromBase64Into(
  text: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
): number {
  if ((to - from) % 4 !== 0) return -1;
  let end = at;
  for (let index = from; index < to; index += 4) {
    const bits =
      (base64Value[text[index]!]! << 18) |
      (base64Value[text[index + 1]!]! << 12) |
      (base64Value[text[index + 2]!]! << 6) |
      base64Value[text[index + 3]!]!;
    out[end++] = bits >> 16;
    out[end++] = bits >> 8;
    out[end++] = bits;
  }
  if (to > from && text[to - 1] === padding) end -= text[to - 2] === padding ? 2 : 1;
  return end;
}

/**
 * Turns `bytes[at, end)`, which begin at a word of their memory, into what passes a line as it is, and back: newlines go
 * as vertical tabs (0x0b), four bytes at a time. Gives the checksum of the bytes with newlines. -1 where that cannot be:
 * one is a vertical tab, or is no ASCII, which a client that decodes chunks one by one would damage.
 */
export function swapNewlines(
  bytes: Uint8Array,
  at: number,
  end: number,
  way: 'to-line' | 'from-line',
): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + at, (end - at) >> 2);
  const isSent = way === 'to-line';
  let sum = end - at;
  let seen = 0;
  let tabs = 0;
  for (let index = 0; index < words.length; index++) {
    const before = words[index]!;
    // A 1 in each byte that is 0x0a or 0x0b.
    const other = (before & allButLowest) ^ newlines;
    const found = ~(((other & lowSeven) + lowSeven) | other | lowSeven) >>> 7;
    const after = before ^ found;
    words[index] = after;
    seen |= before;
    tabs |= found & before;
    sum = Math.imul(sum ^ (isSent ? before : after), 0xcc9e2d51);
    sum = (sum << 15) | (sum >>> 17);
  }
  for (let index = at + words.length * 4; index < end; index++) {
    const before = bytes[index]!;
    const found = before >> 1 === 0x05 ? 1 : 0;
    const after = before ^ found;
    bytes[index] = after;
    seen |= before;
    tabs |= found & before;
    sum = Math.imul(sum ^ (isSent ? before : after), 0xcc9e2d51);
    sum = (sum << 15) | (sum >>> 17);
  }
  return (seen & highBits) !== 0 || (isSent && tabs !== 0) ? -1 : sum >>> 0;
}

/**
 * Of the bytes, not of the text that carries them: so it vouches for both ways. Four bytes at a time, murmur3's step
 * without its end: against accidents of a terminal, not against anybody.
 */
export function checksum(bytes: Uint8Array, from: number, to: number): number {
  const isAligned = ((bytes.byteOffset + from) & 3) === 0;
  const given = isAligned ? bytes.subarray(from, to) : bytes.slice(from, to);
  const words = new Int32Array(given.buffer, given.byteOffset, given.length >> 2);
  let sum = given.length;
  for (let index = 0; index < words.length; index++) {
    sum = Math.imul(sum ^ words[index]!, 0xcc9e2d51);
    sum = (sum << 15) | (sum >>> 17);
  }
  for (let index = words.length * 4; index < given.length; index++) {
    sum = Math.imul(sum ^ given[index]!, 0xcc9e2d51);
    sum = (sum << 15) | (sum >>> 17);
  }
  return sum >>> 0;
}
