import type { AppState } from '../app/appState.svelte.ts';
import { type Command, type CommandGroup, composer, keyCommands } from '../app/keyCommands.ts';
import { formatSelection } from '../app/selection.ts';
import { chooseNumberStyle, numberStyle } from '../kit/locale.ts';
import * as words from '../words/palette.ts';

function focusTerminal(app: AppState): void {
  app.inspector.showPane('terminal');
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
  command('run', 'turn', words.run, mayStart, () => composer('run'), words.runKeys),
  command('step', 'turn', words.step, mayStart, () => composer('step')),
  command('stop', 'turn', words.stop, mayStop, () => composer('stop')),
  command(
    'copy-address',
    'views',
    words.copyAddress,
    (app) => isShown(app) && app.selection.turn !== null,
    copyAddress,
  ),
  command(
    'lessons',
    'pages',
    words.lessons,
    (app) => app.page.kind !== 'lessons',
    (app) => app.pages.goTo('#/lessons'),
  ),
  command(
    'lab',
    'pages',
    words.lab,
    (app) => app.page.kind !== 'lab',
    (app) => app.pages.goTo('#/lab'),
  ),
  command(
    'protocols',
    'pages',
    words.protocols,
    (app) => app.page.kind !== 'protocols',
    (app) => app.pages.goTo('#/protocols'),
  ),
  command(
    'guest-check',
    'pages',
    words.guestCheck,
    (app) => app.page.kind !== 'guest',
    (app) => app.pages.goTo('#/guest'),
  ),
  command(
    'back',
    'pages',
    words.back,
    (app) => app.page.kind !== 'session',
    (app) => app.pages.goTo(formatSelection(app.selection)),
  ),
  command('new-session', 'session', words.newSession, always, (app) => void app.newSession()),
  command('demo', 'session', words.openDemo, always, (app) => void app.openDemo()),
  command('recording', 'session', words.openRecording, always, (app) => app.pages.goTo('#/r')),
  command('import', 'session', words.openImport, always, (app) => app.pages.goTo('#/import')),
  command(
    'compare',
    'session',
    words.compare,
    (app) => app.current !== null,
    (app) => app.pages.goTo(`#/compare?left=${app.current?.session.id}&right=${app.current?.session.id}`),
  ),
  command(
    'repeat',
    'session',
    words.sendAgain,
    (app) => app.current !== null,
    (app) => app.pages.goTo(`#/runs/${app.current?.session.id}`),
  ),
  command(
    'save',
    'session',
    words.save,
    (app) => app.current !== null,
    (app) => app.openDialog('save'),
  ),
  command(
    'export',
    'session',
    words.exportAsFile,
    (app) => app.current !== null,
    (app) => void app.exportSession(),
  ),
  command('go-to-terminal', 'panes', words.goToTerminal, isShown, focusTerminal),
  ...(['system', 'light', 'dark'] as const).map((theme) =>
    command(
      `theme-${theme}`,
      'look',
      words.themes[theme],
      (app) => app.preferences.theme !== theme,
      (app) => app.preferences.setTheme(theme),
    ),
  ),
];

function copyAddress(app: AppState): void {
  const address = new URL(formatSelection(app.selection), location.href).href;
  navigator.clipboard.writeText(address).then(
    () => app.announce(words.addressCopied),
    () => app.announce(words.addressNotCopied),
  );
}

/** Those whose title says what is now, or which stand for something that is there now. */
function changingCommands(app: AppState): readonly Command[] {
  const { preferences } = app;
  const { tabCompletes, screenReader } = preferences.terminal;
  return [
    ...app.sessions.map(({ id, title }) =>
      command(
        `open-${id}`,
        'session',
        words.openSession(title),
        () => id !== app.current?.session.id,
        () => void app.openSession(id),
      ),
    ),
    command('tab', 'panes', tabCompletes ? words.tabLeaves : words.tabCompletes, always, () =>
      preferences.setTerminal('tabCompletes', !tabCompletes),
    ),
    command(
      'terminal-reader',
      'panes',
      screenReader ? words.screenReaderOff : words.screenReaderOn,
      always,
      () => preferences.setTerminal('screenReader', !screenReader),
    ),
    command(
      'numbers',
      'look',
      numberStyle === 'english' ? words.numbersOfBrowser : words.numbersOfWords,
      always,
      () => {
        chooseNumberStyle(numberStyle === 'english' ? 'browser' : 'english');
        location.reload();
      },
    ),
    command('letters', 'look', preferences.letterKeys ? words.lettersOff : words.lettersOn, always, () =>
      preferences.setLetterKeys(!preferences.letterKeys),
    ),
  ];
}

/** Everything that can be done, by its group: for the palette, and for the list of keys. */
export function commands(app: AppState): readonly Command[] {
  const all = [...plainCommands, ...keyCommands, ...changingCommands(app)];
  return Object.keys(words.groups).flatMap((group) => all.filter((each) => each.group === group));
}
