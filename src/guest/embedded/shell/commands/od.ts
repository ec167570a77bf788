import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { joined } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { parseCount } from './options.ts';
import { getopt } from './text/getopt.ts';
import { ToolOutput } from './text/toolOutput.ts';

interface Format {
  /** Bytes of one value. */
  readonly size: number;
  /** Columns of the longest value. */
  readonly width: number;
  readonly show: (view: DataView, at: number) => string;
  /** Characters shown at the end of the line, as `z` asks. */
  readonly showsText: boolean;
}

const named: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};
const controlNames =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  );

function characterText(view: DataView, at: number): string {
  const byte = view.getUint8(at);
  if (named[byte]) return named[byte];
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0');
}

function nameText(view: DataView, at: number): string {
  const byte = view.getUint8(at) & 0x7f;
  return byte === 0x7f ? 'del' : (controlNames[byte] ?? String.fromCharCode(byte));
}

function integerAt(view: DataView, at: number, size: number, signed: boolean): bigint {
  let value = 0n;
  for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(view.getUint8(at + index));
  return signed ? BigInt.asIntN(size * 8, value) : value;
}

const letterSizes: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8, F: 4, D: 8 };

/** The formats that one `-t` asks for: `x1z`, `d4`, `cx1`; null where a letter is unknown. */
function formatsOf(type: string): Format[] | null {
  const formats: Format[] = [];
  let rest = type;
  while (rest !== '') {
    const match = /^([acdfoux])(\d+|[CSILFD])?(z?)/.exec(rest);
    if (!match) return null;
    const [whole, letter = '', sizeText, z] = match;
    rest = rest.slice(whole.length);
    const showsText = z === 'z';
    if (letter === 'a' || letter === 'c') {
      formats.push({ size: 1, width: 3, show: letter === 'a' ? nameText : characterText, showsText });
      continue;
    }
    const size = sizeText ? (letterSizes[sizeText] ?? Number(sizeText)) : letter === 'f' ? 8 : 4;
    if (![1, 2, 4, 8].includes(size)) return null;
    if (letter === 'f') {
      const show = (view: DataView, at: number): string => {
        const value = size === 4 ? view.getFloat32(at, true) : view.getFloat64(at, true);
        return String(size === 4 ? Number(value.toPrecision(8)) : value);
      };
      formats.push({ size, width: size === 4 ? 15 : 24, show, showsText });
      continue;
    }
    const radix = letter === 'x' ? 16 : letter === 'o' ? 8 : 10;
    const most =
      letter === 'd'
        ? `-${(1n << BigInt(size * 8 - 1)).toString()}`
        : ((1n << BigInt(size * 8)) - 1n).toString(radix);
    const padded = radix !== 10;
    const show = (view: DataView, at: number): string => {
      const text = integerAt(view, at, size, letter === 'd').toString(radix);
      return padded ? text.padStart(most.length, '0') : text;
    };
    formats.push({ size, width: most.length, show, showsText });
  }
  return formats;
}

const shortTypes: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'o1',
  c: 'c',
  d: 'u2',
  f: 'fF',
  i: 'dI',
  l: 'dL',
  o: 'o2',
  s: 'd2',
  x: 'x2',
};

const lineBytes = 16;

