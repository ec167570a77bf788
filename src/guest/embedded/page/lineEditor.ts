import { displayWidth } from './displayWidth.ts';

const longestHistory = 1000;
const csi = '\x1b[';

/** What came of a key: text for the terminal, and perhaps a finished line or a wish. */
export interface EditorStep {
  readonly output: string;
  readonly event:
    | { readonly kind: 'line'; readonly text: string }
    | { readonly kind: 'interrupt' }
    | { readonly kind: 'end-of-input' }
    | { readonly kind: 'clear' }
    | null;
}

const nothing: EditorStep = { output: '', event: null };

/** One key of a terminal's input: an escape sequence, a control character or a character. */
const keys = /\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z]|[^[O])|\x1b|[\s\S]/gu;

/** Splits what a terminal sent into keys. `\r\n` of a paste is one Enter. */
export function keysOf(data: string): string[] {
  return data.replaceAll('\r\n', '\r').replaceAll('\n', '\r').match(keys) ?? [];
}

/** A line being typed: cursor, history and redrawing. Knows columns only; what a line means is the owner's. */
export class LineEditor {
  #columns: number;
  #prompt = '';
  #promptColumns = 0;
  #characters: string[] = [];
  #cursor = 0;
  #history: string[] = [];
  /** Index in the history; its length is the line being typed. */
  #browsing = 0;
  #draft = '';

  constructor(columns: number) {
    this.#columns = Math.max(1, columns);
  }

  resize(columns: number): void {
    this.#columns = Math.max(1, columns);
  }

  /** Begins a fresh line; `shown` is the prompt without colours. Returns what to print. */
  begin(prompt: string, shown: string): string {
    this.#prompt = prompt;
    this.#promptColumns = displayWidth(shown);
    this.#characters = [];
    this.#cursor = 0;
    this.#browsing = this.#history.length;
    return prompt;
  }

  /** Prompt and line again, e.g. after the screen was cleared. */
  redraw(): string {
    return `${this.#prompt}${this.#characters.join('')}${this.#moveFromEnd()}`;
  }

  press(key: string): EditorStep {
    switch (key) {
      case '\r':
        return this.#enter();
      case '\x03':
        return { output: `${this.#moveTo(this.#characters.length)}^C\r\n`, event: { kind: 'interrupt' } };
      case '\x04':
        if (this.#characters.length > 0) return this.#erase(this.#cursor, this.#cursor + 1);
        return { output: '', event: { kind: 'end-of-input' } };
      case '\x0c':
        return { output: '', event: { kind: 'clear' } };
      case '\x7f':
      case '\b':
        return this.#erase(this.#cursor - 1, this.#cursor);
      case `${csi}3~`:
        return this.#erase(this.#cursor, this.#cursor + 1);
      case '\x15':
        return this.#erase(0, this.#cursor);
      case '\x0b':
        return this.#erase(this.#cursor, this.#characters.length);
      case '\x17':
        return this.#erase(this.#wordStart(), this.#cursor);
      case `${csi}D`:
      case '\x02':
        return this.#go(this.#cursor - 1);
      case `${csi}C`:
      case '\x06':
        return this.#go(this.#cursor + 1);
      case `${csi}H`:
      case '\x1bOH':
      case `${csi}1~`:
      case '\x01':
        return this.#go(0);
      case `${csi}F`:
      case '\x1bOF':
      case `${csi}4~`:
      case '\x05':
        return this.#go(this.#characters.length);
      case `${csi}A`:
      case '\x1bOA':
      case '\x10':
        return this.#browse(this.#browsing - 1);
      case `${csi}B`:
      case '\x1bOB':
      case '\x0e':
        return this.#browse(this.#browsing + 1);
      default:
        return /^[\x00-\x1f]/.test(key) ? nothing : this.#insert(key);
    }
  }

  #enter(): EditorStep {
    const text = this.#characters.join('');
    if (text.trim() !== '' && this.#history[this.#history.length - 1] !== text) {
      this.#history = [...this.#history, text].slice(-longestHistory);
    }
    const output = `${this.#moveTo(this.#characters.length)}\r\n`;
    return { output, event: { kind: 'line', text } };
  }

  #insert(character: string): EditorStep {
    const atEnd = this.#cursor === this.#characters.length;
    if (atEnd) {
      this.#characters.push(character);
      this.#cursor += 1;
      // In the last column an emulator holds the cursor back until more comes; a space and CR settle it.
      const filled = this.#columnOf(this.#cursor) % this.#columns === 0;
      return { output: filled ? `${character} \r` : character, event: null };
    }
    return this.#replace(
      [...this.#characters.slice(0, this.#cursor), character, ...this.#characters.slice(this.#cursor)],
      this.#cursor + 1,
    );
  }

  #erase(from: number, to: number): EditorStep {
    const start = Math.max(0, from);
    const end = Math.min(this.#characters.length, to);
    if (start >= end) return nothing;
    return this.#replace([...this.#characters.slice(0, start), ...this.#characters.slice(end)], start);
  }

  #go(cursor: number): EditorStep {
    return { output: this.#moveTo(cursor), event: null };
  }

  #browse(index: number): EditorStep {
    if (index < 0 || index > this.#history.length) return nothing;
    if (this.#browsing === this.#history.length) this.#draft = this.#characters.join('');
    this.#browsing = index;
    const line = [...(this.#history[index] ?? this.#draft)];
    return this.#replace(line, line.length);
  }

  #replace(characters: string[], cursor: number): EditorStep {
    const toStart = this.#moveTo(0);
    this.#characters = characters;
    this.#cursor = characters.length;
    const settle = this.#columnOf(this.#cursor) % this.#columns === 0 ? ' \r' : '';
    const output = `${toStart}${csi}J${characters.join('')}${settle}${this.#moveTo(cursor)}`;
    return { output, event: null };
  }

  #wordStart(): number {
    let at = this.#cursor;
    while (at > 0 && this.#characters[at - 1] === ' ') at -= 1;
    while (at > 0 && this.#characters[at - 1] !== ' ') at -= 1;
    return at;
  }

  #moveFromEnd(): string {
    const cursor = this.#cursor;
    this.#cursor = this.#characters.length;
    return this.#moveTo(cursor);
  }

  /** Moves the cursor; over line ends too, because a long line wraps. */
  #moveTo(cursor: number): string {
    const target = Math.max(0, Math.min(this.#characters.length, cursor));
    const from = this.#columnOf(this.#cursor);
    const to = this.#columnOf(target);
    this.#cursor = target;
    if (from === to) return '';
    const rows = Math.floor(to / this.#columns) - Math.floor(from / this.#columns);
    const vertical = rows === 0 ? '' : rows > 0 ? `${csi}${rows}B` : `${csi}${-rows}A`;
    return `${vertical}${csi}${(to % this.#columns) + 1}G`;
  }

  /** Columns from the prompt's first to the cursor position, as if the screen never wrapped. */
  #columnOf(cursor: number): number {
    return this.#promptColumns + displayWidth(this.#characters.slice(0, cursor).join(''));
  }
}
