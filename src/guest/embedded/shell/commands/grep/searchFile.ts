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

/** Searches one text and prints what was found; whether any line was selected. */
export function searchText(search: Search, name: string, text: string): { readonly found: boolean; readonly binary: boolean } {
  const { options, regex, output } = search;
  const isBinary = options.binary !== 'text' && options.separator === '\n' && /[\0\udc80-\udcff]/.test(text) && isReallyBinary(text);
  if (isBinary && options.binary === 'without-match') return { found: false, binary: false };
  const { separator, invert } = options;
  const simple = options.quiet || options.list !== null;
  // One look at the whole text spares the walk over its lines where nothing is found.
  if (!invert && !wantsLines(regex)) {
    regex.lastIndex = 0;
    if (!regex.test(text)) {
      if (options.count && !options.quiet && options.list === null) printCount(search, name, 0);
      return { found: false, binary: false };
    }
  }
  const printsLines = !simple && !options.count && !isBinary;
  const before: { line: string; number: number; offset: number }[] = [];
  let selected = 0;
  let afterLeft = 0;
  let lastPrinted = 0;
  let offset = 0;
  let number = 0;
  const end = text.endsWith(separator) ? text.length - 1 : text.length;
  for (let from = 0; from <= end && text !== ''; ) {
    let to = text.indexOf(separator, from);
    if (to < 0) to = text.length;
    const line = text.slice(from, to);
    number++;
    regex.lastIndex = 0;
    const isSelected = selected < options.most && regex.test(line) !== invert;
    if (isSelected) {
      selected++;
      if (simple || isBinary) {
        if (!options.count || options.quiet) break;
      }
      if (printsLines) {
        const first = before.length > 0 ? before[0]!.number : number;
        if (options.groups && lastPrinted > 0 && first > lastPrinted + 1 && options.groupSeparator !== null)
          output.print(`${options.colored ? paint.sign(options.groupSeparator) : options.groupSeparator}\n`);
        if (!options.onlyMatching)
          for (const each of before) output.print(prefixOf(search, name, each.number, each.offset, '-') + each.line + separator);
        before.length = 0;
        printLine(search, name, line, number, offset);
        lastPrinted = number;
        afterLeft = options.after;
      }
    } else if (printsLines && afterLeft > 0) {
      afterLeft--;
      if (!options.onlyMatching) output.print(prefixOf(search, name, number, offset, '-') + line + separator);
      lastPrinted = number;
    } else if (printsLines && options.before > 0) {
      before.push({ line, number, offset });
      if (before.length > options.before) before.shift();
    }
    if (selected >= options.most && afterLeft === 0) break;
    if (options.offsets) offset += encodeText(line).length + 1;
    from = to + 1;
  }
  if (options.count && !options.quiet && options.list === null) printCount(search, name, selected);
  return { found: selected > 0, binary: isBinary && selected > 0 && !simple && !options.count };
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
