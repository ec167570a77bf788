import type { GuestFs, GuestProcess, GuestShell, GuestTerminal } from '../../port.ts';
import { columnsOf } from './columns.ts';
import { completeLine } from './completion.ts';
import { isMeaningless, keysOf } from './editorKeys.ts';
import { LineEditor } from './lineEditor.ts';
import { shownText } from './shownText.ts';
import { TerminalOutput, withCarriageReturns } from './terminalOutput.ts';
import { TypedLine } from './typedLine.ts';
import { isUnfinished } from './unfinished.ts';

const encoder = new TextEncoder();
const lineFeed = 10;

export interface TerminalSettings {
  readonly columns: number;
  readonly rows: number;
  readonly home: string;
  readonly files: Pick<GuestFs, 'stat' | 'read' | 'append' | 'readdir'>;
  /** Names of the guest's commands, for completion. */
  readonly commands: () => Promise<readonly string[]>;
}

/** Keys that wait for the next line; a paste while a command runs may be long. */
const mostTypedAhead = 1024 * 1024;

/** The newest bytes of the history that are read: who wrote the file is unknown, and so is its size. */
const mostHistoryBytes = 256 * 1024;

/** A list longer than this is cut, or it would scroll everything else away. */
const mostCandidates = 200;

/**
 * A line-editing terminal over a persistent shell, with bash's keys, completion and `~/.bash_history`. Keys typed
 * while a command runs go to its program once that reads, and else wait for the next line; so does a paste of many
 * lines, which runs line by line.
 */
export class EmbeddedTerminal implements GuestTerminal {
  readonly output: AsyncIterable<Uint8Array>;
  readonly #shell: GuestShell;
  readonly #editor: LineEditor;
  readonly #settings: TerminalSettings;
  readonly #historyPath: string;
  /** Who leaves the emulator ends what runs in the terminal. */
  readonly #shown = new TerminalOutput(() => this.dispose());
  #columns: number;
  #rows: number;
  #closed = false;
  #running: GuestProcess | null = null;
  #completes = false;
  #typedAhead: string[] = [];
  /** What is typed for the program that reads just now. */
  #typed: TypedLine | null = null;
  #answer: ((bytes: Uint8Array | null) => void) | null = null;
  /** Lines of a command that is not finished yet. */
  #begun = '';

  constructor(shell: GuestShell, settings: TerminalSettings) {
    this.#shell = shell;
    this.#settings = settings;
    this.#historyPath = `${settings.home}/.bash_history`;
    this.#columns = settings.columns;
    this.#rows = settings.rows;
    this.#editor = new LineEditor(settings.columns);
    this.output = this.#shown;
    this.#prompt();
    void this.#recallHistory();
  }

