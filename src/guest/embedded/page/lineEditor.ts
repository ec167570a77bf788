import { displayWidth } from './displayWidth.ts';
import { type EditorAction, editorActions } from './editorKeys.ts';
import { HistorySearch } from './historySearch.ts';
import { LineHistory } from './lineHistory.ts';
import { shownText } from './shownText.ts';
import { blank, nameEnd, noName, wordStart } from './wordBounds.ts';

const csi = '\x1b[';

/** What came of a key: text for the terminal, and perhaps a finished line or a wish. */
export interface EditorStep {
  readonly output: string;
  readonly event:
    | { readonly kind: 'line'; readonly text: string }
    | { readonly kind: 'interrupt' }
    | { readonly kind: 'end-of-input' }
    | { readonly kind: 'clear' }
    /** Tab: `before` is the text in front of the cursor. */
    | { readonly kind: 'complete'; readonly before: string }
    | null;
}

const nothing: EditorStep = { output: '', event: null };

/**
 * A line being typed, with bash's keys: cursor, words, kill and yank, history and its search, redrawing. Knows
 * columns only; what a line means is the owner's.
 */
export class LineEditor {
  #columns: number;
  #prompt = '';
  #promptColumns = 0;
  #characters: string[] = [];
  #cursor = 0;
  readonly #history: LineHistory;
  /** What was killed last, for Ctrl-Y. */
  #killed = '';
  #search: HistorySearch | null = null;
  /** Prompt and line from before the search. */
  #beforeSearch = { prompt: '', promptColumns: 0, text: '', cursor: 0 };

  constructor(columns: number, history: readonly string[] = []) {
    this.#columns = Math.max(1, columns);
    this.#history = new LineHistory(history);
  }

  /** The line as it stands. */
  get text(): string {
    return this.#characters.join('');
  }

  resize(columns: number): void {
    this.#columns = Math.max(1, columns);
  }

  /** Puts lines of an earlier terminal before those typed here. */
  recall(earlier: readonly string[]): void {
    this.#history.recall(earlier);
  }

  /** Begins a fresh line; `shown` is the prompt without colours. Returns what to print. */
  begin(prompt: string, shown: string): string {
    this.#prompt = prompt;
    this.#promptColumns = displayWidth(shown);
    this.#characters = [];
    this.#cursor = 0;
    this.#history.toEnd();
    return prompt;
  }

  /** Prompt and line again, e.g. after the screen was cleared. */
  redraw(): string {
    return `${this.#prompt}${shownText(this.text)}${this.#moveFromEnd()}`;
  }

