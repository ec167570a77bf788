import { joined } from '../commandOutput.ts';
import { afterBytes, firstBytes } from '../pieces.ts';
import { fromLatin1, type Io } from './io.ts';
import { revertDump } from './xxdRevert.ts';

const usageText = `Usage:
       xxd [options] [infile [outfile]]
    or
       xxd -r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]
`;

/** Letters given, with the numbers of those that take one. */
interface Asked {
  readonly letters: ReadonlySet<string>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly name: string | null;
  readonly seek: string;
  readonly operands: readonly string[];
}

function asked(args: readonly string[]): Asked | null {
  const letters = new Set<string>();
  const numbers: Record<string, number> = {};
  const operands: string[] = [];
  let name: string | null = null;
  let seek = '';
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    const word = arg.replace(/^--/, '-').replace(/^-(ps|plain|postscript)$/, '-p');
    if (!/^-./.test(word)) {
      operands.push(arg);
      continue;
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word[at]!;
      if (!'abcCdeEgilnoprsuv'.includes(letter)) return null;
      letters.add(letter);
      if (!'cglnos'.includes(letter)) continue;
      const value = word.slice(at + 1).replace(/^(ols|roup|en|eek)$/, '') || args[++index];
      if (value === undefined) return null;
      if (letter === 'n') name = value;
      if (letter === 's') seek = value;
      numbers[letter] = Number(value.replace(/^\+/, ''));
      break;
    }
  }
  return { letters, numbers, name, seek, operands };
}

const lower = Array.from({ length: 256 }, (_each, byte) => byte.toString(16).padStart(2, '0'));
const upper = lower.map((text) => text.toUpperCase());
const binary = Array.from({ length: 256 }, (_each, byte) => byte.toString(2).padStart(8, '0'));

function shownByte(byte: number): string {
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.';
}

interface Layout {
  readonly cols: number;
  readonly group: number;
  readonly digits: readonly string[];
  readonly littleEndian: boolean;
  readonly decimal: boolean;
}

/** One line of the dump: address, groups in their columns, characters. */
function dumpLine(bytes: Uint8Array, address: number, layout: Layout): string {
  const { cols, group, digits, littleEndian } = layout;
  const width = digits[0]?.length ?? 2;
  const columnOf = (position: number): number => Math.floor(((width * group + 1) * position) / group);
  const size = columnOf(cols - 1) + width;
  let hex = '';
  for (let start = 0; start < bytes.length; start += group) {
    let word = '';
    for (let at = start; at < start + group && at < cols; at++) {
      const position = littleEndian ? start + group - 1 - (at - start) : at;
      word += position < bytes.length ? digits[bytes[position]!] : ' '.repeat(width);
    }
    hex += `${word} `;
  }
  let text = '';
  for (const byte of bytes) text += shownByte(byte);
  const place = layout.decimal ? String(address).padStart(8, '0') : address.toString(16).padStart(8, '0');
  return `${place}: ${hex.padEnd(size).slice(0, Math.max(size, 0)).padEnd(size)}  ${text}\n`;
}

/** Hands out exactly `size` bytes at a time, less at the end. */
async function* rows(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    const whole = kept.length > 0 ? joined([kept, chunk]) : chunk;
    const end = whole.length - (whole.length % size);
    if (end > 0) yield whole.subarray(0, end);
    kept = whole.slice(end);
  }
  if (kept.length > 0) yield kept;
}

type Put = (text: string) => Promise<boolean>;

async function dump(
  chunks: AsyncIterable<Uint8Array>,
  start: number,
  autoskip: boolean,
  layout: Layout,
  put: Put,
) {
  const { cols } = layout;
  let address = start;
  let zeros = 0;
  let last = '';
  for await (const block of rows(chunks, cols)) {
    const lines: string[] = [];
    for (let at = 0; at < block.length; at += cols) {
      const bytes = block.subarray(at, at + cols);
      const line = dumpLine(bytes, address, layout);
      address += bytes.length;
      zeros = autoskip && bytes.every((byte) => byte === 0) ? zeros + 1 : 0;
      last = zeros > 1 ? line : '';
      if (zeros < 2) lines.push(line);
      else if (zeros === 2) lines.push('*\n');
    }
    if (!(await put(lines.join('')))) return;
  }
  if (last !== '') await put(last);
}

