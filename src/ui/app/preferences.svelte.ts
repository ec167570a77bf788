/**
 * Choices about the page itself (theme, folds), kept in localStorage because they must be known before
 * anything is painted. Blocked storage costs only the memory of them.
 */
export type ThemeChoice = 'system' | 'light' | 'dark';

const THEME_KEY = 'spillway.theme';
const FOLDS_KEY = 'spillway.folds';
const TERMINAL_KEY = 'spillway.terminal';
const LETTERS_KEY = 'spillway.letters';

function load(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice holds until the page is closed.
  }
}

export class Preferences {
  #theme = $state.raw<ThemeChoice>('system');
  #systemDark = $state.raw(false);
  /** Terminal choices that are on. */
  #terminal = $state.raw<ReadonlySet<string>>(new Set());
  #folded = $state.raw<ReadonlySet<string>>(new Set());
  #letterKeys = $state.raw(true);
  readonly #query = matchMedia('(prefers-color-scheme: dark)');
  readonly #onScheme = () => {
    this.#systemDark = this.#query.matches;
    this.#apply();
  };

  constructor() {
    const theme = load(THEME_KEY);
    if (theme === 'light' || theme === 'dark') this.#theme = theme;
    this.#folded = new Set((load(FOLDS_KEY) ?? '').split(' ').filter(Boolean));
    this.#terminal = new Set((load(TERMINAL_KEY) ?? 'screenReader').split(' ').filter(Boolean));
    this.#letterKeys = load(LETTERS_KEY) !== 'off';
    this.#systemDark = this.#query.matches;
    this.#query.addEventListener('change', this.#onScheme);
    this.#apply();
  }

  get theme(): ThemeChoice {
    return this.#theme;
  }

  get dark(): boolean {
    return this.#theme === 'system' ? this.#systemDark : this.#theme === 'dark';
  }

  setTheme(theme: ThemeChoice): void {
    this.#theme = theme;
    keep(THEME_KEY, theme);
    this.#apply();
  }

  isFolded(pane: string): boolean {
    return this.#folded.has(pane);
  }

  setFolded(pane: string, folded: boolean): void {
    const next = new Set(this.#folded);
    if (folded) next.add(pane);
    else next.delete(pane);
    this.#folded = next;
    keep(FOLDS_KEY, [...next].join(' '));
  }

  /** Single letters are commands; off for who dictates or whose screen reader wants the letters. */
  get letterKeys(): boolean {
    return this.#letterKeys;
  }

  setLetterKeys(on: boolean): void {
    this.#letterKeys = on;
    keep(LETTERS_KEY, on ? 'on' : 'off');
  }

  /** How the terminal behaves; see `TerminalChoices`. */
  get terminal(): { readonly screenReader: boolean; readonly tabCompletes: boolean } {
    return {
      screenReader: this.#terminal.has('screenReader'),
      tabCompletes: this.#terminal.has('tabCompletes'),
    };
  }

  setTerminal(choice: 'screenReader' | 'tabCompletes', on: boolean): void {
    const next = new Set(this.#terminal);
    if (on) next.add(choice);
    else next.delete(choice);
    this.#terminal = next;
    keep(TERMINAL_KEY, [...next].join(' '));
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
  }

  dispose(): void {
    this.#query.removeEventListener('change', this.#onScheme);
  }
}
