import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { openInput } from './inputs.ts';
import { latin1FromLossless, textFromLatin1 } from './text/bytesText.ts';
import { getopt } from './text/getopt.ts';
import { LineReader } from './text/lineReader.ts';
import { ToolOutput } from './text/toolOutput.ts';

type Range = readonly [from: number, to: number];

/** `1,3-5,7-` in order, joined where they touch; the error in GNU's words. */
function parseRanges(text: string, what: string): Range[] | { readonly error: string } {
  const ranges: Range[] = [];
  for (const part of text.split(/[, ]/)) {
    const match = /^(\d*)(-?)(\d*)$/.exec(part);
    if (!match || part === '' || part === '-') {
      if (part === '-') return { error: 'invalid range with no endpoint: -' };
      return {
        error: `invalid ${what === 'fields' ? 'field' : 'byte or character'} ${part === '' ? 'range' : `value '${part}'`}`,
      };
    }
    const [, low = '', dash, high = ''] = match;
    if (low === '0' || (high === '0' && low === ''))
      return {
        error: `${what === 'fields' ? 'fields are numbered from 1' : 'byte/character positions are numbered from 1'}`,
      };
    const from = low === '' ? 1 : Number(low);
    const to = dash ? (high === '' ? Number.POSITIVE_INFINITY : Number(high)) : from;
    if (to < from) return { error: 'invalid decreasing range' };
    ranges.push([from, to]);
  }
  ranges.sort((a, b) => a[0] - b[0]);
  const merged: Range[] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}

function complementOf(ranges: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let next = 1;
  for (const [from, to] of ranges) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (Number.isFinite(next)) rest.push([next, Number.POSITIVE_INFINITY]);
  return rest;
}

const spec = {
  short: 'b:c:d:f:nsz',
  long: {
    'bytes=': 'b',
    'characters=': 'c',
    'delimiter=': 'd',
    'fields=': 'f',
    complement: 'complement',
    'only-delimited': 's',
    'output-delimiter=': 'out',
    'zero-terminated': 'z',
  },
};

/** GNU `cut`; `-c` counts bytes, as GNU's does. */
export function cut(tools: CommandTools): Command {
  return command('cut', async (args, context) => {
    const wrong = (words: string) => fail(`cut: ${words}\nTry 'cut --help' for more information.\n`);
    const parsed = getopt(args, spec);
    if ('error' in parsed) return wrong(parsed.error);
    const given = new Map(parsed.options.map(({ key, value }) => [key, value]));
    const lists = ['b', 'c', 'f'].filter((key) => given.has(key));
    if (lists.length === 0) return wrong('you must specify a list of bytes, characters, or fields');
    if (lists.length > 1) return wrong('only one list may be specified');
    const byFields = lists[0] === 'f';
    const delimiter = given.get('d') ?? '\t';
    if (!byFields && given.has('d'))
      return wrong('an input delimiter may be specified only when operating on fields');
    if (!byFields && given.has('s'))
      return wrong('suppressing non-delimited lines makes sense\n\tonly when operating on fields');
    if ([...delimiter].length > 1) return wrong('the delimiter must be a single character');
    const read = parseRanges(given.get(lists[0]!)!, byFields ? 'fields' : 'bytes');
    if ('error' in read) return wrong(read.error);
    const ranges = given.has('complement') ? complementOf(read) : read;
    const between = given.get('out') ?? (byFields ? delimiter || '\0' : '');
    const end = given.has('z') ? '\0' : '\n';
    const output = new ToolOutput('cut', tools);

    const fields = (line: string): string | null => {
      const parts = line.split(delimiter === '' ? '\0' : delimiter);
      if (parts.length === 1) return given.has('s') ? null : line;
      return ranges.flatMap(([from, to]) => parts.slice(from - 1, to)).join(between);
    };
    const bytes = (line: string): string => {
      const isAscii = /^[\x00-\x7f]*$/.test(line);
      const units = isAscii ? line : latin1FromLossless(line);
      const pieces = ranges.map(([from, to]) => units.slice(from - 1, to)).filter((piece) => piece !== '');
      return isAscii ? pieces.join(between) : pieces.map(textFromLatin1).join(between);
    };
    let exitCode = 0;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      const reader = new LineReader(input.chunks, end, () => output.flush());
      while (!output.closed && (reader.ready > 0 || (await reader.fill()))) {
        const line = reader.next();
        const shown = byFields ? fields(line) : bytes(line);
        if (shown !== null) output.print(shown + end);
        if (output.isFull) await output.flush();
      }
    }
    return output.end(exitCode);
  });
}
