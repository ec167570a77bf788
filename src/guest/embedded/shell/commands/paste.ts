import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { openInput } from './inputs.ts';
import { getopt, lastValues } from './text/getopt.ts';
import { LineReader } from './text/lineReader.ts';
import { ToolOutput } from './text/toolOutput.ts';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  '\\': '\\',
  '0': '',
  b: '\b',
  f: '\f',
  r: '\r',
  v: '\v',
};

function delimitersOf(list: string): string[] {
  const found = Array.from(list.matchAll(/\\([\s\S])|[\s\S]/gu), ([whole, letter]) =>
    letter === undefined ? whole : (escapes[letter] ?? letter),
  );
  return found.length > 0 ? found : [''];
}

/** GNU `paste`. */
export function paste(tools: CommandTools): Command {
  return command('paste', async (args, context) => {
    const parsed = getopt(args, {
      short: 'd:sz',
      long: { 'delimiters=': 'd', serial: 's', 'zero-terminated': 'z' },
    });
    if ('error' in parsed) return fail(`paste: ${parsed.error}\nTry 'paste --help' for more information.\n`);
    const given = lastValues(parsed.options);
    const delimiters = delimitersOf(given.get('d') ?? '\t');
    const end = given.has('z') ? '\0' : '\n';
    const output = new ToolOutput('paste', tools);
    const readers: LineReader[] = [];
    // All operands that are standard input take turns reading it.
    let stdin: LineReader | null = null;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      if (operand === '-' && stdin) {
        readers.push(stdin);
        continue;
      }
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        if (given.has('s')) continue;
        return output.end(1);
      }
      const reader = new LineReader(input.chunks, end);
      if (operand === '-') stdin = reader;
      readers.push(reader);
    }
    if (given.has('s')) {
      for (const reader of readers) {
        for (let index = 0; (reader.ready > 0 || (await reader.fill())) && !output.closed; index++) {
          output.print((index > 0 ? delimiters[(index - 1) % delimiters.length]! : '') + reader.next());
          if (output.isFull) await output.flush();
        }
        output.print(end);
      }
      return output.end(readers.length < parsed.operands.length ? 1 : 0);
    }
    for (;;) {
      const lines: (string | null)[] = [];
      for (const reader of readers) lines.push(await reader.line());
      if (lines.every((line) => line === null)) break;
      output.print(
        lines
          .map(
            (line, index) => (index > 0 ? delimiters[(index - 1) % delimiters.length]! : '') + (line ?? ''),
          )
          .join('') + end,
      );
      if (output.isFull) await output.flush();
      if (output.closed) break;
    }
    return output.end(0);
  });
}
