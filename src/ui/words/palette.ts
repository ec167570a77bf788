import type { CommandGroup } from '../app/keyCommands.ts';

export const commands = 'Commands';
export const command = 'Command';
export const typeACommand = 'Type a command';
export const found = 'Found';
export const noneFound = 'No command has these words.';

/** Groups of commands, in the order in which they are listed. */
export const groups: Readonly<Record<CommandGroup, string>> = {
  turn: 'Turn',
  views: 'Steps and views',
  search: 'Search',
  pages: 'Pages',
  session: 'Session',
  panes: 'Panes',
  look: 'Look',
};

export const run = 'Run';
export const runKeys = 'Enter in a message';
export const step = 'Step: one model request';
export const stop = 'Stop';
export const copyAddress = 'Copy the address of this step';
export const addressCopied = 'The address is in the clipboard. It opens this step in this browser.';
export const addressNotCopied = 'The browser refused the clipboard. The address bar has the same address.';
export const lessons = 'Lessons: how harnesses hand large output to a model';
export const lab = 'Open the Lab: one output under every profile';
export const protocols = 'Protocols of the harnesses';
export const guestCheck = 'Guest check: what this computer promises, tried out';
export const back = 'Back to the session';
export const newSession = 'New session';
export const openDemo = 'Open the demo';
export const openRecording = 'Open a recording: a link or a file';
export const openImport = 'Open what another program has kept: Claude Code, OpenAI, Anthropic';
export const compare = 'Compare this session with another, or under another profile';
export const sendAgain = 'Send its messages again: N runs against a model';
export const save = 'Save or copy this session: HTML, Markdown, JSONL';
export const exportAsFile = 'Export this session as a file';
export const goToTerminal = 'Go to the terminal';
export const themes = { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' } as const;
export const openSession = (title: string) => `Open “${title}”`;
export const tabLeaves = 'Terminal: Tab leaves it';
export const tabCompletes = 'Terminal: Tab completes';
export const screenReaderOff = 'Terminal: screen reader support off';
export const screenReaderOn = 'Terminal: screen reader support on';
export const numbersOfBrowser = 'Numbers as the browser’s language writes them';
export const numbersOfWords = 'Numbers as English writes them';
export const lettersOff = 'Single letters as commands: off';
export const lettersOn = 'Single letters as commands: on';

export const keys = 'Keys';
export const listOfKeys = 'List of keys';
export const lettersAreOff = 'Single letters are switched off; the command palette switches them on again.';

/** Keys of a place, each with what it does there. */
interface KeysOfPlace {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, what: string])[];
}
/** Keys that belong to a place and are no commands. */
export const keysInPlaces: readonly KeysOfPlace[] = [
  {
    title: 'In a place',
    keys: [
      ['Enter', 'in a message: run it; in a search: next place'],
      ['⇧ Enter', 'in a message: a new line; in a search: the place before'],
      ['Esc', 'leave: a field, a search, a dialog, the inspector'],
      ['Tab', 'leaves the terminal too'],
      ['Ctrl I', 'in the terminal: a tab, to complete'],
      ['← → ↑ ↓', 'in the file tree, the views and on a pane’s edge'],
    ],
  },
  {
    title: 'In a film of a recording',
    keys: [
      ['Space', 'play and pause'],
      ['→ or j', 'one step on'],
      ['← or k', 'one step back'],
      ['Home', 'to the first step'],
      ['End', 'to the last step'],
      ['< >', 'slower, faster'],
      ['Esc', 'leave the film: show all'],
    ],
  },
  {
    title: 'In a comparison',
    keys: [
      ['n', 'next difference'],
      ['p', 'previous difference'],
      ['o', 'open or close the step, line by line'],
      ['d', 'only steps that differ, and all again'],
    ],
  },
  {
    title: 'In a lesson',
    keys: [
      ['→', 'next step'],
      ['←', 'previous step'],
      ['p', 'present: large type, and back'],
      ['Page ↓', 'while presenting: next step'],
      ['Page ↑', 'while presenting: previous step'],
      ['Esc', 'leave the presentation'],
    ],
  },
];
