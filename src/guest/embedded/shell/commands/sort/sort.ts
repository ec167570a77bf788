import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from '../command.ts';
import { openInput, reasonOf } from '../inputs.ts';
import { encodeText } from '../text/bytesText.ts';
import { getopt } from '../text/getopt.ts';
import { LineReader } from '../text/lineReader.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { flagsOf, type KeyValue, keyText, keyValue, parseKey, type SortKey } from './keys.ts';
import { Ordering, sortedTexts } from './ordering.ts';

const spec = {
  short: 'bdfghiMnRrVcCk:mo:sS:t:T:uz',
  long: {
    'ignore-leading-blanks': 'b',
    'dictionary-order': 'd',
    'ignore-case': 'f',
    'general-numeric-sort': 'g',
    'human-numeric-sort': 'h',
    'ignore-nonprinting': 'i',
    'month-sort': 'M',
    'numeric-sort': 'n',
    'random-sort': 'R',
    reverse: 'r',
    'version-sort': 'V',
    'check=?': 'check',
    'key=': 'k',
    merge: 'm',
    'output=': 'o',
    stable: 's',
    'buffer-size=': 'S',
    'field-separator=': 't',
    unique: 'u',
    'zero-terminated': 'z',
    'parallel=': 'ignored',
    'sort=': 'sort',
    'files0-from=': 'files0',
    version: 'version',
  },
};
const sortWords: Readonly<Record<string, string>> = {
  'general-numeric': 'g',
  'human-numeric': 'h',
  month: 'M',
  numeric: 'n',
  random: 'R',
  version: 'V',
};

const surrogates = /[\ud800-\udfff]/;

/** GNU `sort` in the C locale. */
export function sort(tools: CommandTools): Command {
  return command('sort', async (args, context) => {
    const parsed = getopt(args, spec);
    if ('error' in parsed) return fail(`sort: ${parsed.error}\nTry 'sort --help' for more information.\n`, 2);
    const { options } = parsed;
    const has = (key: string): boolean => options.some((option) => option.key === key);
    const last = (key: string): string | undefined => options.findLast((option) => option.key === key)?.value;
    const globals = [
      ...options.filter(({ key }) => /^[bdfghiMnRrV]$/.test(key)).map(({ key }) => key),
      ...options.filter(({ key }) => key === 'sort').map(({ value }) => sortWords[value] ?? ''),
    ].join('');
    const keys: SortKey[] = [];
    for (const { key, value } of options) {
      if (key !== 'k') continue;
      const made = parseKey(value, globals);
      if ('error' in made) return fail(`sort: ${made.error}\n`, 2);
      keys.push(made);
    }
    const whole = flagsOf(globals);
    if (keys.length === 0 && /[bdfghiMnRV]/.test(globals))
      keys.push({ startField: 1, startCharacter: 1, endField: 0, endCharacter: 0, flags: whole });
    let separator = last('t') ?? null;
    if (separator === '\\0') separator = '\0';
    if (separator !== null && [...separator].length !== 1)
      return fail(separator === '' ? 'sort: empty tab\n' : `sort: multi-character tab '${separator}'\n`, 2);
    const end = has('z') ? '\0' : '\n';
    const output = new ToolOutput('sort', tools);

    const lines: string[] = [];
    /** Characters that are two units would not be in their order by units. */
    let hasPairs = false;
    const operands = parsed.operands.length > 0 ? parsed.operands : ['-'];
    for (const operand of operands) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(
          `${input.failed === 'Is a directory' ? 'read failed' : 'cannot read'}: ${operand}: ${input.failed}`,
        );
        return output.end(2);
      }
      const reader = new LineReader(input.chunks, end);
      while (reader.ready > 0 || (await reader.fill())) {
        const line = reader.next();
        hasPairs ||= surrogates.test(line);
        lines.push(line);
      }
    }

    const salt = [0, 1, 2, 3].map(() => tools.randomByte());
    const keyOf = (line: string, key: SortKey): KeyValue => {
      const isWhole =
        key.startField === 1 && key.startCharacter === 1 && key.endField === 0 && !key.flags.skipStart;
      const text = isWhole ? line : keyText(line, key, separator);
      return key.flags.random ? shuffled(text, salt) : keyValue(text, key.flags);
    };
    const ordering = new Ordering(
      lines,
      keys.map((key) => lines.map((line) => keyOf(line, key))),
      { keys, reverse: whole.reverse, lastResort: !has('s') && !has('u') },
    );

    const check = has('c') || last('check') !== undefined;
    if (check || has('C')) {
      const quiet = has('C') || /^(quiet|silent)/.test(last('check') ?? '');
      for (let index = 1; index < lines.length; index++) {
        const order = ordering.compare(index - 1, index);
        if (order < 0 || (order === 0 && !has('u'))) continue;
        if (!quiet) await output.error(`${operands[0]}:${index + 1}: disorder: ${lines[index]}`);
        return output.end(1);
      }
      return output.end(0);
    }

    const isPlain = keys.length === 0 && !hasPairs;
    const kept = isPlain ? sortedTexts(lines, whole.reverse, has('u')) : ordering.sorted(has('u'));
    const textAt = (index: number): string => {
      const item = kept[index]!;
      return (typeof item === 'string' ? item : lines[item]!) + end;
    };
    const target = last('o');
    if (target !== undefined) {
      try {
        const text = Array.from({ length: kept.length }, (_item, index) => textAt(index)).join('');
        await tools.disk.writeFile(tools.disk.resolvePath(context.cwd, target), encodeText(text));
      } catch (error) {
        await output.error(`open failed: ${target}: ${reasonOf(error)}`);
        return output.end(2);
      }
      return output.end(0);
    }
    for (let index = 0; index < kept.length; index++) {
      output.print(textAt(index));
      if (output.isFull) await output.flush();
      if (output.closed) break;
    }
    return output.end(0);
  });
}

/** Equal lines get equal numbers, so that they stay together. */
function shuffled(text: string, salt: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const part of [...salt.map((byte) => String.fromCharCode(byte)), text])
    for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
