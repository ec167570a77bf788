import type { AppState } from './appState.svelte.ts';
import { commandOf, keyCommands } from './keyCommands.ts';

/** Where single letters are text and not commands. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, .xterm') !== null;
}

/** The page's keys. Combinations with Ctrl, Alt or Meta stay the browser's, but for Ctrl/⌘ K. */
export function handleKey(event: KeyboardEvent, app: AppState): void {
  if (event.defaultPrevented) return;
  const { ctrlKey, metaKey, altKey, shiftKey, key, target } = event;
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') {
    event.preventDefault();
    if (app.dialog === 'palette') app.closeDialog();
    else app.openDialog('palette');
    return;
  }
  if (ctrlKey || metaKey || altKey || app.dialog || isTyping(target)) return;
  if (document.querySelector('dialog[open]')) return;
  if (!app.preferences.letterKeys && key.length === 1) return;
  const pressed = keyCommands.find((command) => command.key !== '' && command.key === key);
  // Where no session is shown, what is searched is the output that is.
  const meant = pressed?.id === 'search' && !pressed.enabled(app) ? commandOf('find') : pressed;
  if (!meant?.enabled(app)) return;
  event.preventDefault();
  meant.run(app);
}
