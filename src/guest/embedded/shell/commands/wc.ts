import type { Command } from 'just-bash/browser';
import { bytesFromText } from '../disk/bytes.ts';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { parseOptions } from './options.ts';

const table = {
  flags: 'clmwL',
  valued: '',
  long: { bytes: 'c', chars: 'm', lines: 'l', words: 'w', 'max-line-length': 'L' },
};

type Counts = Record<'lines' | 'words' | 'chars' | 'bytes' | 'longest', number>;

const order = [
  ['l', 'lines'],
  ['w', 'words'],
  ['m', 'chars'],
  ['c', 'bytes'],
  ['L', 'longest'],
] as const;

async function countAll(chunks: AsyncIterable<Uint8Array>, detailed: boolean): Promise<Counts> {
  const counts: Counts = { lines: 0, words: 0, chars: 0, bytes: 0, longest: 0 };
  let inWord = false;
  let column = 0;
  for await (const chunk of chunks) {
    counts.bytes += chunk.length;
    if (!detailed) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) counts.lines++;
      continue;
    }
    for (const byte of chunk) {
      const isBlank = byte === 32 || (byte >= 9 && byte <= 13);
      if (!isBlank && !inWord) counts.words++;
      inWord = !isBlank;
      if ((byte & 0xc0) !== 0x80) counts.chars++;
      if (byte === 10) counts.lines++;
      if (byte === 10 || byte === 13 || byte === 12) column = 0;
      else if (byte === 9) column += 8 - (column % 8);
      else if (byte >= 32 && (byte & 0xc0) !== 0x80) column++;
      counts.longest = Math.max(counts.longest, column);
    }
  }
  return counts;
}

/** GNU `wc`, over streams: nothing is held, and `-c` of a file asks only its size. */
export function wc(tools: CommandTools): Command {
  return command('wc', async (args, context) => {
    const call = tools.live.takeCall('wc');
    const parsed = parseOptions(args, table);
    if ('error' in parsed) return fail(`wc: ${parsed.error}\nTry 'wc --help' for more information.\n`);
    const output = new CommandOutput('wc', tools, call);
    const letters = parsed.given.size > 0 ? new Set(parsed.given.keys()) : new Set(['l', 'w', 'c']);
    const columns = order.filter(([letter]) => letters.has(letter)).map(([, name]) => name);
    const onlyBytes = columns.length === 1 && columns[0] === 'bytes';
    const detailed = columns.some((name) => name !== 'bytes' && name !== 'lines');

    const operands = parsed.operands.length > 0 ? parsed.operands : ['-'];
    const rows: { counts: Counts; name: string }[] = [];
    const total: Counts = { lines: 0, words: 0, chars: 0, bytes: 0, longest: 0 };
    let exitCode = 0;
    let known = 0;
    // A folder has no size to pad to; GNU takes seven columns then.
    let sizeless = false;
    for (const operand of operands) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        if (input.failed !== 'Is a directory') continue;
        sizeless = true;
      }
      const counts: Counts =
        'failed' in input
          ? { lines: 0, words: 0, chars: 0, bytes: 0, longest: 0 }
          : onlyBytes && input.file
            ? { lines: 0, words: 0, chars: 0, longest: 0, bytes: input.file.size }
            : await countAll(input.chunks, detailed);
      known += 'failed' in input || !input.file ? 0 : input.file.size;
      for (const name of ['lines', 'words', 'chars', 'bytes'] as const) total[name] += counts[name];
      total.longest = Math.max(total.longest, counts.longest);
      rows.push({ counts, name: parsed.operands.length > 0 ? operand : '' });
    }
    if (operands.length > 1) rows.push({ counts: total, name: 'total' });
    const width = sizeless ? 7 : widthOf(columns.length, operands, rows.length, Math.max(known, total.bytes));
    for (const { counts, name } of rows) {
      const numbers = columns.map((column) => String(counts[column]).padStart(width)).join(' ');
      await output.write(bytesFromText(`${numbers}${name === '' ? '' : ` ${name}`}\n`));
    }
    return output.result(exitCode);
  });
}

/** GNU pads to the digits of the total size, to 7 where a size is unknown, and not at all a lone number. */
function widthOf(columns: number, operands: readonly string[], rows: number, bytes: number): number {
  if (columns === 1 && rows <= 1) return 1;
  if (operands.includes('-')) return 7;
  return String(bytes).length;
}
