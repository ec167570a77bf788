import type { ToolOutput } from '../text/toolOutput.ts';
import type { Format } from './formats.ts';

export interface DumpRules {
  readonly radix: string;
  /** The address of the first byte. */
  readonly start: number;
  readonly perLine: number;
  /** Lines that are as the one before are shown too. */
  readonly repeats: boolean;
  readonly formats: readonly Format[];
}

/** Prints bytes in lines, whatever pieces they come in. */
export class Dump {
  readonly #rules: DumpRules;
  readonly #output: ToolOutput;
  readonly #columns: number;
  readonly #view: DataView;
  #line: Uint8Array;
  #filled = 0;
  #last: Uint8Array;
  #address: number;
  #lines = 0;
  #isStarred = false;

  constructor(rules: DumpRules, output: ToolOutput) {
    this.#rules = rules;
    this.#output = output;
    // Columns of all formats stand under each other: each byte takes as many as the widest needs.
    this.#columns = Math.max(...rules.formats.map(({ size, width }) => ((width + 1) * rules.perLine) / size));
    this.#line = new Uint8Array(rules.perLine);
    this.#view = new DataView(this.#line.buffer);
    this.#last = new Uint8Array(rules.perLine);
    this.#address = rules.start;
  }

  async put(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.subarray(at, at + this.#rules.perLine - this.#filled);
      this.#line.set(taken, this.#filled);
      this.#filled += taken.length;
      at += taken.length;
      if (this.#filled < this.#rules.perLine) return;
      this.#printLine();
      if (!this.#output.isFull) continue;
      await this.#output.flush();
      if (this.#output.closed) return;
    }
  }

  end(): void {
    if (this.#filled > 0) {
      this.#line.fill(0, this.#filled);
      this.#printLine();
    }
    if (this.#rules.radix !== 'n') this.#output.print(`${this.#addressText()}\n`);
  }

  #printLine(): void {
    const { perLine, repeats } = this.#rules;
    const isWhole = this.#filled === perLine;
    if (!repeats && isWhole && this.#lines > 0 && this.#isRepeat()) {
      if (!this.#isStarred) this.#output.print('*\n');
      this.#isStarred = true;
    } else {
      this.#isStarred = false;
      const start = this.#addressText();
      for (const [index, format] of this.#rules.formats.entries())
        this.#printFormat(format, index === 0 ? start : ' '.repeat(start.length));
    }
    this.#last.set(this.#line);
    this.#lines++;
    this.#address += this.#filled;
    this.#filled = 0;
  }

  #isRepeat(): boolean {
    for (let at = 0; at < this.#line.length; at++) if (this.#line[at] !== this.#last[at]) return false;
    return true;
  }

  #printFormat({ size, width, show, showsText }: Format, start: string): void {
    const fields = this.#rules.perLine / size;
    const used = Math.ceil(this.#filled / size);
    const slack = this.#columns - (width + 1) * fields;
    let text = start;
    for (let field = 0; field < used; field++) {
      const left = fields - field;
      const before = Math.floor((slack * left) / fields) - Math.floor((slack * (left - 1)) / fields);
      text += `${' '.repeat(before)} ${show(this.#view, field * size).padStart(width)}`;
    }
    if (showsText) text = `${text.padEnd(start.length + this.#columns)}  >${this.#shownText()}<`;
    this.#output.print(`${text}\n`);
  }

  #shownText(): string {
    let text = '';
    for (const byte of this.#line.subarray(0, this.#filled))
      text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
    return text;
  }

  #addressText(): string {
    const { radix } = this.#rules;
    if (radix === 'n') return '';
    return radix === 'x'
      ? this.#address.toString(16).padStart(6, '0')
      : this.#address.toString(radix === 'd' ? 10 : 8).padStart(7, '0');
  }
}
