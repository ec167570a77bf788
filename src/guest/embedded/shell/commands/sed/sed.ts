import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail } from '../command.ts';
import { openInput } from '../inputs.ts';
import { runShellText } from '../runShellText.ts';
import { decodeText, encodeText } from '../text/bytesText.ts';
import { getopt } from '../text/getopt.ts';
import { LineReader } from '../text/lineReader.ts';
import { readAll } from '../text/readAll.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { SedMachine, type SedWorld } from './machine.ts';
import { parseScript } from './parser.ts';
import { type SedCommand, SedError } from './script.ts';

const spec = {
  short: 'ne:f:Eri::l:suz',
  long: {
    quiet: 'n',
    silent: 'n',
    'expression=': 'e',
    'file=': 'f',
    'regexp-extended': 'E',
    'in-place=?': 'i',
    'line-length=': 'l',
    separate: 's',
    unbuffered: 'u',
    'null-data': 'z',
    posix: 'ignored',
    sandbox: 'ignored',
    debug: 'ignored',
    'follow-symlinks': 'ignored',
    version: 'version',
    help: 'help',
  },
};

const usage = 'Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...\n';

/** GNU `sed`. */
export function sed(tools: CommandTools): Command {
  return command('sed', async (args, context) => {
    const parsed = getopt(args, spec);
    if ('error' in parsed) return fail(`sed: ${parsed.error}\n${usage}`);
    const { options } = parsed;
    const has = (key: string): boolean => options.some((option) => option.key === key);
    if (has('version')) return { stdout: 'sed (GNU sed) 4.9\n', stderr: '', exitCode: 0 };
    if (has('help')) return { stdout: usage, stderr: '', exitCode: 0 };
    const operands = [...parsed.operands];
    const parts: string[] = [];
    for (const { key, value } of options) {
      if (key === 'e') parts.push(value);
      if (key !== 'f') continue;
      const bytes = await readAll(tools, context, value);
      if ('failed' in bytes) return fail(`sed: couldn't open file ${value}: ${bytes.failed}\n`);
      parts.push(
        decodeText(bytes)
          .replace(/\n$/, '')
          .replace(/^#![^\n]*\n/, ''),
      );
    }
    if (parts.length === 0) {
      const script = operands.shift();
      if (script === undefined) return fail(usage);
      parts.push(script);
    }
    const script = parts.join('\n');
    const extended = has('E') || has('r');
    let commands: SedCommand[];
    try {
      commands = parseScript(script.replace(/^#n(?:\n|$)/, ''), extended);
    } catch (error) {
      if (!(error instanceof SedError)) throw error;
      return fail(`sed: ${error.message}\n`);
    }
    const run = new SedRun(tools, context, {
      quiet: has('n') || /^#n(?:\n|$)/.test(script),
      separator: has('z') ? '\0' : '\n',
      lineLength: Number(options.findLast(({ key }) => key === 'l')?.value ?? 70),
      separate: has('s') || has('i'),
      suffix: options.findLast(({ key }) => key === 'i')?.value ?? null,
    });
    return run.over(commands, operands.length > 0 ? operands : ['-']);
  });
}

interface SedSettings {
  readonly quiet: boolean;
  readonly separator: string;
  readonly lineLength: number;
  readonly separate: boolean;
  /** The suffix of backups under `-i`; null where files are not changed. */
  readonly suffix: string | null;
}

class SedRun {
  readonly #tools: CommandTools;
  readonly #context: Context;
  readonly #settings: SedSettings;
  readonly #output: ToolOutput;
  readonly #written = new Map<string, string>();
  readonly #lineReaders = new Map<string, LineReader | null>();
  #operands: string[] = [];
  #reader: LineReader | null = null;
  #name = '-';
  #line = 0;
  #missing = false;
  #broken = false;
  /** What the file under `-i` becomes. */
  #replacement: string | null = null;

  constructor(tools: CommandTools, context: Context, settings: SedSettings) {
    this.#tools = tools;
    this.#context = context;
    this.#settings = settings;
    this.#output = new ToolOutput('sed', tools);
  }

  async over(commands: readonly SedCommand[], operands: readonly string[]) {
    let exitCode = 0;
    for (const { letter, text, substitution } of commands) {
      const file = letter === 'w' || letter === 'W' ? text : substitution?.file;
      if (file && !file.startsWith('/dev/std')) this.#written.set(file, '');
    }
    // Separate files are separate streams: each has its own last line.
    const streams = this.#settings.separate ? operands.map((operand) => [operand]) : [[...operands]];
    const machine = new SedMachine(commands, this.#world());
    for (const stream of streams) {
      this.#operands = stream;
      if (this.#settings.suffix !== null) {
        const [name = ''] = stream;
        const path = this.#tools.disk.resolvePath(this.#context.cwd, name);
        const stat = await this.#tools.disk.statOf(path).catch(() => null);
        if (!stat || stat.kind === 'directory') {
          await this.#output.error(
            stat
              ? `couldn't edit ${name}: not a regular file`
              : `can't read ${name}: No such file or directory`,
          );
          exitCode = stat ? 4 : 2;
          continue;
        }
        this.#line = 0;
        this.#replacement = '';
        exitCode = (await machine.run()) || exitCode;
        await this.#reader?.close();
        // What was not read stays as it is.
        await this.#replace(path, stat.mode);
      } else exitCode = (await machine.run()) || exitCode;
    }
    for (const [file, text] of this.#written)
      await this.#tools.disk.writeFile(
        this.#tools.disk.resolvePath(this.#context.cwd, file),
        encodeText(text),
      );
    return this.#output.end(this.#broken ? 4 : exitCode || (this.#missing ? 2 : 0));
  }

  async #replace(path: string, mode: number): Promise<void> {
    const { disk } = this.#tools;
    const suffix = this.#settings.suffix ?? '';
    const [folder, base] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    if (suffix !== '')
      await disk.cp(path, `${folder}/${suffix.includes('*') ? suffix.replaceAll('*', base) : base + suffix}`);
    await disk.writeFile(path, encodeText(this.#replacement ?? ''));
    await disk.chmod(path, mode & 0o7777);
    this.#replacement = null;
  }

  async #advance(): Promise<boolean> {
    while (this.#reader === null || !(await this.#reader.fill())) {
      const operand = this.#operands.shift();
      if (operand === undefined) return false;
      const input = await openInput(this.#tools, this.#context, operand);
      if ('failed' in input) {
        const isFolder = input.failed === 'Is a directory';
        await this.#output.error(
          isFolder ? `read error on ${operand}: Is a directory` : `can't read ${operand}: ${input.failed}`,
        );
        this.#missing = true;
        if (!isFolder) continue;
        // What it could open and not read ends it.
        this.#broken = true;
        return false;
      }
      this.#name = operand;
      if (this.#settings.separate) this.#line = 0;
      this.#reader = new LineReader(input.chunks, this.#settings.separator, () => this.#output.flush());
    }
    return true;
  }

  async #more(): Promise<boolean> {
    if (this.#reader && (this.#reader.ready > 0 || (await this.#reader.fill()))) return true;
    if (this.#operands.length === 0) return false;
    return this.#advance();
  }

  #world(): SedWorld {
    const { quiet, separator, lineLength, suffix } = this.#settings;
    const files = this.#files();
    return {
      quiet,
      separator,
      lineLength,
      output: this.#output,
      files,
      nextLine: async () => {
        const ready = this.#reader !== null && this.#reader.ready > 0;
        if (!ready && !(await this.#advance())) return null;
        this.#line++;
        const text = this.#reader!.next();
        const ended = this.#reader!.endedLine || this.#operands.length > 0;
        return { text, ended };
      },
      isLastLine: async () => !(await this.#more()),
      lineNumber: () => this.#line,
      fileName: () => this.#name,
      print: (text) => {
        if (suffix === null || this.#replacement === null) this.#output.print(text);
        else this.#replacement += text;
      },
      run: (text) => runShellText(this.#tools, this.#context, text),
    };
  }

  #files(): SedWorld['files'] {
    const pathOf = (file: string): string => this.#tools.disk.resolvePath(this.#context.cwd, file);
    return {
      append: (file, text) => {
        if (file === '/dev/stdout') this.#output.print(text);
        else this.#written.set(file, (this.#written.get(file) ?? '') + text);
      },
      read: async (file) => {
        const bytes = await readAll(this.#tools, this.#context, file === '/dev/stdin' ? '-' : pathOf(file));
        if ('failed' in bytes) return '';
        const text = decodeText(bytes);
        return text === '' || text.endsWith('\n') ? text : `${text}\n`;
      },
      readLine: async (file) => {
        let reader = this.#lineReaders.get(file);
        if (reader === undefined) {
          const input = await openInput(this.#tools, this.#context, file);
          reader = 'failed' in input ? null : new LineReader(input.chunks);
          this.#lineReaders.set(file, reader);
        }
        return reader ? reader.line() : null;
      },
    };
  }
}
