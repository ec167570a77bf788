import { conversationItems, foldableIds } from '../conversation/items.ts';
import * as words from '../words/app.ts';
import type { AppState } from './appState.svelte.ts';
import { VIEW_NAMES } from './inspectorState.svelte.ts';

/** Where a command stands in the palette and in the list of keys. */
export type CommandGroup = 'turn' | 'views' | 'search' | 'pages' | 'session' | 'panes' | 'look';

/**
 * Something that can be done, whoever asks for it: a key, the palette or a button. Titles, keys and tooltips come
 * from here and from nowhere else.
 */
export interface Command {
  /** Unique, as titles are not: sessions may share a name. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** As it is shown; '' where it has none. */
  readonly keys: string;
  readonly enabled: (app: AppState) => boolean;
  readonly run: (app: AppState) => void;
}

/** Commands that the page must know before the palette is loaded: those with a key and those with a button. */
interface KeyCommand extends Command {
  /** `KeyboardEvent.key`; '' for a button's command. */
  readonly key: string;
}

const isShown = (app: AppState): boolean => app.page.kind === 'session' && app.current !== null;
const isWritable = (app: AppState): boolean => isShown(app) && app.current?.writable === true;
const always = (): boolean => true;

/** Run, Step, Stop and the message field belong to the composer, which listens for this. */
export function composer(command: 'run' | 'step' | 'stop' | 'focus'): void {
  document.dispatchEvent(new CustomEvent('spillway-composer', { detail: command }));
}

/** Panes fold by this; the layout listens, whichever it is. */
function togglePane(name: 'sidebar' | 'inspector' | 'terminal'): void {
  document.dispatchEvent(new CustomEvent('spillway-pane', { detail: name }));
}

/** Asks an output to open its search: the one with the focus, else the inspector's, else the conversation's. */
function searchOutput(): void {
  const focused = document.activeElement?.closest('[data-searchable]');
  const places = [
    '.aside-page [data-searchable]',
    '.inspector [data-searchable]',
    '.conversation [data-searchable]',
    '[data-searchable]',
  ];
  const first = () =>
    places.map((place) => document.querySelector(place)).find((element) => element !== null);
  (focused ?? first())?.dispatchEvent(new CustomEvent('spillway-search', { bubbles: true }));
}

function openSearch(app: AppState): void {
  app.current?.openSearch();
}

function foldAll(app: AppState, folded: boolean): void {
  const view = app.current;
  if (!view) return;
  const ids = foldableIds(conversationItems(view.state));
  if (folded) view.folds.foldAll(ids);
  else view.folds.unfoldAll(ids);
}

function command(
  id: string,
  group: CommandGroup,
  title: string,
  key: string,
  enabled: (app: AppState) => boolean,
  run: (app: AppState) => void,
  keys = key,
): KeyCommand {
  return { id, group, title, key, keys, enabled, run };
}

export const keyCommands: readonly KeyCommand[] = [
  command('write', 'turn', words.writeMessage, 'm', isWritable, () => composer('focus')),
  command('next', 'views', words.nextStep, 'j', isShown, (app) => app.selection.selectNeighbour(1)),
  command('previous', 'views', words.previousStep, 'k', isShown, (app) => app.selection.selectNeighbour(-1)),
  ...VIEW_NAMES.map((view, at) =>
    command(view, 'views', words.showView(words.viewTitles[view]), String(at + 1), isShown, (app) =>
      app.inspector.show(view),
    ),
  ),
  command('session-tokens', 'views', words.sessionTokens, 't', isShown, (app) =>
    app.inspector.showTokens(
      app.inspector.tokenScope === 'session' && app.inspector.view === 'tokens' ? 'step' : 'session',
    ),
  ),
  command('unfold-all', 'views', words.unfoldAll, 'e', isShown, (app) => foldAll(app, false)),
  command('fold-all', 'views', words.foldAll, 'E', isShown, (app) => foldAll(app, true), '⇧ e'),
  command('leave', 'views', words.leaveInspector, 'Escape', isShown, (app) => app.inspector.close(), 'Esc'),
  command('search', 'search', words.searchAll, '/', isShown, openSearch),
  command('find', 'search', words.findInOutput, 'f', always, searchOutput),
  command(
    'palette',
    'pages',
    words.allCommands,
    '',
    always,
    (app) => app.openDialog('palette'),
    words.paletteKeys,
  ),
  command('keys', 'pages', words.keys, '?', always, (app) => app.openDialog('keys')),
  command('settings', 'pages', words.settings, '', always, (app) => app.openDialog('settings')),
  command('sessions', 'session', words.sessionsAndFiles, '', always, (app) => app.openDialog('sessions')),
  command('share', 'session', words.share, '', isShown, (app) => app.openDialog('share')),
  command('sidebar', 'panes', words.foldSidebar, '', isShown, () => togglePane('sidebar')),
  command('terminal', 'panes', words.foldTerminal, '', isShown, () => togglePane('terminal')),
  command('inspector', 'panes', words.foldInspector, '', isShown, () => togglePane('inspector')),
];

/** A command by its id: for buttons, which show its title and do what it does. */
export function commandOf(id: string): KeyCommand {
  const found = keyCommands.find((each) => each.id === id);
  if (!found) throw new Error(`There is no command ${id}.`);
  return found;
}
