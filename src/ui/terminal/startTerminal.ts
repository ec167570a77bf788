import type { Terminal } from '@xterm/xterm';
import type { LiveSession } from '../../agent/index.ts';
import * as words from '../words/terminal.ts';

/** Waits until the emulator has taken the bytes, so that a fast writer is held back and not buffered. */
const MOST_UNWRITTEN_BYTES = 512 * 1024;

/** The page's colours in this theme. A custom property gives its text; only a used colour is resolved. */
function themeFrom(host: HTMLElement): Record<string, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const value = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
  const bright = names.map((name) => `bright${name[0]?.toUpperCase()}${name.slice(1)}`);
  const theme = {
    background: value('--paper'),
    foreground: value('--ink'),
    cursor: value('--accent'),
    cursorAccent: value('--paper'),
    selectionBackground: value('--line-strong'),
    ...Object.fromEntries([...names, ...bright].map((name, index) => [name, value(`--ansi-${index}`)])),
  };
  probe.remove();
  return theme;
}

/** How a person wants the terminal to behave; may change while it runs. */
export interface TerminalChoices {
  /** A read-only mirror of the screen for screen readers; it costs time in long outputs. */
  readonly screenReader: boolean;
  /** Tab completes instead of leaving the terminal; Escape, then Tab, leaves it then. */
  readonly tabCompletes: boolean;
}

/** A running terminal, for what stands around it. */
export interface TerminalHandle {
  /** Selects the next place of `text` downwards, or upwards. False where it is nowhere. */
  find(text: string, upwards: boolean): boolean;
  endFind(): void;
  /** What is selected, else everything, as text. */
  text(): string;
  apply(choices: TerminalChoices): void;
  focus(): void;
}

/**
 * Opens a terminal of the session's guest in `host`; ends with the signal. The emulator is loaded here, at its
 * first use. Tab is not caught unless it was asked to, so that the keyboard can always leave; Ctrl+I completes.
 */
export async function startTerminal(
  host: HTMLElement,
  session: LiveSession,
  options: {
    readonly signal: AbortSignal;
    readonly choices: TerminalChoices;
    readonly onReady: (handle: TerminalHandle) => void;
  },
): Promise<void> {
  const { signal } = options;
  let { choices } = options;
  const [{ Terminal }, { FitAddon }, { SearchAddon }, { WebLinksAddon }] = await Promise.all([
    import('@xterm/xterm'),
    import('@xterm/addon-fit'),
    import('@xterm/addon-search'),
    import('@xterm/addon-web-links'),
    import('@xterm/xterm/css/xterm.css'),
  ]);
  if (signal.aborted) return;
  const style = getComputedStyle(host);
  const terminal = new Terminal({
    fontFamily: style.getPropertyValue('--mono').trim(),
    fontSize: 12,
    lineHeight: 1.25,
    scrollback: 10_000,
    convertEol: false,
    cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    minimumContrastRatio: 4.5,
    screenReaderMode: choices.screenReader,
    theme: themeFrom(host),
    // What a program calls a link is text of the guest: it opens only web addresses, and says which.
    linkHandler: {
      activate: (_event, uri) => openLink(uri),
      hover: (_event, uri) => {
        host.title = uri;
      },
      leave: () => host.removeAttribute('title'),
    },
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(new WebLinksAddon((_event, uri) => openLink(uri)));
  terminal.open(host);
  signal.addEventListener('abort', () => terminal.dispose());
  fit.fit();
  const guest = await session.openTerminal({ columns: terminal.cols, rows: terminal.rows });
  if (signal.aborted) {
    guest.dispose();
    return;
  }
  let leaves = false;
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.key === 'Tab') {
      if (!choices.tabCompletes || leaves || event.shiftKey) return false;
      event.preventDefault();
      return true;
    }
    if (event.type === 'keydown') leaves = event.key === 'Escape';
    if (event.type === 'keydown' && event.ctrlKey && !event.altKey) {
      if (event.key === 'i') {
        event.preventDefault();
        guest.write('\t');
        return false;
      }
      // Without a selection it stays what it is in every terminal: the interrupt.
      if (event.key.toLowerCase() === 'c' && (event.shiftKey || terminal.hasSelection())) {
        event.preventDefault();
        void navigator.clipboard.writeText(terminal.getSelection());
        terminal.clearSelection();
        return false;
      }
    }
    // The palette stays reachable; a shell's kill-line is Ctrl+U as well.
    return !((event.ctrlKey || event.metaKey) && event.key === 'k');
  });
  terminal.onData((data) => guest.write(data));
  terminal.onResize(({ cols, rows }) => guest.resize(cols, rows));
  const sizes = new ResizeObserver(() => {
    if (host.clientWidth > 0 && host.clientHeight > 0) fit.fit();
  });
  sizes.observe(host);
  // The theme changes in place: what stands in the terminal stays.
  const themes = new MutationObserver(() => {
    terminal.options.theme = themeFrom(host);
  });
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => {
    sizes.disconnect();
    themes.disconnect();
    guest.dispose();
  });
  options.onReady({
    find: (text, upwards) => (upwards ? search.findPrevious(text) : search.findNext(text)),
    endFind: () => terminal.clearSelection(),
    text: () => terminal.getSelection() || screenText(terminal),
    apply(next) {
      choices = next;
      terminal.options.screenReaderMode = next.screenReader;
    },
    focus: () => terminal.focus(),
  });
  let unwritten = 0;
  for await (const bytes of guest.output) {
    if (signal.aborted) return;
    unwritten += bytes.length;
    const written = new Promise<void>((resolve) => {
      terminal.write(bytes, () => {
        unwritten -= bytes.length;
        resolve();
      });
    });
    if (unwritten > MOST_UNWRITTEN_BYTES) await written;
  }
  if (!signal.aborted) terminal.write(`\r\n${words.hasEnded}\r\n`);
}

/** Guest output decides what looks like a link, so nothing but a web address is opened, and never with a handle. */
function openLink(uri: string): void {
  if (/^https?:\/\//i.test(uri)) window.open(uri, '_blank', 'noopener,noreferrer');
}

function screenText({ buffer: { active } }: Terminal): string {
  let text = '';
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row);
    if (row > 0 && !line?.isWrapped) text += '\n';
    text += line?.translateToString(true) ?? '';
  }
  return text.trimEnd();
}