  write(data: string): void {
    for (const key of keysOf(data)) {
      if (!this.#running && !this.#completes) this.#press(key);
      else if (key === '\x03' && this.#running) this.#interrupt(this.#running);
      else if (this.#typed) this.#pressForProgram(this.#typed, key);
      else if (!isMeaningless(key) && this.#typedAhead.length < mostTypedAhead) this.#typedAhead.push(key);
    }
  }

  resize(columns: number, rows: number): void {
    this.#columns = columns;
    this.#rows = rows;
    this.#editor.resize(columns);
  }

  dispose(): void {
    void this.#running?.signal('SIGKILL');
    this.#close();
  }

  #press(key: string): void {
    const { output, event } = this.#editor.press(key);
    this.#print(output);
    if (!event) return;
    if (event.kind === 'clear') this.#print(`\x1b[2J\x1b[H${this.#editor.redraw()}`);
    else if (event.kind === 'complete') void this.#complete(event.before);
    else if (event.kind === 'interrupt') {
      this.#begun = '';
      this.#prompt();
    } else if (event.kind === 'end-of-input') this.#leave();
    else this.#accept(event.text);
  }

  #accept(line: string): void {
    const command = `${this.#begun}${line}`;
    if (isUnfinished(command)) {
      this.#begun = `${command}\n`;
      this.#print(this.#editor.begin('> ', '> '));
      return;
    }
    this.#begun = '';
    if (command.trim() === '') {
      this.#prompt();
      return;
    }
    const lines = new TextEncoder().encode(`${command}\n`);
    // A history that cannot be kept is no reason to stop.
    this.#settings.files.append(this.#historyPath, lines).catch(() => {});
    if (/^\s*exit(\s+\d+)?\s*;?\s*$/.test(command)) this.#close();
    else void this.#run(command);
  }

  async #recallHistory(): Promise<void> {
    const { files } = this.#settings;
    try {
      const { kind, size } = await files.stat(this.#historyPath);
      if (kind !== 'file') return;
      const offset = Math.max(0, size - mostHistoryBytes);
      const bytes = await files.read(this.#historyPath, { offset, length: mostHistoryBytes });
      const lines = new TextDecoder().decode(bytes).split('\n');
      // The first of a cut-off history is the rest of a line.
      this.#editor.recall(lines.slice(offset > 0 ? 1 : 0).filter(Boolean));
    } catch {
      // There is none yet.
    }
  }

  /** Keys that come meanwhile wait: they belong behind what is inserted. */
  async #complete(before: string): Promise<void> {
    this.#completes = true;
    const { files, commands, home } = this.#settings;
    const { cwd, env } = this.#shell.state;
    const source = { cwd, home, variables: Object.keys(env), commands, readdir: files.readdir.bind(files) };
    const { insert, candidates } = await completeLine(before, source).catch(() => ({
      insert: '',
      candidates: [],
    }));
    if (insert !== '') this.#print(this.#editor.insertText(insert));
    else if (candidates.length > 1) {
      const shown = candidates.slice(0, mostCandidates).map(shownText);
      const more =
        candidates.length > shown.length ? `… and ${candidates.length - shown.length} more\r\n` : '';
      const list = columnsOf(shown, this.#columns).join('\r\n');
      this.#print(`${this.#editor.leaveLine()}${list}\r\n${more}${this.#editor.redraw()}`);
    } else this.#print('\x07');
    this.#completes = false;
    this.#pressTypedAhead();
  }

  #leave(): void {
    this.#print('exit\r\n');
    this.#close();
  }

  #interrupt(process: GuestProcess): void {
    this.#typedAhead = [];
    this.#typed = null;
    this.#print('^C');
    void process.signal('SIGINT');
  }

  async #run(command: string): Promise<void> {
    const env = { TERM: 'xterm-256color', COLUMNS: `${this.#columns}`, LINES: `${this.#rows}` };
    const process = this.#shell.run(command, { env, interactive: true });
    this.#running = process;
    void this.#answerReads(process);
    let lastByte = lineFeed;
    for await (const { bytes } of process.output) {
      lastByte = bytes[bytes.length - 1] ?? lastByte;
      this.#shown.push(withCarriageReturns(bytes));
      // The next chunk is taken only when this one was: the emulator's speed reaches back to the command.
      await this.#shown.taken();
    }
    const status = await process.exit;
    this.#running = null;
    this.#takeBackTyped();
    if (status.kind === 'signaled') this.#print('\r\n');
    else if (lastByte !== lineFeed) this.#print('\x1b[7m%\x1b[0m\r\n');
    if (status.kind === 'guest-died') {
      this.#print(`\x1b[31m${status.message}\x1b[0m\r\n`);
      this.#close();
      return;
    }
    this.#prompt();
    this.#pressTypedAhead();
  }

  /** Gives the program a line, or a key, each time it waits for one. */
  async #answerReads({ input }: GuestProcess): Promise<void> {
    if (!input) return;
    for (let mode = await input.wanted(); mode !== null; mode = await input.wanted()) {
      const answered = new Promise<Uint8Array | null>((resolve) => {
        this.#answer = resolve;
      });
      this.#typed = new TypedLine(mode);
      this.#pressTypedAhead();
      input.send(await answered);
    }
  }

  #pressForProgram(typed: TypedLine, key: string): void {
    const { output, answer } = typed.press(key);
    this.#print(output);
    if (answer === undefined) return;
    this.#typed = null;
    this.#answer?.(answer);
  }

  /** The program has ended before it got the line: its beginning is the next command's. */
  #takeBackTyped(): void {
    const left = this.#typed?.left ?? [];
    this.#typed = null;
    this.#answer = null;
    if (left.length === 0) return;
    this.#print('\r\n');
    this.#typedAhead.unshift(...left);
  }

  #pressTypedAhead(): void {
    const keys = this.#typedAhead;
    this.#typedAhead = [];
    // One by one: joined, two keys could become another.
    for (const key of keys) this.write(key);
  }

  #prompt(): void {
    if (this.#closed) return;
    const { cwd } = this.#shell.state;
    const { home } = this.#settings;
    const inHome = cwd === home || cwd.startsWith(`${home}/`);
    const shown = shownText(inHome ? `~${cwd.slice(home.length)}` : cwd);
    this.#print(this.#editor.begin(`\x1b[1;34m${shown}\x1b[0m $ `, `${shown} $ `));
  }

  #print(text: string): void {
    if (text !== '') this.#shown.push(encoder.encode(text));
  }

  #close(): void {
    this.#closed = true;
    this.#shown.close();
  }
}
