import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail } from '../command.ts';
import { reasonOf } from '../inputs.ts';
import { wholeLines } from '../pieces.ts';
import { decodeText } from '../text/bytesText.ts';
import { RegexError } from '../text/posixRegex.ts';
import { readAll, readStarts, type Start } from '../text/readAll.ts';
import { ToolOutput } from '../text/toolOutput.ts';
import { type GrepOptions, readGrepOptions } from './options.ts';
import { grepRegex } from './pattern.ts';
import { FileSearch, type Search } from './searchFile.ts';

const usage = "Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n";

/** GNU `grep`, `egrep`, `fgrep`. */
export function grep(tools: CommandTools, name: string): Command {
  return command(name, async (args, context) => {
    const read = readGrepOptions(name, args);
    if ('error' in read) {
      if (read.error === '') return fail(usage, 2);
      const hint = /option/.test(read.error) ? usage : '';
      return fail(`grep: ${read.error}\n${hint}`, 2);
    }
    const { options, operands } = read;
    if (options.version) return { stdout: 'grep (GNU grep) 3.8\n', stderr: '', exitCode: 0 };
    if (options.help) return { stdout: usage, stderr: '', exitCode: 0 };
    const patterns = options.patternTexts.flatMap((text) => text.split('\n'));
    for (const file of options.patternFiles) {
      const bytes = await readAll(tools, context, file);
      if ('failed' in bytes) return fail(`grep: ${file}: ${bytes.failed}\n`, 2);
      const text = decodeText(bytes).replace(/\n$/, '');
      if (bytes.length > 0) patterns.push(...text.split('\n'));
    }
    let regex: RegExp;
    try {
      regex = patterns.length > 0 ? grepRegex(patterns, options) : /(?!)/gu;
    } catch (error) {
      if (!(error instanceof RegexError || error instanceof SyntaxError)) throw error;
      return fail(`grep: ${wordsOf(error)}\n`, 2);
    }
    return new GrepRun(tools, context, options, regex).over(operands);
  });
}

interface Found {
  /** As it is printed. */
  readonly name: string;
  readonly operand: string;
  /** Why it is not read: told in its turn, since files are looked for ahead of the search. */
  readonly failed?: string;
}

class GrepRun {
  readonly #tools: CommandTools;
  readonly #context: Context;
  readonly #options: GrepOptions;
  readonly #regex: RegExp;
  readonly #output: ToolOutput;
  #found = false;
  #failed = false;

  constructor(tools: CommandTools, context: Context, options: GrepOptions, regex: RegExp) {
    this.#tools = tools;
    this.#context = context;
    this.#options = options;
    this.#regex = regex;
    this.#output = new ToolOutput('grep', tools);
  }

