import { BitWriter } from './bitWriter.ts';
import { type Command, MatchFinder } from './matches.ts';
import { type PrefixCode, writePrefixCode } from './prefixCode.ts';

/**
 * Brotli streams (RFC 7932) from a small encoder: repetitions and prefix codes, without the format's dictionary and
 * contexts. Any decoder reads them; they are somewhat longer than those of the reference encoder.
 */

/** Window of 4 MB, as Node asks for. */
const windowBits = { value: 0b1011, count: 4 };
/** Bytes of a block, each with codes of its own. */
const blockBytes = 1 << 20;

/** Extra bits of the codes for lengths of literals and of copies; a code begins where the one before ends. */
const insertExtra = [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24];
const copyExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24];
const insertBase = basesOf(insertExtra, 0);
const copyBase = basesOf(copyExtra, 2);
/** First symbol of each group of eight insert and eight copy codes. */
const cells = [
  [128, 192, 384],
  [256, 320, 512],
  [448, 576, 640],
] as const;

function basesOf(extra: readonly number[], first: number): number[] {
  let base = first;
  return extra.map((bits) => {
    const own = base;
    base += 2 ** bits;
    return own;
  });
}

/** `quality` from 0 to 11, as Node counts. */
export function brotliCompress(data: Uint8Array, quality: number): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter();
  writer.write(windowBits.value, windowBits.count);
  const finder = new MatchFinder(data, 2 ** Math.max(2, Math.min(quality, 8)));
  for (let start = 0; start < data.length; start += blockBytes) {
    const end = Math.min(start + blockBytes, data.length);
    const commands = finder.commandsIn(start, end);
    const goBack = writer.mark();
    const before = writer.bitLength;
    writeHead(writer, end - start, false);
    writeBlock(writer, data, commands);
    if (writer.bitLength - before <= (end - start) * 8) continue;
    goBack();
    writeHead(writer, end - start, true);
    writer.align();
    writer.bytes(data.subarray(start, end));
  }
  // Last, and empty.
  writer.write(0b11, 2);
  return writer.finish();
}

/** The head of a block that is not the last. */
function writeHead(writer: BitWriter, length: number, isPlain: boolean): void {
  writer.write(0, 1);
  const nibbles = length - 1 < 1 << 16 ? 4 : length - 1 < 1 << 20 ? 5 : 6;
  writer.write(nibbles - 4, 2);
  writer.write((length - 1) & 0xffff, 16);
  writer.write((length - 1) >>> 16, (nibbles - 4) * 4);
  writer.write(isPlain ? 1 : 0, 1);
}

interface Coded {
  readonly command: Command;
  readonly insert: number;
  readonly copy: number;
  readonly symbol: number;
  /** Null where the block ends before a distance is asked for. */
  readonly distance: { readonly symbol: number; readonly bits: number; readonly extra: number } | null;
}

function codeOf(base: readonly number[], value: number): number {
  let code = base.length - 1;
  while ((base[code] ?? 0) > value) code -= 1;
  return code;
}

function coded(commands: readonly Command[]): Coded[] {
  let last = 0;
  return commands.map((command) => {
    const insert = codeOf(insertBase, command.literals);
    const copy = command.copy === 0 ? 0 : codeOf(copyBase, command.copy);
    const symbol = (cells[insert >> 3]?.[copy >> 3] ?? 0) + ((insert & 7) << 3) + (copy & 7);
    if (command.copy === 0) return { command, insert, copy, symbol, distance: null };
    const isLast = command.distance === last;
    last = command.distance;
    return { command, insert, copy, symbol, distance: isLast ? sameAgain : distanceOf(last) };
  });
}

const sameAgain = { symbol: 0, bits: 0, extra: 0 };

function distanceOf(distance: number) {
  const shifted = distance + 3;
  const bits = 30 - Math.clz32(shifted);
  const high = (shifted >> bits) & 1;
  return { symbol: 16 + 2 * (bits - 1) + high, bits, extra: shifted - ((2 + high) << bits) };
}

function writeBlock(writer: BitWriter, data: Uint8Array, commands: readonly Command[]): void {
  const all = coded(commands);
  const literals = new Uint32Array(256);
  const symbols = new Uint32Array(704);
  const distances = new Uint32Array(64);
  const bump = (counts: Uint32Array, at: number) => {
    counts[at] = (counts[at] ?? 0) + 1;
  };
  for (const { command, symbol, distance } of all) {
    for (let at = 0; at < command.literals; at++) bump(literals, data[command.literalStart + at] ?? 0);
    bump(symbols, symbol);
    if (distance) bump(distances, distance.symbol);
  }
  // One type of block each for literals, commands and distances; no direct distances; one context mode; one tree each.
  writer.write(0, 3 + 2 + 4 + 2 + 1 + 1);
  const literalCode = writePrefixCode(writer, literals);
  const symbolCode = writePrefixCode(writer, symbols);
  const distanceCode = writePrefixCode(writer, distances);
  const put = ({ codes, lengths }: PrefixCode, symbol: number) =>
    writer.write(codes[symbol] ?? 0, lengths[symbol] ?? 0);
  for (const { command, insert, copy, symbol, distance } of all) {
    put(symbolCode, symbol);
    writer.write(command.literals - (insertBase[insert] ?? 0), insertExtra[insert] ?? 0);
    writer.write(command.copy === 0 ? 0 : command.copy - (copyBase[copy] ?? 0), copyExtra[copy] ?? 0);
    for (let at = 0; at < command.literals; at++) put(literalCode, data[command.literalStart + at] ?? 0);
    if (!distance) continue;
    put(distanceCode, distance.symbol);
    writer.write(distance.extra, distance.bits);
  }
}