  /** Puts `text` at the cursor, as typing it would. */
  insertText(text: string): string {
    return [...text].map((character) => this.#insert(character).output).join('');
  }

  /** Leaves the line as it stands and goes below it, to print something and `redraw`. */
  leaveLine(): string {
    return `${this.#moveTo(this.#characters.length)}\r\n`;
  }

  press(key: string): EditorStep {
    const action = editorActions.get(key);
    if (this.#search) return this.#pressInSearch(this.#search, key, action);
    if (action) return this.#do(action);
    return /^[\x00-\x1f]/.test(key) ? nothing : this.#insert(key);
  }

  #do(action: EditorAction): EditorStep {
    const end = this.#characters.length;
    switch (action) {
      case 'accept':
        return this.#enter();
      case 'interrupt':
        return { output: `${this.#moveTo(end)}^C\r\n`, event: { kind: 'interrupt' } };
      case 'delete-or-end':
        return end > 0
          ? this.#erase(this.#cursor, this.#cursor + 1)
          : { output: '', event: { kind: 'end-of-input' } };
      case 'clear-screen':
        return { output: '', event: { kind: 'clear' } };
      case 'complete':
        return {
          output: '',
          event: { kind: 'complete', before: this.#characters.slice(0, this.#cursor).join('') },
        };
      case 'backspace':
        return this.#erase(this.#cursor - 1, this.#cursor);
      case 'delete':
        return this.#erase(this.#cursor, this.#cursor + 1);
      case 'kill-to-start':
        return this.#kill(0, this.#cursor);
      case 'kill-to-end':
        return this.#kill(this.#cursor, end);
      case 'kill-word-before':
        return this.#kill(wordStart(this.#characters, this.#cursor, blank), this.#cursor);
      case 'kill-name-before':
        return this.#kill(wordStart(this.#characters, this.#cursor, noName), this.#cursor);
      case 'kill-name-after':
        return this.#kill(this.#cursor, nameEnd(this.#characters, this.#cursor));
      case 'yank':
        return { output: this.insertText(this.#killed), event: null };
      case 'transpose':
        return this.#transpose();
      case 'left':
        return this.#go(this.#cursor - 1);
      case 'right':
        return this.#go(this.#cursor + 1);
      case 'name-left':
        return this.#go(wordStart(this.#characters, this.#cursor, noName));
      case 'name-right':
        return this.#go(nameEnd(this.#characters, this.#cursor));
      case 'start':
        return this.#go(0);
      case 'end':
        return this.#go(end);
      case 'older':
        return this.#browse(-1);
      case 'newer':
        return this.#browse(1);
      case 'last-word':
        return { output: this.insertText(this.#history.lastWord), event: null };
      case 'search':
        return this.#beginSearch();
      case 'abort':
        return nothing;
    }
  }

  #enter(): EditorStep {
    const text = this.text;
    this.#history.add(text);
    return { output: this.leaveLine(), event: { kind: 'line', text } };
  }

  #beginSearch(): EditorStep {
    this.#search = new HistorySearch(this.#history.lines);
    this.#beforeSearch = {
      prompt: this.#prompt,
      promptColumns: this.#promptColumns,
      text: this.text,
      cursor: this.#cursor,
    };
    return this.#showSearch(this.#search);
  }

  #pressInSearch(search: HistorySearch, key: string, action: EditorAction | undefined): EditorStep {
    if (action === undefined && !/^[\x00-\x1f]/.test(key)) search.type(key);
    else if (action === 'search') search.older();
    else if (action === 'backspace') search.erase();
    else {
      const isGivenUp = action === 'abort' || action === 'interrupt';
      const output = this.#endSearch(isGivenUp ? null : search.match);
      // Any other key ends the search and does on the line found what it always does.
      const step = isGivenUp || action === undefined || key === '\x1b' ? nothing : this.#do(action);
      return { output: output + step.output, event: step.event };
    }
    return this.#showSearch(search);
  }

  #showSearch(search: HistorySearch): EditorStep {
    const label = search.failed ? 'failed reverse-i-search' : 'reverse-i-search';
    const prompt = `(${label})\`${shownText(search.query)}': `;
    const line = [...(search.match ?? this.#beforeSearch.text)];
    return { output: this.#redrawWith(prompt, displayWidth(prompt), line, line.length), event: null };
  }

  /** Back to the line's own prompt, with the line found, or the one from before the search. */
  #endSearch(found: string | null): string {
    const { prompt, promptColumns, text, cursor } = this.#beforeSearch;
    this.#search = null;
    const line = [...(found ?? text)];
    return this.#redrawWith(prompt, promptColumns, line, found === null ? cursor : line.length);
  }

  #redrawWith(prompt: string, promptColumns: number, line: string[], cursor: number): string {
    const rows = Math.floor(this.#columnOf(this.#cursor) / this.#columns);
    const toStart = `${rows > 0 ? `${csi}${rows}A` : ''}\r${csi}J`;
    this.#prompt = prompt;
    this.#promptColumns = promptColumns;
    this.#characters = line;
    this.#cursor = line.length;
    return `${toStart}${prompt}${shownText(line.join(''))}${this.#settled()}${this.#moveTo(cursor)}`;
  }

  #insert(character: string): EditorStep {
    if (this.#cursor === this.#characters.length) {
      this.#characters.push(character);
      this.#cursor += 1;
      return { output: `${shownText(character)}${this.#settled()}`, event: null };
    }
    const before = this.#characters.slice(0, this.#cursor);
    const after = this.#characters.slice(this.#cursor);
    return this.#replace([...before, character, ...after], this.#cursor + 1);
  }

  #kill(from: number, to: number): EditorStep {
    if (from < to) this.#killed = this.#characters.slice(from, to).join('');
    return this.#erase(from, to);
  }

  #erase(from: number, to: number): EditorStep {
    const start = Math.max(0, from);
    const end = Math.min(this.#characters.length, to);
    if (start >= end) return nothing;
    return this.#replace([...this.#characters.slice(0, start), ...this.#characters.slice(end)], start);
  }

  #transpose(): EditorStep {
    const second = this.#cursor === this.#characters.length ? this.#cursor - 1 : this.#cursor;
    const [before, at] = [this.#characters[second - 1], this.#characters[second]];
    if (before === undefined || at === undefined) return nothing;
    const line = [...this.#characters];
    line.splice(second - 1, 2, at, before);
    return this.#replace(line, second + 1);
  }

  #go(cursor: number): EditorStep {
    return { output: this.#moveTo(cursor), event: null };
  }

  #browse(by: -1 | 1): EditorStep {
    const found = this.#history.browse(by, this.text);
    if (found === null) return nothing;
    const line = [...found];
    return this.#replace(line, line.length);
  }

  #replace(characters: string[], cursor: number): EditorStep {
    const toStart = this.#moveTo(0);
    this.#characters = characters;
    this.#cursor = characters.length;
    const output = `${toStart}${csi}J${shownText(this.text)}${this.#settled()}${this.#moveTo(cursor)}`;
    return { output, event: null };
  }

  /** In the last column an emulator holds the cursor back until more comes; a space and CR settle it. */
  #settled(): string {
    const column = this.#columnOf(this.#cursor);
    return column > 0 && column % this.#columns === 0 ? ' \r' : '';
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
    return this.#promptColumns + displayWidth(shownText(this.#characters.slice(0, cursor).join('')));
  }
}
