import { type AppState, VIEW_NAMES } from './appState.svelte.ts';

/** Where single letters are text and not commands. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, .xterm') !== null;
}

/** Asks the shown output (the inspector's first, else the conversation's) to open its search. */
function openSearch(): void {
  const places = [
    '.aside-page [data-searchable]',
    '.inspector [data-searchable]',
    '.conversation [data-searchable]',
    '[data-searchable]',
  ];
  const found = places.map((place) => document.querySelector(place)).find((element) => element !== null);
  found?.dispatchEvent(new CustomEvent('spillway-search', { bubbles: true }));
}

/** The page's keys. Combinations with Ctrl, Alt or Meta stay the browser's, but for Ctrl/⌘ K. */
export function handleKey(event: KeyboardEvent, app: AppState): void {
  if (event.defaultPrevented) return;
  if (
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    event.key.toLowerCase() === 'k'
  ) {
    event.preventDefault();
    if (app.dialog === 'palette') app.closeDialog();
    else app.openDialog('palette');
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || app.dialog || isTyping(event.target)) return;
  if (document.querySelector('dialog[open]')) return;
  const view = VIEW_NAMES[Number(event.key) - 1];
  const isSession = app.page.kind === 'session';
  if (event.key === '?') app.openDialog('keys');
  else if (!isSession && event.key !== '/') return;
  else if (event.key === 'j') app.selectNeighbour(1);
  else if (event.key === 'k') app.selectNeighbour(-1);
  else if (event.key === '/') openSearch();
  else if (event.key === 'm') composer('focus');
  else if (event.key === 't')
    app.showTokens(app.tokenScope === 'session' && app.view === 'tokens' ? 'step' : 'session');
  else if (event.key === 'Escape') app.closeInspector();
  else if (view) app.showView(view);
  else return;
  event.preventDefault();
}

/** Run, Step, Stop and the message field belong to the composer, which listens for this. */
export function composer(command: 'run' | 'step' | 'stop' | 'focus'): void {
  document.dispatchEvent(new CustomEvent('spillway-composer', { detail: command }));
}

/** Panes fold by this; the layout listens, whichever it is. */
export function togglePane(name: 'sidebar' | 'inspector' | 'terminal'): void {
  document.dispatchEvent(new CustomEvent('spillway-pane', { detail: name }));
}
