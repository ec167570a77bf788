/** Finds the lines of one file that a pattern matches, while the file streams by. Pure: it runs in a worker or not. */

export interface ScanOptions {
  readonly source: string;
  readonly flags: string;
  /** Lines kept around each match. */
  readonly before: number;
  readonly after: number;
  /** Only counts and whether there is a match; no text is kept. */
  readonly countOnly: boolean;
  /** Lines of output, matches and context, that may be kept of this file; what comes later is counted only. */
  readonly maxLines: number;
}

export interface ScannedLine {
  /** From 1. */
  readonly line: number;
  readonly isMatch: boolean;
  readonly text: string;
  /** The line is longer than the window: `text` is the part around the match. */
  readonly isWindow: boolean;
}

export interface ScanResult {
  readonly lines: readonly ScannedLine[];
  /** Matching lines. */
  readonly matches: number;
  /** Matches inside the lines that are shown in part: a line may hold thousands. */
  readonly matchesInLongLines: number;
  /** Lines of output that were not kept, context included. */
  readonly omittedLines: number;
}

/** A line longer than this many UTF-16 units is shown as a window around its match. */
export const longLineUnits = 500;
const windowBefore = 150;
/** What is held of a line that does not end; past it the line is searched in parts. */
const maxHeldUnits = 4 * 1024 * 1024;
const maxCountedPerLine = 100_000;

function safeStart(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** The part of a long line around a match; never half a character. */
export function windowAround(text: string, at: number): string {
  if (text.length <= longLineUnits) return text;
  const wanted = Math.min(Math.max(0, at - windowBefore), text.length - longLineUnits);
  return text.slice(safeStart(text, wanted), safeStart(text, wanted + longLineUnits));
}

export class LineScan {
  readonly #one: RegExp;
  readonly #all: RegExp;
  readonly #decoder = new TextDecoder();
  readonly #lines: ScannedLine[] = [];
  readonly #before: { readonly line: number; readonly text: string }[] = [];
  #held = '';
  #line = 0;
  #continued = false;
  #matchedHere = false;
  #matches = 0;
  #matchesInLongLines = 0;
  #omitted = 0;
  #afterLeft = 0;

  constructor(private readonly options: ScanOptions) {
    this.#one = new RegExp(options.source, options.flags);
    this.#all = new RegExp(options.source, `${options.flags}g`);
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): ScanResult {
    this.#take(this.#decoder.decode());
    if (this.#held !== '' || this.#continued) this.#endOfLine(this.#held);
    this.#held = '';
    return {
      lines: this.#lines,
      matches: this.#matches,
      matchesInLongLines: this.#matchesInLongLines,
      omittedLines: this.#omitted,
    };
  }

  #take(text: string): void {
    let at = 0;
    for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', at)) {
      const part = text.slice(at, newline);
      this.#endOfLine(this.#held === '' ? part : this.#held + part);
      this.#held = '';
      at = newline + 1;
    }
    this.#held += text.slice(at);
    if (this.#held.length <= maxHeldUnits) return;
    this.#search(this.#held);
    this.#held = '';
    this.#continued = true;
  }

  #endOfLine(raw: string): void {
    this.#search(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
    this.#continued = false;
    this.#matchedHere = false;
  }

  /** A line, or a further part of one that was too long to hold. */
  #search(text: string): void {
    if (!this.#continued) this.#line += 1;
    const at = text.search(this.#one);
    if (at === -1) {
      if (!this.#continued && !this.options.countOnly) this.#noMatch(text);
      return;
    }
    if (!this.#matchedHere) this.#matches += 1;
    const isWindow = text.length > longLineUnits;
    if (isWindow) this.#matchesInLongLines += this.#countMatches(text);
    if (!this.#matchedHere && !this.options.countOnly) {
      for (const { line, text: context } of this.#before) this.#keep(line, false, context, 0);
      this.#before.length = 0;
      this.#keep(this.#line, true, text, at);
      this.#afterLeft = this.options.after;
    }
    this.#matchedHere = true;
  }

  #noMatch(text: string): void {
    if (this.#afterLeft > 0) {
      this.#afterLeft -= 1;
      this.#keep(this.#line, false, text, 0);
    } else if (this.options.before > 0) {
      this.#before.push({ line: this.#line, text: windowAround(text, 0) });
      if (this.#before.length > this.options.before) this.#before.shift();
    }
  }

  #keep(line: number, isMatch: boolean, text: string, at: number): void {
    if (this.#lines.length >= this.options.maxLines) this.#omitted += 1;
    else {
      const isWindow = text.length > longLineUnits;
      this.#lines.push({ line, isMatch, text: windowAround(text, at), isWindow });
    }
  }

  #countMatches(text: string): number {
    this.#all.lastIndex = 0;
    let count = 0;
    while (count < maxCountedPerLine) {
      const match = this.#all.exec(text);
      if (match === null) break;
      count += 1;
      if (match[0] === '') this.#all.lastIndex += 1;
    }
    return count;
  }
}
