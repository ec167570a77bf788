import { findBreaks, splitPoint, type Word, wordOf } from './breaks.ts';

export interface FmtOptions {
  readonly width: number;
  readonly goal: number;
  /** What stands before each line that is to be filled; others are copied. */
  readonly prefix: string;
  readonly crown: boolean;
  readonly tagged: boolean;
  readonly split: boolean;
  readonly uniform: boolean;
}

/** GNU's `fmt` parts a longer paragraph. */
const mostWords = 998;
const mostBytes = 5000;
/** Of the other lines, where `-t` has seen none. */
const usualIndent = 3;
const end = '';

/** Fills the paragraphs of one text, one unit per byte. What it made is in `made`, to be taken piece by piece. */
export class Paragraphs {
  readonly #text: string;
  readonly #options: FmtOptions;
  readonly #prefix: string;
  readonly #prefixLead: number;
  readonly #prefixFullLength: number;
  #at = 0;
  /** The character that comes next, '' at the end, and the column that it stands in. */
  #next = end;
  #column = 0;
  #nextPrefixIndent = 0;
  #prefixIndent = 0;
  #firstIndent = 0;
  #otherIndent = 0;
  #lastLineLength = 0;
  /** A tab was read, so that indents may be written with tabs. */
  #hasTabs = false;
  #words: Word[] = [];
  #bytes = 0;
  #outColumn = 0;
  made = '';

  constructor(text: string, options: FmtOptions) {
    this.#text = text;
    this.#options = options;
    const lead = /^ */.exec(options.prefix)![0];
    this.#prefixLead = lead.length;
    this.#prefixFullLength = options.prefix.length - lead.length;
    this.#prefix = options.prefix.slice(lead.length).replace(/ +$/, '');
    this.#readPrefix();
  }