/** GNU `od`. */
export function od(tools: CommandTools): Command {
  return command('od', async (args, context) => {
    const parsed = getopt(args, {
      short: 'A:j:N:t:vw::S:abcdfilosx',
      long: {
        'address-radix=': 'A',
        'skip-bytes=': 'j',
        'read-bytes=': 'N',
        'format=': 't',
        'output-duplicates': 'v',
        'width=?': 'w',
      },
    });
    if ('error' in parsed) return fail(`od: ${parsed.error}\nTry 'od --help' for more information.\n`);
    let radix = 'o';
    let skip = 0;
    let most = Number.POSITIVE_INFINITY;
    let perLine = lineBytes;
    let repeats = false;
    const formats: Format[] = [];
    for (const { key, value } of parsed.options) {
      if (key === 'A') radix = value;
      else if (key === 'v') repeats = true;
      else if (key === 'w') perLine = value === '' ? 32 : Number(value);
      else if (key === 'j' || key === 'N') {
        const count = /^0x/.test(value) ? Number(value) : parseCount(value);
        if (count === null || Number.isNaN(count)) return fail(`od: invalid -${key} argument '${value}'\n`);
        if (key === 'j') skip = count;
        else most = count;
      } else {
        const made = formatsOf(shortTypes[key] ?? value);
        if (made === null) return fail(`od: invalid type string '${value}'\n`);
        formats.push(...made);
      }
    }
    if (!/^[doxn]$/.test(radix))
      return fail(`od: invalid output address radix '${radix}'; it must be one character from [doxn]\n`);
    if (formats.length === 0) formats.push(...formatsOf('o2')!);
    const output = new ToolOutput('od', tools);
    const parts: Uint8Array[] = [];
    let exitCode = 0;
    let read = 0;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      if (operand.startsWith('/dev/') && operand !== '/dev/stdin' && Number.isFinite(most)) {
        parts.push(await tools.disk.readRange(operand, 0, skip + most));
        continue;
      }
      for await (const chunk of input.chunks) {
        parts.push(chunk);
        read += chunk.length;
        if (read >= skip + most) break;
      }
    }
    const all = joined(parts);
    if (skip > all.length) return fail('od: cannot skip past end of combined input\n');
    await dump(all.subarray(skip, skip + most), { radix, skip, perLine, repeats, formats }, output);
    return output.end(exitCode);
  });
}

interface Dump {
  readonly radix: string;
  readonly skip: number;
  readonly perLine: number;
  readonly repeats: boolean;
  readonly formats: readonly Format[];
}

async function dump(
  bytes: Uint8Array,
  { radix, skip, perLine, repeats, formats }: Dump,
  output: ToolOutput,
): Promise<void> {
  const address = (at: number): string => {
    if (radix === 'n') return '';
    return radix === 'x'
      ? at.toString(16).padStart(6, '0')
      : at.toString(radix === 'd' ? 10 : 8).padStart(7, '0');
  };
  // Columns of all formats stand under each other: each byte takes as many as the widest needs.
  const columns = Math.max(...formats.map(({ size, width }) => ((width + 1) * perLine) / size));
  let starred = false;
  for (let at = 0; at < bytes.length; at += perLine) {
    const line = bytes.subarray(at, at + perLine);
    const isRepeat =
      !repeats &&
      at > 0 &&
      line.length === perLine &&
      line.every((byte, index) => byte === bytes[at - perLine + index]);
    if (isRepeat && at + perLine <= bytes.length) {
      if (!starred) output.print('*\n');
      starred = true;
      continue;
    }
    starred = false;
    const padded = new Uint8Array(perLine);
    padded.set(line);
    const view = new DataView(padded.buffer);
    for (const [index, { size, width, show, showsText }] of formats.entries()) {
      const start = address(skip + at);
      let text = index === 0 ? start : ' '.repeat(start.length);
      const fields = perLine / size;
      const used = Math.ceil(line.length / size);
      const slack = columns - (width + 1) * fields;
      for (let field = 0; field < used; field++) {
        const before = Math.floor((slack * (field + 1)) / fields) - Math.floor((slack * field) / fields);
        text += `${' '.repeat(before)} ${show(view, field * size).padStart(width)}`;
      }
      if (showsText) {
        const shown = Array.from(line, (byte) =>
          byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
        );
        text = `${text.padEnd(start.length + columns)}  >${shown.join('')}<`;
      }
      output.print(`${text}\n`);
    }
    if (output.isFull) await output.flush();
    if (output.closed) return;
  }
  if (radix !== 'n') output.print(`${address(skip + bytes.length)}\n`);
}
