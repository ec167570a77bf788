import type { AppState } from '../app/appState.svelte.ts';
import { type Command, type CommandGroup, composer, keyCommands } from '../app/keyCommands.ts';
import { formatSelection } from '../app/selection.ts';
import { chooseNumberStyle, numberStyle } from '../kit/locale.ts';

function focusTerminal(app: AppState): void {
  app.showPane('terminal');
  requestAnimationFrame(() => {
    const element = document.querySelector('.xterm-helper-textarea');
    if (element instanceof HTMLElement) element.focus();
  });
}

const isShown = (app: AppState): boolean => app.page.kind === 'session' && app.current !== null;
const mayStart = (app: AppState): boolean =>
  isShown(app) && app.current?.writable === true && !app.current.busy;
const mayStop = (app: AppState): boolean =>
  app.current?.writable === true && (app.current.busy || app.current.run.kind === 'paused');
const always = (): boolean => true;

function command(
  id: string,
  group: CommandGroup,
  title: string,
  enabled: (app: AppState) => boolean,
  run: (app: AppState) => void,
  keys = '',
): Command {
  return { id, group, title, keys, enabled, run };
}

/** Those that always have the same title and no key. */
const plainCommands: readonly Command[] = [
  command('run', 'Turn', 'Run', mayStart, () => composer('run'), 'Enter in a message'),
  command('step', 'Turn', 'Step: one model request', mayStart, () => composer('step')),
  command('stop', 'Turn', 'Stop', mayStop, () => composer('stop')),
  command(
    'copy-address',
    'Steps and views',
    'Copy the address of this step',
    (app) => isShown(app) && app.selection.turn !== null,
    copyAddress,
  ),
  command(
    'lessons',
    'Pages',
    'Lessons: how harnesses hand large output to a model',
    (app) => app.page.kind !== 'lessons',
    (app) => app.pages.goTo('#/lessons'),
  ),
  command(
    'lab',
    'Pages',
    'Open the Lab: one output under every profile',
    (app) => app.page.kind !== 'lab',
    (app) => app.pages.goTo('#/lab'),
  ),
  command(
    'protocols',
    'Pages',
    'Protocols of the harnesses',
    (app) => app.page.kind !== 'protocols',
    (app) => app.pages.goTo('#/protocols'),
  ),
  command(
    'guest-check',
    'Pages',
    'Guest check: what this computer promises, tried out',
    (app) => app.page.kind !== 'guest',
    (app) => app.pages.goTo('#/guest'),
  ),
  command(
    'back',
    'Pages',
    'Back to the session',
    (app) => app.page.kind !== 'session',
    (app) => app.pages.goTo(formatSelection(app.selection)),
  ),
  command('new-session', 'Session', 'New session', always, (app) => void app.newSession()),
  command('demo', 'Session', 'Open the demo', always, (app) => void app.openDemo()),
  command('recording', 'Session', 'Open a recording: a link or a file', always, (app) =>
    app.pages.goTo('#/r'),
  ),
  command(
    'import',
    'Session',
    'Open what another program has kept: Claude Code, OpenAI, Anthropic',
    always,
    (app) => app.pages.goTo('#/import'),
  ),
  command(
    'compare',
    'Session',
    'Compare this session with another, or under another profile',
    (app) => app.current !== null,
    (app) => app.pages.goTo(`#/compare?left=${app.current?.session.id}&right=${app.current?.session.id}`),
  ),
  command(
    'repeat',
    'Session',
    'Send its messages again: N runs against a model',
    (app) => app.current !== null,
    (app) => app.pages.goTo(`#/runs/${app.current?.session.id}`),
  ),
  command(
    'save',
    'Session',
    'Save or copy this session: HTML, Markdown, JSONL',
    (app) => app.current !== null,
    (app) => app.openDialog('save'),
  ),
  command(
    'export',
    'Session',
    'Export this session as a file',
    (app) => app.current !== null,
    (app) => void app.exportSession(),
  ),
  command('go-to-terminal', 'Panes', 'Go to the terminal', isShown, focusTerminal),
  ...(['system', 'light', 'dark'] as const).map((theme) =>
    command(
      `theme-${theme}`,
      'Look',
      `Theme: ${theme === 'system' ? 'as the system' : theme}`,
      (app) => app.preferences.theme !== theme,
      (app) => app.preferences.setTheme(theme),
    ),
  ),
];

function copyAddress(app: AppState): void {
  const address = new URL(formatSelection(app.selection), location.href).href;
  navigator.clipboard.writeText(address).then(
    () => app.announce('The address is in the clipboard. It opens this step in this browser.'),
    () => app.announce('The browser refused the clipboard. The address bar has the same address.'),
  );
}

/** Those whose title says what is now, or which stand for something that is there now. */
function changingCommands(app: AppState): readonly Command[] {
  const { preferences } = app;
  const { tabCompletes, screenReader } = preferences.terminal;
  return [
    ...app.sessions.map(({ id, title }) =>
      command(
        `open ${id}`,
        'Session',
        `Open “${title}”`,
        () => id !== app.current?.session.id,
        () => void app.openSession(id),
      ),
    ),
    command('tab', 'Panes', `Terminal: Tab ${tabCompletes ? 'leaves it' : 'completes'}`, always, () =>
      preferences.setTerminal('tabCompletes', !tabCompletes),
    ),
    command(
      'terminal-reader',
      'Panes',
      `Terminal: screen reader support ${screenReader ? 'off' : 'on'}`,
      always,
      () => preferences.setTerminal('screenReader', !screenReader),
    ),
    command(
      'numbers',
      'Look',
      numberStyle === 'english'
        ? 'Numbers as the browser’s language writes them'
        : 'Numbers as English writes them',
      always,
      () => {
        chooseNumberStyle(numberStyle === 'english' ? 'browser' : 'english');
        location.reload();
      },
    ),
    command(
      'letters',
      'Look',
      `Single letters as commands: ${preferences.letterKeys ? 'off' : 'on'}`,
      always,
      () => preferences.setLetterKeys(!preferences.letterKeys),
    ),
  ];
}

const groups: readonly CommandGroup[] = [
  'Turn',
  'Steps and views',
  'Search',
  'Pages',
  'Session',
  'Panes',
  'Look',
];

/** Everything that can be done, by its group: for the palette, and for the list of keys. */
export function commands(app: AppState): readonly Command[] {
  const all = [...plainCommands, ...keyCommands, ...changingCommands(app)];
  return groups.flatMap((group) => all.filter((each) => each.group === group));
}