  /** Makes the next paragraph; false once there is none. */
  more(): boolean {
    if (!this.#read()) return false;
    this.#find();
    this.#print(this.#words.length);
    return true;
  }

  #read(): boolean {
    this.#lastLineLength = 0;
    while (this.#isNoText()) {
      this.#copyRest();
      if (this.#next === end) return false;
      this.made += '\n';
      this.#readPrefix();
    }
    this.#prefixIndent = this.#nextPrefixIndent;
    this.#firstIndent = this.#column;
    this.#words = [];
    this.#bytes = 0;
    this.#readLine();
    this.#setOtherIndent(this.#goesOn());
    const { split, crown, tagged } = this.#options;
    const isOneLine = split || (tagged && !crown && this.#column === this.#firstIndent);
    if (!isOneLine) {
      if (crown && this.#goesOn()) this.#readLine();
      while (this.#goesOn() && this.#column === this.#otherIndent) this.#readLine();
    }
    const last = this.#words.at(-1)!;
    last.period = true;
    last.final = true;
    return true;
  }

  /** Whether the line is blank or does not begin with the prefix. */
  #isNoText(): boolean {
    return (
      this.#next === '\n' ||
      this.#next === end ||
      this.#nextPrefixIndent < this.#prefixLead ||
      this.#column < this.#nextPrefixIndent + this.#prefixFullLength
    );
  }

  /** Whether the line that comes next belongs to the paragraph, as far as prefix and blank lines say. */
  #goesOn(): boolean {
    return (
      this.#nextPrefixIndent === this.#prefixIndent &&
      this.#column >= this.#nextPrefixIndent + this.#prefixFullLength &&
      this.#next !== '\n' &&
      this.#next !== end
    );
  }

  #setOtherIndent(goesOn: boolean): void {
    const { split, crown, tagged } = this.#options;
    if (split) this.#otherIndent = this.#firstIndent;
    else if (crown) this.#otherIndent = goesOn ? this.#column : this.#firstIndent;
    else if (!tagged) this.#otherIndent = this.#firstIndent;
    else if (goesOn && this.#column !== this.#firstIndent) this.#otherIndent = this.#column;
    else if (this.#otherIndent === this.#firstIndent)
      this.#otherIndent = this.#firstIndent === 0 ? usualIndent : 0;
  }

  #take(): void {
    this.#next = this.#text[this.#at++] ?? end;
  }

  #skipBlanks(): void {
    for (;;) {
      if (this.#next === ' ') this.#column++;
      else if (this.#next === '\t') {
        this.#hasTabs = true;
        this.#column = Math.floor(this.#column / 8) * 8 + 8;
      } else return;
      this.#take();
    }
  }

  #readPrefix(): void {
    this.#column = 0;
    this.#take();
    this.#skipBlanks();
    if (this.#prefix === '') {
      this.#nextPrefixIndent = Math.min(this.#prefixLead, this.#column);
      return;
    }
    this.#nextPrefixIndent = this.#column;
    for (const letter of this.#prefix) {
      if (this.#next !== letter) return;
      this.#column++;
      this.#take();
    }
    this.#skipBlanks();
  }

  #readLine(): void {
    const space = /\s/g;
    do {
      const from = this.#at - 1;
      space.lastIndex = from;
      this.#at = space.exec(this.#text)?.index ?? this.#text.length;
      const text = this.#text.slice(from, this.#at);
      if (this.#words.length > 0 && this.#bytes + text.length > mostBytes) this.#flush();
      this.#bytes += text.length;
      this.#column += text.length;
      this.#take();
      const known = wordOf(text);
      const start = this.#column;
      this.#skipBlanks();
      const gap = this.#column - start;
      const isLast = this.#next === '\n' || this.#next === end;
      const final = this.#next === end || (known.period && (this.#next === '\n' || gap > 1));
      if (this.#words.length === mostWords) this.#flush();
      this.#words.push({ ...known, final, space: isLast || this.#options.uniform ? (final ? 2 : 1) : gap });
    } while (this.#next !== '\n' && this.#next !== end);
    this.#readPrefix();
  }

  #find(): void {
    findBreaks(this.#words, {
      width: this.#options.width,
      goal: this.#options.goal,
      firstIndent: this.#firstIndent,
      otherIndent: this.#otherIndent,
      lastLineLength: this.#lastLineLength,
    });
  }

  /** Prints the lines of a paragraph that grows too long, up to a good place. */
  #flush(): void {
    this.#setOtherIndent(true);
    this.#find();
    const point = splitPoint(this.#words);
    this.#print(point);
    this.#words = this.#words.slice(point);
    this.#bytes = this.#words.reduce((sum, { text }) => sum + text.length, 0);
  }

  #print(count: number): void {
    let indent = this.#firstIndent;
    for (let at = 0; at < count; at = this.#words[at]!.next) {
      const { next } = this.#words[at]!;
      this.#outColumn = 0;
      this.#space(this.#prefixIndent);
      this.#put(this.#prefix);
      this.#space(indent - this.#outColumn);
      for (let index = at; index < next; index++) {
        const { text, space } = this.#words[index]!;
        this.#put(text);
        if (index < next - 1) this.#space(space);
      }
      this.#lastLineLength = this.#outColumn;
      this.made += '\n';
      indent = this.#otherIndent;
    }
  }

  #put(text: string): void {
    this.made += text;
    this.#outColumn += text.length;
  }

  #space(count: number): void {
    const target = this.#outColumn + count;
    const tabTarget = Math.floor(target / 8) * 8;
    if (this.#hasTabs && this.#outColumn + 1 < tabTarget) {
      while (this.#outColumn < tabTarget) {
        this.made += '\t';
        this.#outColumn = Math.floor(this.#outColumn / 8) * 8 + 8;
      }
    }
    while (this.#outColumn < target) this.#put(' ');
  }

  /** A line that is not filled, up to its end. */
  #copyRest(): void {
    this.#outColumn = 0;
    const isBlank = this.#next === '\n' || this.#next === end;
    if (this.#column > this.#nextPrefixIndent || !isBlank) {
      this.#space(this.#nextPrefixIndent);
      for (const letter of this.#prefix) {
        if (this.#outColumn === this.#column) break;
        this.#put(letter);
      }
      if (!isBlank) this.#space(this.#column - this.#outColumn);
      if (this.#next === end && this.#column >= this.#nextPrefixIndent + this.#prefix.length)
        this.made += '\n';
    }
    if (isBlank) return;
    const from = this.#at - 1;
    const newline = this.#text.indexOf('\n', from);
    this.#at = newline < 0 ? this.#text.length : newline;
    this.made += this.#text.slice(from, this.#at);
    this.#take();
  }
}
