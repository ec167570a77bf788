import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail } from '../command.ts';
import { openInput } from '../inputs.ts';
import { parseCount } from '../options.ts';
import { getopt } from '../text/getopt.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { Dump } from './dump.ts';
import { type Format, formatsOf } from './formats.ts';

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

const usualPerLine = 16;

/** GNU `od`. */
export function od(tools: CommandTools): Command {
  return command('od', async (args, context) => {
    const parsed = getopt(args, {
      short: 'A:j:N:t:vw::abcdfilosx',
      long: {
        'address-radix=': 'A',
        'skip-bytes=': 'j',
        'read-bytes=': 'N',
        'format=': 't',
        'output-duplicates': 'v',
        'width=?': 'w',
        'endian=': 'endian',
      },
    });
    if ('error' in parsed) return fail(`od: ${parsed.error}\nTry 'od --help' for more information.\n`);
    let radix = 'o';
    let skip = 0;
    let most = Number.POSITIVE_INFINITY;
    let perLine: number | null = null;
    let repeats = false;
    const isLittleEndian = !parsed.options.some(({ key, value }) => key === 'endian' && /^b/.test(value));
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
      } else if (key !== 'endian') {
        const made = formatsOf(shortTypes[key] ?? value, isLittleEndian);
        if (made === null) return fail(`od: invalid type string '${value}'\n`);
        formats.push(...made);
      }
    }
    if (!/^[doxn]$/.test(radix))
      return fail(`od: invalid output address radix '${radix}'; it must be one character from [doxn]\n`);
    if (formats.length === 0) formats.push(...formatsOf('o2', isLittleEndian)!);
    const output = new ToolOutput('od', tools);
    // Sizes are powers of two: the largest is a multiple of the others.
    const largest = Math.max(...formats.map(({ size }) => size));
    let warning: string | null = null;
    if (perLine !== null && (!(perLine > 0) || perLine % largest !== 0)) {
      warning = `warning: invalid width ${perLine}; using ${largest} instead`;
      perLine = largest;
    }
    /** Comes when the start is found and nothing is shown yet. */
    const warn = async (): Promise<void> => {
      if (warning !== null) await output.error(warning);
      warning = null;
    };
    const dump = new Dump({ radix, start: skip, perLine: perLine ?? usualPerLine, repeats, formats }, output);
    const range = { skip, most };
    let exitCode = 0;
    let hasOpened = false;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      if (hasOpened && range.most === 0 && range.skip === 0) break;
      const input = await openOperand(tools, context, operand, range);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      hasOpened = true;
      if (range.most === 0 && range.skip === 0) break;
      for await (const chunk of input.chunks) {
        const skipped = Math.min(range.skip, chunk.length);
        range.skip -= skipped;
        const shown = chunk.subarray(skipped, skipped + Math.min(range.most, chunk.length - skipped));
        range.most -= shown.length;
        if (shown.length > 0) await warn();
        await dump.put(shown);
        if (output.closed) return output.end(exitCode);
        if (range.most > 0 || range.skip > 0) continue;
        input.giveBack(chunk.subarray(skipped + shown.length));
        break;
      }
    }
    if (range.skip > 0) {
      await output.error('cannot skip past end of combined input');
      return output.end(1);
    }
    await warn();
    dump.end();
    return output.end(exitCode);
  });
}

type Opened = Pick<Exclude<Awaited<ReturnType<typeof openInput>>, { failed: string }>, 'chunks' | 'giveBack'>;

/** A device gives as much as it is asked for. */
async function openOperand(
  tools: CommandTools,
  context: Context,
  operand: string,
  { skip, most }: { readonly skip: number; readonly most: number },
): Promise<Opened | { readonly failed: string }> {
  const input = await openInput(tools, context, operand);
  const isDevice = operand.startsWith('/dev/') && operand !== '/dev/stdin' && Number.isFinite(most);
  if ('failed' in input || !isDevice) return input;
  const bytes = await tools.disk.readRange(operand, 0, skip + most);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return { chunks: all(), giveBack: input.giveBack };
}
