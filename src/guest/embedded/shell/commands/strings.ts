import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail } from './command.ts';
import { CommandOutput } from './commandOutput.ts';
import { openInput } from './inputs.ts';
import { ByteBuilder } from './text/byteBuilder.ts';
import { encodeText } from './text/bytesText.ts';
import { getopt, lastValues } from './text/getopt.ts';

const spec = {
  short: 'adfhn:oe:s:T:t:wvV',
  long: {
    all: 'a',
    data: 'd',
    'print-file-name': 'f',
    'bytes=': 'n',
    'radix=': 't',
    'include-all-whitespace': 'w',
    'target=': 'T',
    'encoding=': 'e',
    'output-separator=': 's',
    version: 'v',
  },
};
const usage = `Usage: strings [option(s)] [file(s)]
Try 'strings --help' for more information.
`;
const pieceBytes = 64 * 1024;
const [tab, newline, space, del] = [9, 10, 32, 127];

interface StringRules {
  readonly least: number;
  /** Bytes of a character, and which of them comes first. */
  readonly width: number;
  readonly isBigEndian: boolean;
  readonly isGraphic: (code: number) => boolean;
  /** What is written before a string that begins at an offset of its file. */
  readonly before: (start: number) => string;
  readonly after: Uint8Array;
}

/** Finds the strings of one file, whatever pieces it comes in; of a long one no more is held than makes it one. */
export class StringFinder {
  readonly #rules: StringRules;
  readonly #out: ByteBuilder;
  /** Bytes of a character that is not whole yet. */
  #window: number[] = [];
  #offset = 0;
  /** Characters of what is not long enough yet. */
  #run: number[] = [];
  #isWriting = false;

  constructor(rules: StringRules, out: ByteBuilder) {
    this.#rules = rules;
    this.#out = out;
  }

  put(byte: number): void {
    const { width, isGraphic } = this.#rules;
    this.#offset++;
    if (width === 1) {
      if (isGraphic(byte)) this.#add(byte);
      else this.end();
      return;
    }
    this.#window.push(byte);
    if (this.#window.length < width) return;
    const code = this.#code();
    if (isGraphic(code)) {
      this.#add(code);
      this.#window = [];
    } else {
      this.end();
      // The next character may begin within this one.
      this.#window.shift();
    }
  }

  /** What follows is no part of the string. */
  end(): void {
    if (this.#isWriting) this.#out.add(this.#rules.after);
    this.#isWriting = false;
    this.#run.length = 0;
  }

  #code(): number {
    const bytes = this.#rules.isBigEndian ? this.#window : this.#window.toReversed();
    return bytes.reduce((code, byte) => code * 256 + byte, 0);
  }

  #add(code: number): void {
    const { least, width, before } = this.#rules;
    if (this.#isWriting) {
      this.#out.put(code);
      return;
    }
    this.#run.push(code);
    if (this.#run.length < least) return;
    this.#out.add(encodeText(before(this.#offset - least * width)));
    for (const each of this.#run) this.#out.put(each);
    this.#run.length = 0;
    this.#isWriting = true;
  }
}

function graphic(encoding: string, allWhitespace: boolean): (code: number) => boolean {
  return (code) =>
    (code >= space && code < del) ||
    code === tab ||
    (allWhitespace && code >= newline && code <= 13) ||
    (encoding === 'S' && code > del && code < 256);
}

const radixes: Readonly<Record<string, number>> = { o: 8, d: 10, x: 16 };
const widths: Readonly<Record<string, number>> = { s: 1, S: 1, b: 2, l: 2, B: 4, L: 4 };

/** binutils' `strings`, of files as a whole. */
export function strings(tools: CommandTools): Command {
  return command('strings', async (args, context) => {
    // `-8` is `-n 8`, and `-` alone is `-a`.
    const words = args
      .filter((arg) => arg !== '-')
      .map((arg) => (/^-\d+$/.test(arg) ? `-n${arg.slice(1)}` : arg));
    const parsed = getopt(words, spec);
    if ('error' in parsed) return fail(`strings: ${parsed.error}\n${usage}`);
    const given = lastValues(parsed.options);
    const wanted = given.get('n') ?? '4';
    if (!/^(0x[\da-f]+|\d+)$/i.test(wanted)) return fail(`strings: invalid integer argument ${wanted}\n`);
    const least = /^0\d/.test(wanted) ? Number.parseInt(wanted, 8) : Number(wanted);
    if (least < 1) return fail(`strings: invalid minimum string length ${least}\n`);
    const radix = given.has('t') ? radixes[given.get('t') ?? ''] : given.has('o') ? 8 : null;
    const encoding = given.get('e') ?? 's';
    const width = widths[encoding];
    if (radix === undefined || width === undefined) return fail(usage);

    // It is an option that asks for all of a file, and so for a file.
    if (args.includes('-') && parsed.operands.length === 0) return fail(usage);
    const output = new CommandOutput('strings', tools, tools.live.takeCall('strings'));
    const made = new ByteBuilder();
    let exitCode = 0;
    for (const operand of parsed.operands.length > 0 ? parsed.operands : ['-']) {
      const input = await openInput(tools, context, operand);
      if ('failed' in input) {
        await output.write(made.take());
        const isFolder = input.failed === 'Is a directory';
        await output.error(
          isFolder
            ? `Warning: '${operand}' is a directory`
            : `'${operand}': ${input.failed === 'No such file or directory' ? 'No such file' : input.failed}`,
        );
        exitCode = 1;
        continue;
      }
      const name = operand === '-' ? '{standard input}' : operand;
      const finder = new StringFinder(
        {
          ...{ least, width, isBigEndian: encoding === 'b' || encoding === 'B' },
          isGraphic: graphic(encoding, given.has('w')),
          before: (start) =>
            (given.has('f') ? `${name}: ` : '') +
            (radix === null ? '' : `${start.toString(radix).padStart(7)} `),
          after: encodeText(given.get('s') ?? '\n'),
        },
        made,
      );
      for await (const chunk of input.chunks) {
        for (const byte of chunk) {
          finder.put(byte);
          if (made.length >= pieceBytes && !(await output.pass(made.take()))) return output.result(exitCode);
        }
        if (!(await output.pass(made.take()))) return output.result(exitCode);
      }
      finder.end();
    }
    await output.pass(made.take());
    return output.result(exitCode);
  });
}