  async over(given: readonly string[]) {
    const options = this.#options;
    const operands = given.length > 0 ? given : options.recursive ? ['.'] : ['-'];
    const showsName =
      options.names ?? (options.recursive ? await this.#namesFiles(operands) : operands.length > 1);
    const search: Search = { options, regex: this.#regex, output: this.#output, showsName };
    const files = this.#files(operands, given.length === 0);
    for await (const { file, start } of readStarts(this.#tools, this.#context, files)) {
      if (!(await this.#searchOne(search, file, start))) break;
    }
    const isError = this.#failed && !(options.quiet && this.#found);
    return this.#output.end(isError ? 2 : this.#found ? 0 : 1);
  }

  /** A recursive search of one plain file does not name it. */
  async #namesFiles(operands: readonly string[]): Promise<boolean> {
    if (operands.length > 1) return true;
    try {
      return (await this.#tools.disk.statOf(this.#pathOf(operands[0]!))).kind === 'directory';
    } catch {
      return false;
    }
  }

  #pathOf(operand: string): string {
    return this.#tools.disk.resolvePath(this.#context.cwd, operand);
  }

  async #complain(words: string): Promise<void> {
    this.#failed = true;
    if (!this.#options.silent) await this.#output.errorText(`grep: ${words}\n`);
  }

  async *#files(operands: readonly string[], isDefault: boolean): AsyncGenerator<Found> {
    const options = this.#options;
    for (const operand of operands) {
      if (operand === '-') {
        yield { name: options.label, operand };
        continue;
      }
      let kind: string;
      try {
        ({ kind } = await this.#tools.disk.statOf(this.#pathOf(operand)));
      } catch (error) {
        yield { name: operand, operand, failed: reasonOf(error) };
        continue;
      }
      if (kind === 'directory') {
        if (options.recursive) {
          if (this.#skipsFolder(operand)) continue;
          yield* this.#below(isDefault ? '' : operand.endsWith('/') ? operand : `${operand}/`, operand);
        } else if (!options.skipsFolders) yield { name: operand, operand, failed: 'Is a directory' };
        continue;
      }
      if (this.#selects(operand)) yield { name: operand, operand };
    }
  }

  async *#below(prefix: string, folder: string): AsyncGenerator<Found> {
    const { disk } = this.#tools;
    let entries: Awaited<ReturnType<typeof disk.readdirWithFileTypes>>;
    try {
      entries = await disk.readdirWithFileTypes(this.#pathOf(folder));
    } catch (error) {
      yield { name: folder, operand: folder, failed: reasonOf(error) };
      return;
    }
    for (const entry of entries) {
      const name = prefix + entry.name;
      let isFolder = entry.isDirectory;
      if (entry.isSymbolicLink) {
        if (!this.#options.followsLinks) continue;
        const stat = await disk.statOf(this.#pathOf(name)).catch(() => null);
        if (!stat) continue;
        isFolder = stat.kind === 'directory';
      }
      if (isFolder) {
        if (!this.#options.excludedFolders.some((glob) => glob.test(entry.name)))
          yield* this.#below(`${name}/`, name);
      } else if (this.#selects(entry.name)) yield { name, operand: this.#pathOf(name) };
    }
  }

  #skipsFolder(operand: string): boolean {
    const base = operand.replace(/\/+$/, '');
    return (
      base !== '.' &&
      this.#options.excludedFolders.some((glob) => glob.test(base.slice(base.lastIndexOf('/') + 1)))
    );
  }

  #selects(name: string): boolean {
    const { selections } = this.#options;
    if (selections.length === 0) return true;
    const first = selections.find(({ regex }) => regex.test(name));
    if (first) return first.includes;
    return !selections.some(({ includes }) => includes);
  }

  /** False once no more files need to be searched. */
  async #searchOne(
    search: Search,
    file: Found,
    start: Start | { readonly failed: string },
  ): Promise<boolean> {
    if ('failed' in start) {
      await this.#complain(`${file.name}: ${start.failed}`);
      return true;
    }
    const { options, output } = search;
    const text = new FileSearch(search, file.name);
    if (start.rest === null) text.piece(decodeText(start.bytes));
    else {
      for await (const lines of wholeLines(start.rest, options.separator.charCodeAt(0))) {
        text.piece(decodeText(lines));
        // What waits for more must have passed on what it found.
        await output.flush();
        if (text.isDone || output.closed) break;
      }
    }
    const { found, binary } = text.end();
    const listed = options.list === 'other' ? !found : found;
    this.#found ||= listed;
    if (binary) await output.errorText(`grep: ${file.name}: binary file matches\n`);
    if (options.list !== null && listed && !options.quiet)
      output.print(file.name + (options.nullAfterName ? '\0' : '\n'));
    if (output.isFull) await output.flush();
    return !output.closed && !(options.quiet && found);
  }
}

/** What PCRE says of the mistakes that are made most, where JavaScript's engine found them. */
const perlWords: readonly (readonly [found: RegExp, words: string])[] = [
  [/Unterminated group/, 'missing closing parenthesis'],
  [/Unmatched '\)'/, 'unmatched closing parenthesis'],
  [/Unterminated character class/, 'missing terminating ] for character class'],
  [/Nothing to repeat/, 'quantifier does not follow a repeatable item'],
  [/Range out of order in character class/, 'range out of order in character class'],
  [/\\ at end of pattern/, '\\ at end of pattern'],
  [/numbers out of order/, 'numbers out of order in {} quantifier'],
];

function wordsOf(error: unknown): string {
  // Of an open bracket GNU grep says no more than this.
  if (error instanceof RegexError)
    return error.message.replace(/^Unmatched \[, .*/, 'Invalid regular expression');
  const said = error instanceof Error ? error.message : '';
  return perlWords.find(([found]) => found.test(said))?.[1] ?? 'Invalid regular expression';
}
