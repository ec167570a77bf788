import { encodeText } from '../text/bytesText.ts';
import type { ToolOutput } from '../text/toolOutput.ts';
import type { GrepOptions } from './options.ts';

export interface Search {
  readonly options: GrepOptions;
  readonly regex: RegExp;
  readonly output: ToolOutput;
  readonly showsName: boolean;
}

const paint = {
  name: (text: string) => `\x1b[35m\x1b[K${text}\x1b[m\x1b[K`,
  number: (text: string) => `\x1b[32m\x1b[K${text}\x1b[m\x1b[K`,
  sign: (text: string) => `\x1b[36m\x1b[K${text}\x1b[m\x1b[K`,
  match: (text: string) => `\x1b[01;31m\x1b[K${text}\x1b[m\x1b[K`,
};

/** What comes before a line: name, number, offset, each with its sign. */
function prefixOf(search: Search, name: string, line: number, offset: number, sign: ':' | '-'): string {
  const { options, showsName } = search;
  const colored = options.colored;
  const mark = colored ? paint.sign(sign) : sign;
  let text = '';
  if (showsName) text += (colored ? paint.name(name) : name) + (options.nullAfterName ? '\0' : mark);
  if (options.numbers) {
    const number = options.tab ? String(line).padStart(4 - (showsName ? 0 : 2)) : String(line);
    text += (colored ? paint.number(number) : number) + mark;
  }
  if (options.offsets) text += (colored ? paint.number(String(offset)) : String(offset)) + mark;
  return options.tab && text !== '' ? `${text}\t` : text;
}

function colored(line: string, regex: RegExp): string {
  let out = '';
  let from = 0;
  regex.lastIndex = 0;
  for (const match of line.matchAll(regex)) {
    if (match[0] === '') continue;
    out += line.slice(from, match.index) + paint.match(match[0]);
    from = match.index + match[0].length;
  }
  return out + line.slice(from);
}

interface ContextLine {
  readonly line: string;
  readonly number: number;
  readonly offset: number;
}

/** The search of one file: its text comes in pieces of whole lines, and what is found is printed. */
export class FileSearch {
  readonly #search: Search;
  readonly #name: string;
  readonly #before: ContextLine[] = [];
  #isBinary = false;
  #selected = 0;
  #afterLeft = 0;
  #lastPrinted = 0;
  #offset = 0;
  #number = 0;
  /** Nothing that follows could change what is said about the file. */
  isDone = false;

  constructor(search: Search, name: string) {
    this.#search = search;
    this.#name = name;
  }

  piece(text: string): void {
    const { options, regex } = this.#search;
    const { separator, invert } = options;
    if (this.isDone || text === '') return;
    this.#isBinary ||=
      options.binary !== 'text' &&
      separator === '\n' &&
      /[\0\udc80-\udcff]/.test(text) &&
      isReallyBinary(text);
    if (this.#isBinary && options.binary === 'without-match') {
      this.#selected = 0;
      this.isDone = true;
      return;
    }
    // One look at the whole text spares the walk over its lines where nothing is found.
    if (!invert && !wantsLines(regex) && this.#afterLeft === 0 && options.before === 0) {
      regex.lastIndex = 0;
      if (!regex.test(text)) {
        this.#skip(text);
        return;
      }
    }
    const end = text.endsWith(separator) ? text.length - 1 : text.length;
    for (let from = 0; from <= end && !this.isDone; ) {
      let to = text.indexOf(separator, from);
      if (to < 0) to = text.length;
      this.#line(text.slice(from, to));
      from = to + 1;
    }
  }

