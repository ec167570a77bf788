import { formatBytes, formatCount, formatDuration } from '../kit/format.ts';
import { lines } from './units.ts';

/** The page and its views. */
export const title = 'The Lab: one output under every profile';
export const views = 'Views of the Lab';
export const viewTitles = {
  input: 'Input',
  profiles: 'Profiles',
  views: 'Side by side',
  numbers: 'Numbers',
  chart: 'Chart',
  compare: 'Your harness',
} as const;
export const readingOf = (done: number, all: number) => `reading… ${done} of ${all}`;
export const reading = 'reading…';
export const empty =
  'Put an output in: paste it, drop a file, take a step of a session, or run a command. Each profile then shows the exact text that its harness would have given its model.';
export const changedProfile = (profile: string) => `${profile} (changed)`;

/** Side by side. */
export const whatIsShown = 'What of the views is shown';
export const onlyDiffering = 'Only profiles that differ';
export const onlyEnd = 'Only the end';
export const scrollTogether = 'Scroll together';
export const differentViews = (different: number, of: number) =>
  `${different} different views of ${of} profiles`;
export const protocolPage = 'The protocol’s page';
export const copyModelView = (profile: string) => `Copy the exact model view of ${profile}`;
export const theSame = (profiles: string) => `the same: ${profiles}`;
export const kept = 'kept';
export const keptOf = (bytes: number, of: number) => `${formatBytes(bytes)} of ${formatBytes(of)}`;
export const harnessCharacters = 'Characters of the harness’s own words';
export const lost = 'lost';
export const nothing = 'nothing';
export const lostSize = (bytes: number, lineCount: number) =>
  lineCount > 0 ? `<b>${formatBytes(bytes)}</b>, ${lines(lineCount)}` : `<b>${formatBytes(bytes)}</b>`;
export const file = 'file';
export const restIsGone = 'none: the rest is gone';
export const noneNeeded = 'none needed';
export const nextRead = 'next read';
/** `count`: its tokens, in words. */
export const nextReadWhole = (count: string) => `${count}, all of it`;
export const nextReadPart = (count: string, first: number, last: number, all: number) =>
  `${count}, lines ${formatCount(first)}–${formatCount(last)} of ${formatCount(all)}`;
export const isReference = 'the others are compared with this';
export const differsFrom = (line: number, column: number) =>
  `differs from line ${formatCount(line)}, column ${formatCount(column)}`;
export const sameAs = (profile: string) => `= the same as ${profile}`;
export const modelView = (profile: string) => `Model view of ${profile}, exact text`;
export const notWorded = (why: string) => `This profile could not word the output: ${why}`;
export const counting = 'counting…';
export const modelSees = (share: string) => `The model sees ${share} of the output`;

/** The numbers. */
export const numbersOfAll = 'Numbers of every profile';
export const profile = 'Profile';
export const numberTitles = {
  tokens: 'Tokens',
  characters: 'Characters',
  lost: 'Lost',
  next: 'Next read',
} as const;
export const keeps = 'Keeps';
export const cl100k = 'cl100k';
export const o200k = 'o200k';
export const linesLost = 'Lines lost';
export const fullOutput = 'Full output';
export const gone = 'gone';
export const bothEncodings = 'o200k and cl100k';
export const numbersNote = (encodings: string) =>
  `Tokens are counted with ${encodings}. “Next read” is the first page of the saved file, in the words and under the page limits of the profile.`;

/** The chart. */
export const chart = 'Tokens against output size';
export const workingOut = (done: number, all: number) => `working out ${done} of ${all} sizes…`;
/** `counted`: how many percent of the tokens are; null: all. */
export const sweepDone = (profiles: number, sizes: number, ms: number, counted: number | null) =>
  `${profiles} profiles × ${sizes} sizes from 1 KB to 1 MB in ${formatDuration(ms)}${counted === null ? '; tokens counted' : `; counting tokens, ${counted}%`}. The output is cut or repeated to each size.`;
export const tokensNotCounted = (why: string) => `Tokens could not be counted: ${why}`;
export const chartLabel =
  'Lines of tokens by output size, one for each profile. The table below has the numbers.';
export const chartTable = 'Tokens by size of the output';
export const showLine = 'Show this line';

