import { conversationItems, foldableIds } from '../conversation/items.ts';
import { type AppState, VIEW_NAMES, type ViewName } from './appState.svelte.ts';

/** Where a command stands in the palette and in the list of keys. */
export type CommandGroup = 'Turn' | 'Steps and views' | 'Search' | 'Pages' | 'Session' | 'Panes' | 'Look';

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

const titles: Record<ViewName, string> = {
  model: 'Model',
  user: 'User',
  disk: 'Disk',
  tokens: 'Tokens',
  request: 'Request',
};
export const viewTitle = (view: ViewName): string => titles[view];

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
  command('write', 'Turn', 'Write a message', 'm', isWritable, () => composer('focus')),
  command('next', 'Steps and views', 'Next step', 'j', isShown, (app) => app.selectNeighbour(1)),
  command('previous', 'Steps and views', 'Previous step', 'k', isShown, (app) => app.selectNeighbour(-1)),
  ...VIEW_NAMES.map((view, at) =>
    command(view, 'Steps and views', `Show the ${titles[view]} view`, String(at + 1), isShown, (app) =>
      app.showView(view),
    ),
  ),
  command(
    'session-tokens',
    'Steps and views',
    'Tokens of the whole session, and back to the step',
    't',
    isShown,
    (app) => app.showTokens(app.tokenScope === 'session' && app.view === 'tokens' ? 'step' : 'session'),
  ),
  command('unfold-all', 'Steps and views', 'Unfold everything', 'e', isShown, (app) => foldAll(app, false)),
  command('fold-all', 'Steps and views', 'Fold everything', 'E', isShown, (app) => foldAll(app, true), '⇧ e'),
  command(
    'leave',
    'Steps and views',
    'Leave the inspector',
    'Escape',
    isShown,
    (app) => app.closeInspector(),
    'Esc',
  ),
  command('search', 'Search', 'Search the session and its saved outputs', '/', isShown, openSearch),
  command('find', 'Search', 'Find in the shown output', 'f', always, searchOutput),
  command(
    'palette',
    'Pages',
    'All commands',
    '',
    always,
    (app) => app.openDialog('palette'),
    'Ctrl K or ⌘ K',
  ),
  command('keys', 'Pages', 'Keys', '?', always, (app) => app.openDialog('keys')),
  command('settings', 'Pages', 'Settings', '', always, (app) => app.openDialog('settings')),
  command('sessions', 'Session', 'Sessions and files', '', always, (app) => app.openDialog('sessions')),
  command('share', 'Session', 'Share this session', '', isShown, (app) => app.openDialog('share')),
  command('sidebar', 'Panes', 'Fold or unfold the sidebar', '', isShown, () => togglePane('sidebar')),
  command('terminal', 'Panes', 'Fold or unfold the terminal', '', isShown, () => togglePane('terminal')),
  command('inspector', 'Panes', 'Fold or unfold the inspector', '', isShown, () => togglePane('inspector')),
];

/** A command by its id: for buttons, which show its title and do what it does. */
export function commandOf(id: string): KeyCommand {
  const found = keyCommands.find((each) => each.id === id);
  if (!found) throw new Error(`There is no command ${id}.`);
  return found;
}
