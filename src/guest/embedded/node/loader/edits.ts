import { type LineEdit, noteEdits } from '../errors/columns.ts';

/** Replacements in a text, applied at once. */
export class Edits {
  readonly #edits: {
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly isCallee: boolean;
  }[] = [];

  constructor(readonly source: string) {}

  /** `isCallee`: what is replaced is called, and its new text is in parentheses. */
  replace(start: number, end: number, text: string, isCallee = false): void {
    this.#edits.push({ start, end, text, isCallee });
  }

  /** Spaces in place of all but line ends, so that what follows keeps its place. */
  blank(start: number, end: number): void {
    this.replace(start, end, this.source.slice(start, end).replace(/[^\r\n\u2028\u2029]/g, ' '));
  }

  /**
   * The new text. `file` is the name that its frames will carry: their columns are led back to the source.
   * Replacements contain line ends only where the source did.
   */
  apply(file: string, prefix: string): string {
    const edits = [...this.#edits].sort((a, b) => a.start - b.start || a.end - b.end);
    const byLine = new Map<number, LineEdit[]>();
    let text = prefix;
    let from = 0;
    let line = 1;
    let lineStart = 0;
    const note = (at: number, removed: number, added: number, isCallee = false) => {
      if (removed === added) return;
      byLine.set(line, [...(byLine.get(line) ?? []), { at, removed, added, isCallee }]);
    };
    note(0, 0, prefix.length);
    for (const edit of edits) {
      const before = this.source.slice(from, edit.start);
      for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) {
        line += 1;
        lineStart = from + at + 1;
      }
      note(edit.start - lineStart, edit.end - edit.start, edit.text.length, edit.isCallee);
      const skipped = this.source.slice(edit.start, edit.end);
      for (let at = skipped.indexOf('\n'); at >= 0; at = skipped.indexOf('\n', at + 1)) {
        line += 1;
        lineStart = edit.start + at + 1;
      }
      text += before + edit.text;
      from = edit.end;
    }
    noteEdits(file, byLine);
    return text + this.source.slice(from);
  }
}