/** One's own harness beside a profile. */
export const compare = 'Your harness beside a profile';
export const compareIntro =
  'Run a command in your harness, paste here what it gave its model as the result, and see where it parts from the profile.';
export const whatHarnessGave = 'What your harness gave its model';
export const pastedCharacters = (count: number) => `${formatCount(count)} characters, pasted.`;
export const clear = 'Clear';
export const comparison = 'Result of the comparison';
export const putInFirst =
  'Put the same output into the Lab first: paste it under Output, or take a probe below.';
export const runAndPaste = (command: string) =>
  `Run “${command}” in your harness and paste its result above.`;
export const nothingPasted = 'Nothing is pasted yet.';
export const same = (count: number) => `= The same, to the last of ${formatCount(count)} characters.`;
export const part = (at: { offset: number; line: number; column: number }, theirs: number, yours: number) =>
  `≠ They part at character ${formatCount(at.offset)} (line ${formatCount(at.line)}, column ${formatCount(at.column)}). The profile has ${formatCount(theirs)} characters, your text ${formatCount(yours)}.`;
export const sides = { profile: 'profile', yours: 'yours' } as const;
export const endsHere = '(ends here)';
export const difference = 'Difference, line by line';
export const equalLines = (count: string) => `… ${count} equal or further lines`;
export const cutLine = (start: string, length: number) => `${start}… (${length} characters)`;
export const commandsToTry = 'Commands to try in your harness';
export const copyAllCommands = 'Copy all commands';
export const copyCommand = (command: string) => `Copy: ${command}`;
export const putInOutputOf = (command: string) => `Put in the output of ${command}`;
export const putIn = 'Put in';

/** Sizes at which a profile changes what a model gets. */
export const boundaries = {
  characters: {
    whole: 'the longest line that is given whole',
    unsaved: 'the longest line that is saved to no file',
  },
  lines: {
    whole: 'the most lines that are given whole',
    unsaved: 'the most lines that are saved to no file',
  },
} as const;
export const boundarySize = (size: number, unit: 'characters' | 'lines') =>
  `${formatCount(size)} ${unit === 'lines' ? 'lines' : 'characters'}`;
export const boundaryOf = (size: string, of: string) => `${size} · ${of}`;
/** `by`: how far from the boundary. */
export const boundaryProbe = (size: string, by: number, what: string) =>
  `${size}: ${by === 0 ? 'exactly at' : by < 0 ? 'one under' : 'one over'} ${what}`;
export const probes = {
  empty: 'How silence is worded',
  exit: 'How a failure is worded, and whether stderr comes behind stdout',
  wide: 'Whether characters, bytes or columns are counted',
  emoji: 'Whether a cut may halve a character',
  ansi: 'Whether colours reach the model',
  redraw: 'Whether a redrawn line is kept whole or as its last state',
  nul: 'What becomes of NUL',
  longFailure: 'Whether a failing command is cut on other terms',
} as const;

/** Which profiles are looked at. */
export const lookedAt = 'Profiles that are looked at';
export const profiles = 'Profiles';
export const tokensColumn = 'tokens';
export const mixtureFrom = (of: string) => `Own mixture from ${of}`;
export const changeIt = ': change it';
export const keepMixture = (name: string) => `Keep ${name} on this device`;
export const removeMixture = (name: string) => `Remove ${name}`;
export const allProfiles = 'All';
export const ownRule = 'A rule of your own…';
export const onlyOwnAnd = (profile: string) => `Yours and ${profile}`;
export const orTry = 'Or try one that is made here:';
export const copyLink = 'Copy a link to these profiles';
export const tokensCountedWith = 'Tokens counted with';
export const both = 'both';
export const mixturesNotKept = (why: string) => `The list of mixtures could not be kept: ${why}`;
export const useMixture = 'Use it';
export const cancel = 'Cancel';
export const changeFirst = 'Change a number or give it a name.';
export const keptWithName = 'With a name it is kept in your list.';
export const keptInList = 'It is kept in your list on this device.';

/** What is put in. */
export const outputLookedAt = 'Output that is looked at';
export const output = 'Output';
export const theOutput = 'The output that is looked at';
export const pasteHere = 'Paste an output here, or drop a file';
export const chooseFile = 'Choose a file';
export const openAsSession = 'Open as session';
export const fileAsOutput = 'A file as the output';
export const fileTooLarge = (name: string, size: number, most: number) =>
  `${name} has ${formatBytes(size)}. The Lab takes up to ${formatBytes(most)}.`;
