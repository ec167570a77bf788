import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from '../command.ts';
import { openInput } from '../inputs.ts';
import { encodeText } from '../text/bytesText.ts';
import { getopt } from '../text/getopt.ts';
import { LineReader } from '../text/lineReader.ts';
import { ToolOutput } from '../text/toolOutput.ts';

const spec = {
  short: 'cdDf:is:uw:z',
  long: {
    count: 'c',
    repeated: 'd',
    'all-repeated=?': 'D',
    'group=?': 'group',
    'skip-fields=': 'f',
    'ignore-case': 'i',
    'skip-chars=': 's',
    unique: 'u',
    'check-chars=': 'w',
    'zero-terminated': 'z',
  },
};

/** GNU `uniq`. */
export function uniq(tools: CommandTools): Command {
  return command('uniq', async (args, context) => {
    const parsed = getopt(args, spec);
    if ('error' in parsed) return fail(`uniq: ${parsed.error}\nTry 'uniq --help' for more information.\n`);
    const given = new Map(parsed.options.map(({ key, value }) => [key, value]));
    const count = (key: string): number => Number(given.get(key) ?? 0);
    for (const key of ['f', 's', 'w'])
      if (Number.isNaN(count(key))) {
        const what = { f: 'fields to skip', s: 'bytes to skip', w: 'bytes to compare' }[key];
        return fail(`uniq: ${given.get(key)}: invalid number of ${what}\n`);
      }
    const [source = '-', target] = parsed.operands;
    const input = await openInput(tools, context, source);
    if ('failed' in input) return fail(`uniq: ${source}: ${input.failed}\n`);
    const end = given.has('z') ? '\0' : '\n';
    const output = new ToolOutput('uniq', tools);
    const separated = given.get('D') || given.get('group') || (given.has('group') ? 'separate' : '');
    let written = '';
    let groups = 0;

    const keyOf = (line: string): string => {
      let key = line;
      for (let field = count('f'); field > 0; field--) key = key.replace(/^[ \t]*[^ \t]*/, '');
      key = key.slice(count('s'));
      if (given.has('w')) key = key.slice(0, count('w'));
      return given.has('i') ? key.toLowerCase() : key;
    };
    const keepsAll = given.has('D') || given.has('group');
    const show = (lines: readonly string[], size: number): void => {
      const repeated = size > 1;
      let text = '';
      if (keepsAll) {
        if (!repeated && !given.has('group')) return;
        const gap =
          separated === 'prepend' ||
          separated === 'both' ||
          (separated !== '' && separated !== 'none' && separated !== 'append' && groups > 0);
        text = (gap ? end : '') + lines.map((line) => line + end).join('');
        if (separated === 'append') text += end;
        groups++;
      } else {
        if ((given.has('d') && !repeated) || (given.has('u') && repeated)) return;
        text = (given.has('c') ? `${String(size).padStart(7)} ` : '') + lines[0] + end;
      }
      if (target === undefined) output.print(text);
      else written += text;
    };

    const reader = new LineReader(input.chunks, end, () => output.flush());
    let group: string[] = [];
    let size = 0;
    let key = '';
    while (reader.ready > 0 || (await reader.fill())) {
      const line = reader.next();
      const own = keyOf(line);
      if (group.length > 0 && own === key) {
        if (keepsAll) group.push(line);
        size++;
        continue;
      }
      if (group.length > 0) show(group, size);
      group = [line];
      size = 1;
      key = own;
      if (output.isFull) await output.flush();
      if (output.closed) break;
    }
    if (group.length > 0) show(group, size);
    if (target !== undefined)
      await tools.disk.writeFile(tools.disk.resolvePath(context.cwd, target), encodeText(written));
    return output.end(0);
  });
}
