import type { BitWriter } from './bitWriter.ts';

/** One prefix code of a Brotli stream (RFC 7932, section 3): lengths and codes by symbol. */
export interface PrefixCode {
  readonly lengths: Uint8Array;
  /** Bits in the order in which they are written. */
  readonly codes: Uint16Array;
}

/** Code lengths of at most `limit` bits for symbols that occur so often; one used symbol has length 0. */
function lengthsOf(counts: ArrayLike<number>, limit: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const used = Array.from(counts, (count, symbol) => ({ count, symbol })).filter(({ count }) => count > 0);
  if (used.length < 2) return lengths;
  // Rare symbols count for more until the tree is flat enough.
  for (let least = 1; ; least *= 2) {
    type Tree = { readonly weight: number; readonly symbols: readonly number[] };
    const leaves: Tree[] = used
      .map(({ count, symbol }) => ({ weight: Math.max(count, least), symbols: [symbol] }))
      .sort((a, b) => a.weight - b.weight);
    const inner: Tree[] = [];
    lengths.fill(0);
    const lightest = (): Tree => {
      const [leaf, tree] = [leaves[0], inner[0]];
      const from = !tree || (leaf && leaf.weight <= tree.weight) ? leaves : inner;
      return from.shift() as Tree;
    };
    while (leaves.length + inner.length > 1) {
      const [a, b] = [lightest(), lightest()];
      const symbols = [...a.symbols, ...b.symbols];
      for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
      inner.push({ weight: a.weight + b.weight, symbols });
    }
    if (lengths.every((length) => length <= limit)) return lengths;
  }
}

function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      let reversed = 0;
      for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
      codes[symbol] = reversed;
      code += 1;
    }
    code <<= 1;
  }
  return codes;
}

/** Makes the code for symbols that occur so often and writes its description. */
export function writePrefixCode(writer: BitWriter, counts: ArrayLike<number>): PrefixCode {
  const used = Array.from(counts, (_, symbol) => symbol).filter((symbol) => (counts[symbol] ?? 0) > 0);
  const lengths = lengthsOf(counts, 15);
  if (used.length <= 4) {
    writeSimple(writer, counts, used, lengths);
  } else writeLengths(writer, lengths);
  return { lengths, codes: codesOf(lengths) };
}

function writeSimple(
  writer: BitWriter,
  counts: ArrayLike<number>,
  used: readonly number[],
  lengths: Uint8Array,
): void {
  const symbolBits = 32 - Math.clz32(counts.length - 1);
  const symbols = used.length === 0 ? [0] : [...used];
  if (symbols.length === 3) symbols.sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  writer.write(1, 2);
  writer.write(symbols.length - 1, 2);
  for (const symbol of symbols) writer.write(symbol, symbolBits);
  if (symbols.length < 4) return;
  // All four with two bits.
  writer.write(0, 1);
  for (const symbol of symbols) lengths[symbol] = 2;
}

/** Symbols of the code for code lengths, in the order in which their own lengths are written. */
const lengthOrder = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/** Bits and their number for a length of 0 to 5. */
const lengthBits = [
  [0b00, 2],
  [0b0111, 4],
  [0b011, 3],
  [0b10, 2],
  [0b01, 2],
  [0b1111, 4],
] as const;
const zeroRun = 17;

function writeLengths(writer: BitWriter, lengths: Uint8Array): void {
  const words: { readonly symbol: number; readonly extra: number }[] = [];
  const last = lengths.findLastIndex((length) => length > 0);
  for (let at = 0; at <= last; ) {
    const length = lengths[at] ?? 0;
    let run = 1;
    while (length === 0 && lengths[at + run] === 0) run += 1;
    at += run;
    if (length > 0) words.push({ symbol: length, extra: 0 });
    else words.push(...zeros(run));
  }
  const counts = new Uint32Array(18);
  for (const { symbol } of words) counts[symbol] = (counts[symbol] ?? 0) + 1;
  // A code of one symbol would have to be told in another way.
  if (counts.filter((count) => count > 0).length === 1) counts[counts[0] ? 1 : 0] = 1;
  const own = lengthsOf(counts, 5);
  const codes = codesOf(own);
  writer.write(0, 2);
  let space = 32;
  for (const symbol of lengthOrder) {
    if (space === 0) break;
    const length = own[symbol] ?? 0;
    const [bits, count] = lengthBits[length] ?? [0, 2];
    writer.write(bits, count);
    if (length > 0) space -= 32 >> length;
  }
  for (const { symbol, extra } of words) {
    writer.write(codes[symbol] ?? 0, own[symbol] ?? 0);
    if (symbol === zeroRun) writer.write(extra, 3);
  }
}

/** Runs of zeros: one behind the other each counts eight times the one before. */
function zeros(run: number): { readonly symbol: number; readonly extra: number }[] {
  const single = { symbol: 0, extra: 0 };
  if (run === 11) return [single, ...zeros(10)];
  if (run < 3) return Array.from({ length: run }, () => single);
  const words: { readonly symbol: number; readonly extra: number }[] = [];
  for (let left = run - 3; ; left -= 1) {
    words.unshift({ symbol: zeroRun, extra: left & 7 });
    left >>= 3;
    if (left === 0) return words;
  }
}
