import { joined } from '../commandOutput.ts';
import { characterText } from '../od/formats.ts';
import { afterBytes, firstBytes } from '../pieces.ts';
import { type Options, sizeOf } from './getopt.ts';
import type { Io } from './io.ts';

export const hexdumpSpec = [
  'b|one-byte-octal',
  'c|one-byte-char',
  'C|canonical',
  'd|two-bytes-decimal',
  'o|two-bytes-octal',
  'x|two-bytes-hex',
  'e|format=',
  'n|length=',
  's|skip=',
  'v|no-squeezing',
];

/** `16/1 "%02x "`: how often, how many bytes at once, and printf's form. No count: the text stands by itself. */
interface Unit {
  readonly count: number;
  readonly size: number;
  readonly form: string;
}

const blockBytes = 16;

const layouts: Readonly<Record<string, string>> = {
  '': '"%07.7_ax " 8/2 "%04x " "\\n"',
  x: '"%07.7_ax " 8/2 "   %04x " "\\n"',
  d: '"%07.7_ax " 8/2 "  %05u " "\\n"',
  o: '"%07.7_ax " 8/2 " %06o " "\\n"',
  b: '"%07.7_ax " 16/1 "%03o " "\\n"',
  c: '"%07.7_ax " 16/1 "%3_c " "\\n"',
  C: '"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x " "  |" 16/1 "%_p" "|\\n"',
};

function unescaped(text: string): string {
  const known: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', 0: '\0' };
  return text.replace(/\\(.)/g, (_all, letter: string) => known[letter] ?? letter);
}

