import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { openInput } from './inputs.ts';
import { getopt, lastValues } from './text/getopt.ts';
import { LineReader } from './text/lineReader.ts';
import { posixToJs, RegexError } from './text/posixRegex.ts';
import { ToolOutput } from './text/toolOutput.ts';

const spec = {
  short: 'b:d:f:h:i:l:n:ps:v:w:',
  long: {
    'body-numbering=': 'b',
    'section-delimiter=': 'd',
    'footer-numbering=': 'f',
    'header-numbering=': 'h',
    'line-increment=': 'i',
    'join-blank-lines=': 'l',
    'number-format=': 'n',
    'no-renumber': 'p',
    'number-separator=': 's',
    'starting-line-number=': 'v',
    'number-width=': 'w',
  },
};

type Section = 'h' | 'b' | 'f';
/** Whether a line of a section gets a number. */
type Style = (line: string) => boolean;

const sectionWords: Readonly<Record<Section, string>> = { h: 'header', b: 'body', f: 'footer' };

function styleOf(text: string): Style | null {
  if (text === 'a') return () => true;
  if (text === 't') return (line) => line !== '';
  if (text === 'n') return () => false;
  if (!text.startsWith('p')) return null;
  const pattern = new RegExp(posixToJs(text.slice(1), { extended: false, escapes: 'none' }), 'u');
  return (line) => pattern.test(line);
}

const numbers: Readonly<Record<string, string>> = {
  i: 'invalid line number increment',
  l: 'invalid line number of blank lines',
  v: 'invalid starting line number',
  w: 'invalid line number field width',
};

/** GNU `nl`. */
export function nl(tools: CommandTools): Command {
  return command('nl', async (args, context) => {
    const parsed = getopt(args, spec);
    const tryHelp = "Try 'nl --help' for more information.\n";
    if ('error' in parsed) return fail(`nl: ${parsed.error}\n${tryHelp}`);
    const given = lastValues(parsed.options);
    for (const [key, words] of Object.entries(numbers)) {
      const value = given.get(key) ?? '1';
      const least = key === 'i' || key === 'v' ? Number.NEGATIVE_INFINITY : 1;
      const isNumber = /^[-+]?\d+$/.test(value);
      if (!isNumber || Number(value) < least)
        return fail(`nl: ${words}: '${value}'${isNumber ? ': Numerical result out of range' : ''}\n`);
    }
    const styles: Record<Section, Style> = { h: () => false, b: () => false, f: () => false };
    for (const section of ['h', 'b', 'f'] as const) {
      const text = given.get(section) ?? (section === 'b' ? 't' : 'n');
      try {
        const style = styleOf(text);
        if (!style)
          return fail(`nl: invalid ${sectionWords[section]} numbering style: '${text}'\n${tryHelp}`);
        styles[section] = style;
      } catch (error) {
        if (!(error instanceof RegexError)) throw error;
        return fail(`nl: ${error.message}\n`);
      }
    }
    const format = given.get('n') ?? 'rn';
    if (!/^(ln|rn|rz)$/.test(format))
      return fail(`nl: invalid line numbering format: '${format}'\n${tryHelp}`);
    const [first, step] = [Number(given.get('v') ?? 1), Number(given.get('i') ?? 1)];
    const [width, joined] = [Number(given.get('w') ?? 6), Number(given.get('l') ?? 1)];
    const separator = given.get('s') ?? '\t';
    const delimiter = given.get('d') ?? '\\:';
    const mark = delimiter.length === 1 ? `${delimiter}:` : delimiter;
    const sections = new Map<string, Section>(
      mark === ''
        ? []
        : [
            [mark.repeat(3), 'h'],
            [mark.repeat(2), 'b'],
            [mark, 'f'],
          ],
    );
    const numbered = (number: number): string => {
      if (format === 'ln') return String(number).padEnd(width);
      if (format === 'rn') return String(number).padStart(width);
      return number < 0
        ? `-${String(-number).padStart(width - 1, '0')}`
        : String(number).padStart(width, '0');
    };
    const unnumbered = ' '.repeat(width + separator.length);
    const output = new ToolOutput('nl', tools);
    let [section, number, blanks, exitCode]: [Section, number, number, number] = ['b', first, 0, 0];
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.error(`${operand}: ${input.failed}`);
        exitCode = 1;
        continue;
      }
      const reader = new LineReader(input.chunks, '\n', () => output.flush());
      while ((reader.ready > 0 || (await reader.fill())) && !output.closed) {
        const line = reader.next();
        const next = sections.get(line);
        if (next) {
          section = next;
          if (!given.has('p') && (next === 'h' || next === 'b' || next === 'f')) number = first;
          output.print('\n');
          continue;
        }
        blanks = line === '' ? blanks + 1 : 0;
        const counts = styles[section](line) && (line !== '' || blanks % joined === 0);
        output.print(counts ? `${numbered(number)}${separator}${line}\n` : `${unnumbered}${line}\n`);
        if (counts) number += step;
        if (output.isFull) await output.flush();
      }
      if (output.closed) await reader.close();
    }
    return output.end(exitCode);
  });
}
