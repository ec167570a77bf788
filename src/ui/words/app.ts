import type { Page } from '../app/page.ts';

/** The product's name, which no language changes. */
export const product = 'Spillway';

/** What each page is called: in the bar, in the window's title, and where it is being loaded or did not come. */
export const pageTitles: Readonly<Record<Page['kind'], string>> = {
  session: 'Session',
  lessons: 'Lessons',
  lab: 'Lab',
  protocols: 'Protocols',
  recording: 'Recording',
  guest: 'Guest check',
  compare: 'Compare',
  runs: 'Runs',
  import: 'Import',
  unknown: 'No such page',
};

/** The window's title. A session's page has the session's own. */
export function windowTitle(kind: Page['kind'], sessionTitle: string | null): string {
  const title = kind === 'session' ? sessionTitle : pageTitles[kind];
  return title === null ? product : `${title} · ${product}`;
}

export const pages = 'Pages';
export const opening = 'Opening…';
export const openingLab = 'Opening the Lab…';
export const openingProtocols = 'Opening the protocols…';
export const openingLessons = 'Opening the lessons…';
export const openingChecks = 'Opening the checks…';
export const openingRecording = 'Opening the recording…';
export const openingPage = 'Opening the page…';
const notLoaded = (what: string) =>
  `${what} could not be loaded: the network is away, or a newer version has been published meanwhile. What is stored is not touched.`;
export const labNotLoaded = () => notLoaded('The Lab');
export const protocolsNotLoaded = () => notLoaded('The protocols');
export const lessonsNotLoaded = () => notLoaded('The lessons');
export const checksNotLoaded = () => notLoaded('The checks');
export const recordingNotLoaded = () => notLoaded('The page for recordings');
export const pageNotLoaded = () => notLoaded('This page');
export const searchNotLoaded = () => notLoaded('The search');
export const questionNotLoaded = () => notLoaded('The question');
export const viewNotLoaded = () => notLoaded('This view');

export const fatalTitle = 'Spillway could not go on';
export const fatalReassurance =
  'Your sessions are stored in this browser and are not touched. Reload the page; if it happens again, another browser or a window without extensions may help.';
export const reload = 'Reload the page';
export const tryToGoOn = 'Try to go on';
export const details = 'Details';
/** `message`: what the browser says, as a sentence. */
export const couldNotStart = (message: string) =>
  `Spillway could not start in this browser: ${message} Reload the page, or open it in a current Chrome, Edge, Firefox or Safari.`;

export const openingSession = 'Opening the session…';
export const sessionNotOpened = (why: string) => `The session could not be opened: ${why}`;
export const openDemo = 'Open the demo';
export const noMoreRoom =
  'The browser has no more room for this page. The session goes on in memory and is gone when the page is closed.';
export const nothingStored =
  'This browser does not let the page store anything. The session goes on in memory and is gone when the page is closed.';
export const exportSession = 'Export the session';
export const goesOnHere = 'The other tab is closed. This one goes on with the session.';
export const sessionDeleted = 'Session deleted.';

/** Said when a turn has ended. */
export const turnDone = 'The model has finished its turn.';
export const turnStopped = 'The turn was stopped.';
export const turnAtLimit = 'The turn has reached its step limit.';
export const turnInterrupted = 'The turn was interrupted.';
export const turnFailed = 'The turn has failed.';

export const profile = 'profile';
/** A profile of one's own, and the one it was made from. */
export const profileOf = (name: string, title: string) => `${name} (${title})`;
export const model = 'model';
export const withoutKey = 'Without a key';
export const other = 'Other';
export const otherModel = 'another model, keys…';
export const scripted = 'scripted';
export const ownScript = 'own script';
export const parrot = 'parrot';
/** A button's command and its key. */
export const withKey = (title: string, key: string) => `${title} (${key})`;

export const terminalHeight = 'Height of the terminal';
export const sidebarWidth = 'Width of the sidebar';
export const listsHeight = 'Height of sessions and files';
export const inspectorWidth = 'Width of the inspector';
export const panes = 'Panes';
export const chat = 'Chat';
export const modelView = 'Model view';
export const disk = 'Disk';
export const terminal = 'Terminal';

export const guest = 'guest';
export const guestStarting = 'starting';
export const guestEnded = 'ended';
export const guestOff = 'off';
export const waitingFor = (what: string) => `Waiting for ${what}.`;
export const startsWithCommand = 'It starts with the first command.';
/** `why` and `limits` are sentences. */
export const guestWhy = (why: string, limits: string) => `${why} ${limits}`.trim();
export const useEmbeddedNow = 'Use the embedded guest now';
export const moveToWebContainer = 'Move to a WebContainer';
export const moveToEmbedded = 'Move to the embedded guest';
export const startGuest = 'Start the guest';

export const viewTitles = {
  model: 'Model',
  user: 'User',
  disk: 'Disk',
  tokens: 'Tokens',
  request: 'Request',
} as const;
export const showView = (title: string) => `Show the ${title} view`;
export const writeMessage = 'Write a message';
export const nextStep = 'Next step';
export const previousStep = 'Previous step';
export const sessionTokens = 'Tokens of the whole session, and back to the step';
export const unfoldAll = 'Unfold everything';
export const foldAll = 'Fold everything';
export const leaveInspector = 'Leave the inspector';
export const searchAll = 'Search the session and its saved outputs';
export const findInOutput = 'Find in the shown output';
export const allCommands = 'All commands';
export const paletteKeys = 'Ctrl K or ⌘ K';
export const keys = 'Keys';
export const settings = 'Settings';
export const sessionsAndFiles = 'Sessions and files';
export const share = 'Share this session';
export const foldSidebar = 'Fold or unfold the sidebar';
export const foldTerminal = 'Fold or unfold the terminal';
export const foldInspector = 'Fold or unfold the inspector';
