import type { Options } from '../getopt.ts';
import type { Io } from '../io.ts';
import { Interpreter } from './interpreter.ts';
import { BcRuntimeError } from './operators.ts';
import { Parser } from './parser.ts';
import { programTexts, readsNumbers } from './programTexts.ts';
import { BcSyntaxError } from './syntax.ts';

export const bcSpec = [
  'h|help',
  'i|interactive',
  'l|mathlib',
  'q|quiet',
  's|standard',
  'w|warn',
  'v|version',
  'c|compile',
];

/** GNU `bc` 1.07: files first, then standard input, until `quit`. */
export async function bc(io: Io, options: Options): Promise<number> {
  if (options.has('v')) {
    await io.out('bc 1.07.1\n');
    return 0;
  }
  if (options.has('h')) {
    await io.out('usage: bc [options] [file ...]\n');
    return 0;
  }
  const pending: { readonly text: string; readonly isError: boolean }[] = [];
  const lineLength = Number(io.env('BC_LINE_LENGTH') ?? 70);
  let rest: string[] = [];
  const interpreter = new Interpreter(
    {
      write: (text) => pending.push({ text, isError: false }),
      warn: (text) =>
        pending.push({ text: `Runtime warning (func=(main), adr=3): ${text}\n`, isError: true }),
      stopped: () => {
        io.tools.deadlines.check();
        return io.stopped;
      },
      readLine: () => rest.shift() ?? '',
    },
    options.has('l'),
    lineLength === 1 ? 70 : lineLength,
  );
  const flush = async (): Promise<boolean> => {
    for (const { text, isError } of pending.splice(0)) {
      if (isError) await io.note(text);
      else if (!(await io.out(text))) return false;
    }
    return true;
  };
  for (const file of [...options.operands, '-']) {
    const chunks = await io.open(file);
    if ('failed' in chunks) {
      await flush();
      await io.note(`File ${file} is unavailable.\n`);
      return 1;
    }
    const source = file === '-' ? '(standard_in)' : file;
    for await (const { text, linesBefore } of programTexts(chunks)) {
      // A line that reads a number takes the line behind it out of the program.
      const reads = file === '-' && readsNumbers.test(text);
      rest = reads ? text.split('\n') : [];
      const parser = reads ? null : new Parser(text);
      for (;;) {
        try {
          const line = parser
            ? parser.nextLine()
            : rest.length > 0
              ? (new Parser(rest.shift() ?? '').nextLine() ?? [])
              : null;
          if (line === null) break;
          const goesOn = interpreter.run(line);
          if (!(await flush()) || !goesOn || io.stopped) return 0;
        } catch (error) {
          if (error instanceof BcSyntaxError)
            pending.push({
              text: `${source} ${error.line + linesBefore}: ${error.message}\n`,
              isError: true,
            });
          else if (error instanceof BcRuntimeError)
            pending.push({ text: `Runtime error (func=(main), adr=3): ${error.message}\n`, isError: true });
          else throw error;
          await flush();
        }
      }
    }
  }
  return 0;
}
