import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { decodeText } from './text/bytesText.ts';
import { getopt, lastValues } from './text/getopt.ts';
import { readAll } from './text/readAll.ts';
import { ToolOutput } from './text/toolOutput.ts';

/** Words in lines of at most `width`, so that lines come close to `goal`: the breaks of least raggedness. */
function filled(words: readonly string[], width: number, goal: number, indent: number): string[] {
  const count = words.length;
  const cost: number[] = new Array(count + 1).fill(0);
  const next: number[] = new Array(count + 1).fill(count);
  for (let from = count - 1; from >= 0; from--) {
    cost[from] = Number.POSITIVE_INFINITY;
    let length = indent;
    for (let to = from; to < count; to++) {
      length += words[to]!.length + (to > from ? 1 : 0);
      if (length > width && to > from) break;
      const isLast = to === count - 1;
      const off = goal - length;
      const own = isLast ? 0 : off * off * 10 + (/[.?!]$/.test(words[to]!) ? -250 : 0);
      const total = own + cost[to + 1]!;
      if (total < cost[from]!) {
        cost[from] = total;
        next[from] = to + 1;
      }
    }
  }
  const lines: string[] = [];
  for (let at = 0; at < count; at = next[at]!) lines.push(words.slice(at, next[at]).join(' '));
  return lines;
}

/** `fmt`: paragraphs filled anew. */
export function fmt(tools: CommandTools): Command {
  return command('fmt', async (args, context) => {
    const rewritten = args.map((arg) => arg.replace(/^-(\d+)$/, '-w$1'));
    const parsed = getopt(rewritten, {
      short: 'cstuw:g:p:',
      long: {
        'width=': 'w',
        'goal=': 'g',
        'split-only': 's',
        'uniform-spacing': 'u',
        'crown-margin': 'c',
        'prefix=': 'p',
      },
    });
    if ('error' in parsed) return fail(`fmt: ${parsed.error}\nTry 'fmt --help' for more information.\n`);
    const given = lastValues(parsed.options);
    const width = Number(given.get('w') ?? 75);
    if (!Number.isInteger(width) || width < 1) return fail(`fmt: invalid width: '${given.get('w')}'\n`);
    const goal = Number(given.get('g') ?? Math.floor((width * 187) / 200));
    const output = new ToolOutput('fmt', tools);
    let exitCode = 0;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const bytes = await readAll(tools, context, operand);
      if ('failed' in bytes) {
        await output.error(`cannot open '${operand}' for reading: ${bytes.failed}`);
        exitCode = 1;
        continue;
      }
      const lines = decodeText(bytes).replace(/\n$/, '').split('\n');
      let words: string[] = [];
      let indent = '';
      const flush = (): void => {
        for (const line of words.length > 0 ? filled(words, width, goal, indent.length) : [])
          output.print(`${indent}${line}\n`);
        words = [];
      };
      for (const line of lines) {
        const own = /^[ \t]*/.exec(line)![0];
        if (line.trim() === '') {
          flush();
          output.print('\n');
          continue;
        }
        if (words.length > 0 && (own !== indent || given.has('s'))) flush();
        indent = own;
        words.push(...line.trim().split(/\s+/));
      }
      flush();
    }
    return output.end(exitCode);
  });
}