function unitsOf(text: string): Unit[] | null {
  const units: Unit[] = [];
  const pattern = /\s*(?:(\d+)?(?:\/(\d+))?\s*)"((?:[^"\\]|\\.)*)"\s*/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return null;
    const form = unescaped(match[3]!);
    const takes = /%[-+#0 \d.]*(?:_[pcu]|[doxXui c])/.test(form);
    const isFloat = /%[-+#0 \d.]*[efgG]/.test(form);
    const byteSized = /%[-+#0 \d.]*(?:_[pcu]|c)/.test(form);
    const size = takes || isFloat ? Number(match[2] ?? (byteSized ? 1 : 4)) : 0;
    units.push({ count: Number(match[1] ?? 1), size, form });
  }
  return units;
}

const shortNames =
  'nul soh stx etx eot enq ack bel bs ht lf vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us'.split(
    ' ',
  );

function printed(form: string, value: bigint, size: number, address: number): string {
  return form.replace(
    /%([-+#0 ]*)(\d*)(?:\.(\d+))?(_a[dox]|_A[dox]|_p|_c|_u|[doxXuic%])/g,
    (_all, flags: string, width: string, precision: string | undefined, kind: string) => {
      if (kind === '%') return '%';
      const byte = Number(value & 0xffn);
      const signed = BigInt.asIntN(size * 8, value);
      const base = { x: 16, o: 8, d: 10, u: 10, i: 10, X: 16 }[kind.at(-1) ?? 'd'] ?? 10;
      let text: string;
      if (kind.startsWith('_a') || kind.startsWith('_A')) text = address.toString(base);
      else if (kind === '_p') text = byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.';
      else if (kind === '_c') text = characterText(byte);
      else if (kind === '_u') text = byte === 127 ? 'del' : (shortNames[byte] ?? String.fromCharCode(byte));
      else if (kind === 'c') text = String.fromCharCode(byte);
      else text = (kind === 'd' || kind === 'i' ? signed : value).toString(base);
      if (kind === 'X') text = text.toUpperCase();
      if (precision !== undefined && !kind.startsWith('_p')) text = text.padStart(Number(precision), '0');
      if (flags.includes('#') && kind === 'x') text = `0x${text}`;
      if (flags.includes('-')) return text.padEnd(Number(width));
      return text.padStart(Number(width), flags.includes('0') ? '0' : ' ');
    },
  );
}

function valueAt(bytes: Uint8Array, at: number, size: number): bigint {
  let value = 0n;
  for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[at + index] ?? 0);
  return value;
}

/** One format string over one block. Places past the end of the data are blank. */
function formatBlock(units: readonly Unit[], block: Uint8Array, address: number): string {
  let text = '';
  let at = 0;
  for (const { count, size, form } of units) {
    if (size === 0) {
      // An address is that of the block's next byte.
      for (let turn = 0; turn < count; turn++) text += printed(form, 0n, 1, address + at);
      continue;
    }
    for (let turn = 0; turn < count; turn++, at += size) {
      // Blanks behind the last of several are not printed.
      const part = count > 1 && turn === count - 1 ? form.replace(/\s+$/, '') : form;
      if (at < block.length) text += printed(part, valueAt(block, at, size), size, address + at);
      else
        text += printed(
          part.replace(/%[-+#0 ]*(\d*)(?:\.\d+)?(_[pcu]|[doxXuic])/g, (all) => blankFor(all)),
          0n,
          size,
          0,
        );
    }
  }
  return text;
}

function blankFor(conversion: string): string {
  const width = /^%[-+#0 ]*(\d*)/.exec(conversion)?.[1] ?? '';
  return conversion.endsWith('_p') && width === '' ? '' : ' '.repeat(Number(width || 1));
}

function blockSizeOf(formats: readonly (readonly Unit[])[]): number {
  return Math.max(
    1,
    ...formats.map((units) => units.reduce((sum, { count, size }) => sum + count * size, 0)),
  );
}

export async function hexdump(io: Io, options: Options): Promise<number> {
  const kind = options.last('b', 'c', 'C', 'd', 'o', 'x');
  const own = options.all('e');
  const canonical = io.name === 'hd' || kind === 'C';
  const texts = own.length > 0 ? own : [layouts[canonical ? 'C' : (kind ?? '')] ?? ''];
  const formats: Unit[][] = [];
  for (const text of texts) {
    const units = unitsOf(text);
    if (!units) return io.fail(`bad format {${text}}`);
    // `-C` shows each byte twice.
    if (canonical && own.length === 0) formats.push(units.slice(0, 4), units.slice(4));
    else formats.push(units);
  }
  const size = own.length > 0 ? blockSizeOf(formats) : blockBytes;
  const skip = sizeOf(options.get('s') ?? '0') ?? Number(options.get('s'));
  const length = options.has('n') ? sizeOf(options.get('n') ?? '') : null;
  const files = options.operands.length > 0 ? options.operands : ['-'];
  let exitCode = 0;
  const inputs: AsyncIterable<Uint8Array>[] = [];
  for (const file of files) {
    const input = await io.open(file);
    if ('failed' in input) exitCode = await io.fail(`${file}: ${input.failed}`);
    else inputs.push(input);
  }
  if (inputs.length === 0) return io.fail('all input file arguments failed');
  let chunks: AsyncIterable<Uint8Array> = concatenated(inputs);
  if (skip > 0) chunks = afterBytes(chunks, skip);
  if (length !== null) chunks = firstBytes(chunks, length);

  let address = skip;
  let kept: Uint8Array = new Uint8Array(0);
  let previous = '';
  let squeezed = false;
  const show = (block: Uint8Array): string => {
    const key = options.has('v') || block.length < size ? '' : block.join();
    const isRepeated = key !== '' && key === previous;
    previous = key;
    const at = address;
    address += block.length;
    if (isRepeated) {
      const text = squeezed ? '' : '*\n';
      squeezed = true;
      return text;
    }
    squeezed = false;
    return formats.map((units) => formatBlock(units, block, at)).join('');
  };
  for await (const chunk of chunks) {
    const whole = kept.length > 0 ? joined([kept, chunk]) : chunk;
    const lines: string[] = [];
    let at = 0;
    for (; at + size <= whole.length; at += size) lines.push(show(whole.subarray(at, at + size)));
    kept = whole.slice(at);
    if (!(await io.out(lines.join('')))) return exitCode;
  }
  if (kept.length > 0) await io.out(show(kept));
  if (own.length === 0 && address > skip)
    await io.out(`${address.toString(16).padStart(canonical ? 8 : 7, '0')}\n`);
  return exitCode;
}

export async function* concatenated(inputs: Iterable<AsyncIterable<Uint8Array>>): AsyncGenerator<Uint8Array> {
  for (const input of inputs) yield* input;
}
