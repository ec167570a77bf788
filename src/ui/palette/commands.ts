import { type AppState, VIEW_NAMES } from '../app/appState.svelte.ts';
import { composer, togglePane } from '../app/keyboard.ts';
import { formatSelection } from '../app/selection.ts';

export interface Command {
  /** Unique, as titles are not: sessions may share a name. */
  readonly id: string;
  readonly title: string;
  readonly keys: string;
  readonly enabled: boolean;
  readonly run: () => void;
}

function focusTerminal(app: AppState): void {
  app.showPane('terminal');
  requestAnimationFrame(() => {
    const element = document.querySelector('.xterm-helper-textarea');
    if (element instanceof HTMLElement) element.focus();
  });
}

/** Everything that can be done, for the palette. */
export function commands(app: AppState): readonly Command[] {
  const view = app.current;
  const busy = view?.busy ?? false;
  const writable = view?.writable ?? false;
  const { tabCompletes, screenReader } = app.preferences.terminal;
  const has = view !== null;
  const shown = app.page.kind === 'session';
  const command = (title: string, keys: string, enabled: boolean, run: () => void): Command => ({
    id: title,
    title,
    keys,
    enabled,
    run,
  });
  return [
    command('Run', 'Enter', shown && writable && !busy, () => composer('run')),
    command('Step: one model request', '', shown && writable && !busy, () => composer('step')),
    command('Stop', '', writable && (busy || view?.run.kind === 'paused'), () => composer('stop')),
    command('Write a message', 'm', shown && writable, () => composer('focus')),
    command('Next step', 'j', shown && has, () => app.selectNeighbour(1)),
    command('Previous step', 'k', shown && has, () => app.selectNeighbour(-1)),
    ...VIEW_NAMES.map((name, at) =>
      command(`Show the ${name} view`, String(at + 1), shown && has, () => app.showView(name)),
    ),
    command('Tokens of the whole session', 't', shown && has, () => app.showTokens('session')),
    command('Open the Lab: one output under every profile', '', app.page.kind !== 'lab', () =>
      app.pages.goTo('#/lab'),
    ),
    command('Protocols of the harnesses', '', app.page.kind !== 'protocols', () =>
      app.pages.goTo('#/protocols'),
    ),
    command('Back to the session', '', app.page.kind !== 'session', () =>
      app.pages.goTo(formatSelection(app.selection)),
    ),
    command('New session', '', true, () => void app.newSession()),
    command('Open the demo', '', true, () => void app.openDemo()),
    ...app.sessions.map(({ id, title }) => ({
      ...command(`Open “${title}”`, '', id !== view?.session.id, () => void app.openSession(id)),
      id: `open ${id}`,
    })),
    command('Share this session: a link that reproduces it', '', shown && has, () => app.openDialog('share')),
    command('Open a recording: a link or a file', '', true, () => app.pages.goTo('#/r')),
    command('Export this session as a file', '', has, () => void app.exportSession()),
    command('Sessions and files', '', true, () => app.openDialog('sessions')),
    command('Go to the terminal', '', shown && has, () => focusTerminal(app)),
    command('Fold or unfold the sidebar', '', true, () => togglePane('sidebar')),
    command('Fold or unfold the inspector', '', true, () => togglePane('inspector')),
    command('Fold or unfold the terminal', '', true, () => togglePane('terminal')),
    command(`Terminal: Tab ${tabCompletes ? 'leaves it' : 'completes'}`, '', true, () =>
      app.preferences.setTerminal('tabCompletes', !tabCompletes),
    ),
    command(`Terminal: screen reader support ${screenReader ? 'off' : 'on'}`, '', true, () =>
      app.preferences.setTerminal('screenReader', !screenReader),
    ),
    command('Theme: as the system', '', app.preferences.theme !== 'system', () =>
      app.preferences.setTheme('system'),
    ),
    command('Theme: light', '', app.preferences.theme !== 'light', () => app.preferences.setTheme('light')),
    command('Theme: dark', '', app.preferences.theme !== 'dark', () => app.preferences.setTheme('dark')),
    command('Settings', '', true, () => app.openDialog('settings')),
    command('Keys', '?', true, () => app.openDialog('keys')),
  ];
}