export const fileUnread = (name: string, why: string) => `${name} could not be read: ${why}`;
export const pasted = 'Pasted';
export const dropped = 'Dropped';
export const generated = (what: string) => `Generated: ${what}`;
export const ofStep = (key: string, session: string, tool: string) => `Step ${key} of “${session}”, ${tool}`;
export const ofCommand = (command: string) => `$ ${command}`;
export const ofCutCommand = (command: string) => `$ ${command} (its first 32 MB)`;
export const outputTooLarge = (megabytes: number, most: number) =>
  `This output has ${megabytes} MB. The Lab takes up to ${most} MB: cut it, or run it in a session.`;
export const moreThan = (megabytes: number) => `it has more than ${megabytes} MB`;
export const stepUnread = (why: string) => `The step’s output could not be read: ${why}.`;
export const sessionNotMade = (why: string) => `The session could not be made: ${why}`;
export const sessionTitle = 'From the Lab';
export const notOpened = 'it could not be opened.';
export const noGuest = 'its guest does not run.';

export const theCall = 'The call';
export const tool = 'Tool';
export const ended = 'Ended';
export const endings = {
  itself: 'by itself',
  timeout: 'timed out',
  user: 'stopped by the user',
} as const;
export const exitCode = 'Exit code';
export const signal = 'Signal';
export const noSignal = 'none';
export const afterSeconds = 'After, seconds';
export const callId = 'Call id';
export const contextLeft = 'Context left, tokens';
export const notKnown = 'not known';
export const separateStderr = 'Separate stderr, behind the output';

export const runCommand = 'Run a command';
export const command = 'Command';
export const commandExample = 'npm test';
export const stop = 'Stop';
export const running = 'running…';
export const run = 'Run';
export const besideSession =
  'In the workspace of “<title/>”, beside its conversation: its model does not hear of it.';
export const noSession = 'A command runs in the guest of a session, and none is open.';
export const openDemo = 'Open the demo’s';
export const commandNotRun = (why: string) => `The command could not run: ${why}`;

export const generate = 'Generate';
export const kind = 'Kind';
export const atLimit = 'At a limit';
export const exactSize = 'Exact size';
export const oneUnder = 'One under';
export const atIt = 'At it';
export const oneOver = 'One over';
/** What can be generated, and what its two numbers count. */
export const generators = {
  lines: { title: 'Lines', count: 'Lines', width: 'Characters a line' },
  'one-line': { title: 'One huge line', count: 'Characters', width: null },
  cjk: { title: 'Chinese, Japanese, Korean', count: 'Lines', width: 'Characters a line' },
  emoji: { title: 'Emoji', count: 'Lines', width: 'Emoji a line' },
  ansi: { title: 'ANSI colours', count: 'Lines', width: 'Characters a line' },
  progress: { title: 'Progress bar with \\r', count: 'Steps', width: 'Cells of the bar' },
  crlf: { title: 'CRLF line ends', count: 'Lines', width: 'Characters a line' },
  json: { title: 'JSON', count: 'Records', width: null },
  minified: { title: 'Minified JavaScript', count: 'Characters', width: null },
  nul: { title: 'NUL bytes', count: 'Lines', width: 'Characters a line' },
  'exact-units': { title: 'Exact size, characters', count: 'Characters', width: null },
  'exact-bytes': { title: 'Exact size, UTF-8 bytes', count: 'Bytes', width: null },
  'exact-lines': { title: 'Exact number of lines', count: 'Lines', width: null },
} as const;

/** Stands in the output itself where a chart is asked for of none. */
export const nothingToRepeat = 'an empty output has nothing to repeat';

/** What can go wrong behind the page. */
export const notLoaded = 'it could not be loaded';
export const workerStopped = (why: string) => `The Lab’s worker stopped: ${why}. Open the Lab again.`;
export const noWindow = 'The Lab’s worker gave no window.';
export const noPage = 'The Lab’s worker gave no page.';
export const noBoundaries = 'The Lab’s worker gave no boundaries.';