  end(): { readonly found: boolean; readonly binary: boolean } {
    const { options } = this.#search;
    const printsCount = options.count && !options.quiet && options.list === null;
    const isSkipped = this.#isBinary && options.binary === 'without-match';
    if (printsCount && !isSkipped) printCount(this.#search, this.#name, this.#selected);
    const found = this.#selected > 0;
    const isSimple = options.quiet || options.list !== null;
    return { found, binary: this.#isBinary && found && !isSimple && !options.count };
  }

  #skip(text: string): void {
    const { options } = this.#search;
    if (options.offsets) this.#offset += encodeText(text).length;
    if (!options.numbers) return;
    let at = text.indexOf(options.separator);
    for (; at >= 0; at = text.indexOf(options.separator, at + 1)) this.#number++;
  }

  #line(line: string): void {
    const { options, regex } = this.#search;
    const simple = options.quiet || options.list !== null;
    const printsLines = !simple && !options.count && !this.#isBinary;
    this.#number++;
    regex.lastIndex = 0;
    if (this.#selected < options.most && regex.test(line) !== options.invert) {
      this.#selected++;
      if ((simple || this.#isBinary) && (!options.count || options.quiet)) {
        this.isDone = true;
        return;
      }
      if (printsLines) this.#printSelected(line);
    } else if (printsLines && this.#afterLeft > 0) {
      this.#afterLeft--;
      if (!options.onlyMatching) this.#printContext({ line, number: this.#number, offset: this.#offset });
      this.#lastPrinted = this.#number;
    } else if (printsLines && options.before > 0) {
      this.#before.push({ line, number: this.#number, offset: this.#offset });
      if (this.#before.length > options.before) this.#before.shift();
    }
    this.isDone = this.#selected >= options.most && this.#afterLeft === 0;
    if (options.offsets) this.#offset += encodeText(line).length + 1;
  }

  #printContext({ line, number, offset }: ContextLine): void {
    const { options, output } = this.#search;
    output.print(prefixOf(this.#search, this.#name, number, offset, '-') + line + options.separator);
  }

  #printSelected(line: string): void {
    const { options, output } = this.#search;
    const first = this.#before[0]?.number ?? this.#number;
    const parted = options.groups && this.#lastPrinted > 0 && first > this.#lastPrinted + 1;
    if (parted && options.groupSeparator !== null) {
      output.print(`${options.colored ? paint.sign(options.groupSeparator) : options.groupSeparator}\n`);
    }
    if (!options.onlyMatching) for (const each of this.#before) this.#printContext(each);
    this.#before.length = 0;
    printLine(this.#search, this.#name, line, this.#number, this.#offset);
    this.#lastPrinted = this.#number;
    this.#afterLeft = options.after;
  }
}

/** A lone surrogate stands for a byte that is no text; pairs are characters. */
function isReallyBinary(text: string): boolean {
  return text.includes('\0') || /(?<![\ud800-\udbff])[\udc80-\udcff]/.test(text);
}

/** Whether a match could span what is looked at line by line: then the text as a whole says nothing. */
function wantsLines({ source }: RegExp): boolean {
  return /[\^$]|\\[sSWDbB]|\[\^|\(\?/.test(source);
}

function printLine(search: Search, name: string, line: string, number: number, offset: number): void {
  const { options, regex, output } = search;
  const { separator } = options;
  if (!options.onlyMatching) {
    const shown = options.colored && !options.invert ? colored(line, regex) : line;
    output.print(prefixOf(search, name, number, offset, ':') + shown + separator);
    return;
  }
  if (options.invert) return;
  regex.lastIndex = 0;
  for (const match of line.matchAll(regex)) {
    if (match[0] === '') continue;
    const at = options.offsets ? offset + encodeText(line.slice(0, match.index)).length : 0;
    const shown = options.colored ? paint.match(match[0]) : match[0];
    output.print(prefixOf(search, name, number, at, ':') + shown + separator);
  }
}

function printCount({ options, output, showsName }: Search, name: string, count: number): void {
  const shown = options.colored ? paint.name(name) : name;
  const mark = options.nullAfterName ? '\0' : options.colored ? paint.sign(':') : ':';
  output.print(`${showsName ? shown + mark : ''}${count}\n`);
}
