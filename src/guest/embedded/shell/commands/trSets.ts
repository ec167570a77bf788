/** The two arrays of `tr`, as GNU's manual writes them. Everything is bytes. */
interface TrSet {
  readonly bytes: readonly number[];
  /** Where `[x*]` stands, which grows until the set is as long as the first. */
  readonly fillAt: { readonly index: number; readonly byte: number } | null;
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92 };

const classes: Readonly<Record<string, (byte: number) => boolean>> = {
  lower: (byte) => byte >= 97 && byte <= 122,
  upper: (byte) => byte >= 65 && byte <= 90,
  digit: (byte) => byte >= 48 && byte <= 57,
  alpha: (byte) => (byte | 32) >= 97 && (byte | 32) <= 122,
  alnum: (byte) => ((byte | 32) >= 97 && (byte | 32) <= 122) || (byte >= 48 && byte <= 57),
  blank: (byte) => byte === 32 || byte === 9,
  space: (byte) => byte === 32 || (byte >= 9 && byte <= 13),
  cntrl: (byte) => byte < 32 || byte === 127,
  print: (byte) => byte >= 32 && byte < 127,
  graph: (byte) => byte > 32 && byte < 127,
  punct: (byte) =>
    byte > 32 && byte < 127 && !((byte | 32) >= 97 && (byte | 32) <= 122) && !(byte >= 48 && byte <= 57),
  xdigit: (byte) => (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 102),
};

const allBytes = Array.from({ length: 256 }, (_none, byte) => byte);

/** One byte of a set, escapes read: the byte and where it ends. */
function byteAt(
  text: string,
  at: number,
): { readonly byte: number; readonly end: number; readonly isPlain: boolean } {
  if (text[at] !== '\\' || at + 1 >= text.length)
    return { byte: text.charCodeAt(at), end: at + 1, isPlain: true };
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1));
  if (octal) {
    const digits = Number.parseInt(octal[0], 8) > 255 ? octal[0].slice(0, 2) : octal[0];
    return { byte: Number.parseInt(digits, 8), end: at + 1 + digits.length, isPlain: false };
  }
  const letter = text[at + 1]!;
  return { byte: escapes[letter] ?? text.charCodeAt(at + 1), end: at + 2, isPlain: false };
}

/** Reads a set given as one unit per byte. An error comes in GNU's words. */
export function parseTrSet(text: string): TrSet | { readonly error: string } {
  const bytes: number[] = [];
  let fillAt: TrSet['fillAt'] = null;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const named = /^\[:([^:\]]*):\]/.exec(rest);
    if (named) {
      const test = classes[named[1]!];
      if (!test) return { error: `invalid character class '${named[1]}'` };
      bytes.push(...allBytes.filter(test));
      at += named[0].length;
      continue;
    }
    const equal = /^\[=([\s\S])=\]/.exec(rest);
    if (equal) {
      bytes.push(equal[1]!.charCodeAt(0));
      at += equal[0].length;
      continue;
    }
    if (text[at] === '[' && at + 1 < text.length) {
      const repeated = byteAt(text, at + 1);
      const times = /^\*([0-9]*)\]/.exec(text.slice(repeated.end));
      if (times) {
        const count = times[1] === '' ? 0 : Number.parseInt(times[1]!, times[1]!.startsWith('0') ? 8 : 10);
        if (count === 0) fillAt = { index: bytes.length, byte: repeated.byte };
        else for (let left = count; left > 0; left--) bytes.push(repeated.byte);
        at = repeated.end + times[0].length;
        continue;
      }
    }
    const low = byteAt(text, at);
    if (text[low.end] === '-' && low.end + 1 < text.length) {
      const high = byteAt(text, low.end + 1);
      if (high.byte < low.byte) {
        const shown = text.slice(at, high.end);
        return { error: `range-endpoints of '${shown}' are in reverse collating sequence order` };
      }
      for (let byte = low.byte; byte <= high.byte; byte++) bytes.push(byte);
      at = high.end;
      continue;
    }
    bytes.push(low.byte);
    at = low.end;
  }
  return { bytes, fillAt };
}

export function complementOf(bytes: readonly number[]): number[] {
  const left = new Set(bytes);
  return allBytes.filter((byte) => !left.has(byte));
}

/** The second set made as long as the first: `[x*]` grows, else its last byte repeats (`-t`: the first is cut). */
export function fitted(set: TrSet, length: number): number[] {
  const bytes = [...set.bytes];
  const missing = length - bytes.length;
  if (missing <= 0) return bytes;
  if (set.fillAt) bytes.splice(set.fillAt.index, 0, ...Array<number>(missing).fill(set.fillAt.byte));
  else if (bytes.length > 0) bytes.push(...Array<number>(missing).fill(bytes.at(-1)!));
  return bytes;
}