async function plain(chunks: AsyncIterable<Uint8Array>, cols: number, digits: readonly string[], put: Put) {
  let column = 0;
  for await (const chunk of chunks) {
    const parts: string[] = [];
    for (const byte of chunk) {
      parts.push(digits[byte]!);
      if (cols > 0 && ++column === cols) {
        parts.push('\n');
        column = 0;
      } else if (cols === 0) column = 1;
    }
    if (!(await put(parts.join('')))) return;
  }
  if (column > 0) await put('\n');
}

/** As the body of a C array. */
async function include(
  chunks: AsyncIterable<Uint8Array>,
  name: string | null,
  cols: number,
  digits: readonly string[],
  put: Put,
) {
  if (name !== null) await put(`unsigned char ${name}[] = {\n`);
  let count = 0;
  for await (const chunk of chunks) {
    const parts: string[] = [];
    for (const byte of chunk) {
      parts.push(`${count === 0 ? '  ' : count % cols === 0 ? ',\n  ' : ', '}0x${digits[byte]}`);
      count++;
    }
    await put(parts.join(''));
  }
  if (count > 0) await put('\n');
  if (name !== null) await put(`};\nunsigned int ${name}_len = ${count};\n`);
}

export async function xxd(io: Io, args: readonly string[]): Promise<number> {
  const options = asked(args);
  if (!options || options.letters.has('h')) {
    await io.note(usageText);
    return 1;
  }
  const { letters, numbers, operands, seek } = options;
  if (letters.has('v')) {
    await io.note('xxd 2022-01-14 by Juergen Weigert et al.\n');
    return 0;
  }
  const [from = '-', to] = operands;
  const input = await io.open(from);
  if ('failed' in input) return io.fail(`${from}: ${input.failed}`, 2);
  const target = to === undefined || to === '-' ? null : io.path(to);
  const putBytes = async (bytes: Uint8Array): Promise<boolean> => {
    if (target === null) return io.bytes(bytes);
    await io.tools.disk.appendFile(target, bytes);
    return true;
  };
  if (letters.has('r')) {
    const old = target === null ? null : await io.tools.disk.readFileBuffer(target).catch(() => null);
    const isPlain = letters.has('p');
    const bytes = await revertDump(input, isPlain, numbers.c ?? 16, numbers.s ?? 0, old);
    if (target === null) await io.bytes(bytes);
    else await io.tools.disk.writeFile(target, bytes);
    return 0;
  }
  if (target !== null) await io.tools.disk.writeFile(target, new Uint8Array(0));
  const put: Put = (text) => putBytes(fromLatin1(text));
  let skip = numbers.s ?? 0;
  if (seek.startsWith('-')) {
    const size = (await io.stat(io.path(from)))?.size ?? 0;
    if (from === '-' || size + skip < 0) return io.fail('Sorry, cannot seek.', 4);
    skip += size;
  }
  let chunks: AsyncIterable<Uint8Array> = skip > 0 ? afterBytes(input, skip) : input;
  if (numbers.l !== undefined && numbers.l >= 0) chunks = firstBytes(chunks, numbers.l);
  const hex = letters.has('u') ? upper : lower;
  if (letters.has('p')) await plain(chunks, numbers.c ?? 30, hex, put);
  else if (letters.has('i')) {
    const given = options.name ?? (from === '-' ? null : from);
    const named = given?.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '__') ?? null;
    const name = named !== null && letters.has('C') ? named.toUpperCase() : named;
    await include(chunks, name, numbers.c ?? 12, hex, put);
  } else {
    const bits = letters.has('b');
    const littleEndian = letters.has('e') && !bits;
    const cols = numbers.c || (bits ? 6 : 16);
    if (cols < 1 || cols > 256) return io.fail('invalid number of columns (max. 256).');
    const group = numbers.g || (numbers.g === 0 ? cols : bits ? 1 : littleEndian ? 4 : 2);
    const layout = { cols, group, digits: bits ? binary : hex, littleEndian, decimal: letters.has('d') };
    await dump(chunks, skip + (numbers.o ?? 0), letters.has('a'), layout, put);
  }
  return 0;
}
