import type { LiveSession } from '../../agent/index.ts';

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

/**
 * Opens a terminal of the session's guest in `host`; ends with the signal. The emulator is loaded here, at its
 * first use. Tab is not caught, so that the keyboard can always leave; Ctrl+I sends a tab.
 */
export async function startTerminal(
  host: HTMLElement,
  session: LiveSession,
  signal: AbortSignal,
): Promise<void> {
  const [{ Terminal }, { FitAddon }] = await Promise.all([
    import('@xterm/xterm'),
    import('@xterm/addon-fit'),
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
    // A read-only mirror of the screen for screen readers.
    screenReaderMode: true,
    theme: themeFrom(host),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(host);
  signal.addEventListener('abort', () => terminal.dispose());
  fit.fit();
  const guest = await session.openTerminal({ columns: terminal.cols, rows: terminal.rows });
  if (signal.aborted) {
    guest.dispose();
    return;
  }
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.key === 'Tab') return false;
    if (event.type === 'keydown' && event.ctrlKey && !event.altKey && event.key === 'i') {
      event.preventDefault();
      guest.write('\t');
      return false;
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
  if (!signal.aborted) terminal.write('\r\n[the terminal has ended]\r\n');
}
