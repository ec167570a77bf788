import { formatBytes, formatCount, formatDuration } from '../kit/format.ts';
import { plural } from './plural.ts';
import { characters, lines } from './units.ts';

export const conversation = 'Conversation';
export const stepsOfConversation = 'Steps of the conversation';
export const toTheEnd = 'To the end';
export const reasoning = 'Reasoning';
export const notRun = 'Not run: the page was closed while your command waited. <command/>';
export const answerStopped = 'The answer was stopped here.';
export const answerBroke = 'The answer broke off here.';
export const showRequest = 'Show the request';
export const waitingForModel = 'Waiting for the model…';

/** The field for messages. */
export const message = 'Message';
export const messageToModel = 'Message to the model';
export const messageOrCommand = 'Message to the model, or !command';
export const pasted = (units: number) => `Pasted: ${characters(units)}`;
export const removePasted = 'Remove the pasted text';
export const run = 'Run';
export const step = 'Step';
export const oneRequest = 'One model request';
export const stop = 'Stop';
export const runsInShell = 'Runs in the shell, at most 10 minutes; the model is told at its next turn.';
export const reloadPage = 'Reload the page';
export const writeFirst = 'Write a message first.';
export const runsElsewhere = 'This session runs in another tab. When that is closed, it goes on here.';
/** `why`: a sentence of the provider's part. */
export const askedAgain = (why: string, waitMs: number, tries: number) =>
  `${why} Asked again in ${formatDuration(waitMs)} (try ${tries}).`;
export const modelAnswers = (at: number) => `Step ${at}: the model answers`;
export const stepWaits = (at: number) => `Step ${at}: waits for your answer`;
export const toolsRun = (at: number, tools: number) =>
  `Step ${at}: ${tools === 1 ? 'one tool runs' : `${tools} tools run`}`;
export const stopping = 'Stopping…';
export const waitsForAnswer = 'Waits for your answer, which goes on with the turn.';
export const paused = 'Paused between two requests. Run goes on, Step makes one.';
export const doneElsewhere = 'Runs in another tab, where what you do here is done.';

/** Before there is a message. */
export const demoTitle = 'What does a model see of a long log?';
export const demoText =
  'An agent’s harness hands its model only a part of a long tool result. Here an agent works in a computer inside this page, and each result can be seen three ways: all of it, what the model got of it, and what lies on disk.';
export const runDemo = 'Run the demo';
/** Why not is said behind it. */
export const demoWithoutGuest = 'The demo needs a guest, and none runs:';
export const withoutKey = 'No key, no network: the model is scripted, everything else is real.';
export const demoMessage = (text: string) => `You ask: “${text}”`;
export const emptySession = 'An empty session';
export const parrotText =
  'Write a command below and press Run: the parrot runs what you write and reads the saved file, if there is one. No key is needed. <code>seq 1 20000</code> is too long for a model, <code>seq 1 200</code> is not.';
export const emptyText =
  'Write a message below and press Run. Every result can be seen as the model got it, whole, and as it lies on disk.';

/** Messages, and what the harness told. */
export const wokenByJob = (turn: number) => `Woken by the end of a job · turn ${turn}`;
export const wokenByYou = (turn: number) => `Told when you pressed Tell the model · turn ${turn}`;
export const yourMessage = (turn: number) => `Your message, turn ${turn}`;
export const turnHeading = (turn: number) => `Turn ${turn}`;
export const shownOf = (shown: number, all: number) =>
  `${formatCount(shown)} of ${formatCount(all)} characters`;
export const showLess = 'Show less';
export const showMore = 'Show more';
export const toldOfEnd = (job: string) => `The model was told that ${job} has ended`;
export const toldOfCommand = 'The model was told of your command';
export const commandNotTold = 'Your command · the model is told at its next turn';
export const commandTold = (turn: number) => `Your command · told in turn ${turn}`;

export const turnEnds = {
  done: 'The turn has ended.',
  stopped: 'Stopped by you. Write a message to go on.',
  failed: 'The turn has failed. Write a message to try again.',
  'step-limit': 'The turn has reached its step limit. Write a message to go on.',
  interrupted: 'The page was closed during this turn. What ran was ended; write a message to go on.',
} as const;
export const forkBegins = 'Your fork begins here. Write a message to go on.';

/** A call's card. */
export const brokenInput = '(broken input)';
export const card = (tool: string, line: string, status: string) => `${tool} ${line}, ${status}`;
export const unfold = (tool: string, key: string) => `Unfold ${tool} ${key}`;
export const fold = (tool: string, key: string) => `Fold ${tool} ${key}`;
export const truncated = '[truncated]';
/** `why`: sentences. */
export const truncatedWhy = (why: string) => `${why} Open the model view`;
export const saved = (bytes: number) => `[saved · ${formatBytes(bytes)}]`;
export const openFile = (path: string) => `Open ${path}`;
export const outputUnread = (why: string) => `The output could not be read: ${why}`;
export const noOutput = 'no output';
export const outputSize = (count: number, bytes: number) => `${lines(count)} · ${formatBytes(bytes)}`;
export const lastLinesOnly = 'Show the last lines only';
export const outputOf = (tool: string, key: string) => `Output of ${tool} ${key}`;
export const linesShown = (shown: number, all: number) => `${formatCount(shown)} of ${lines(all)}`;
export const showAll = 'Show all';
export const readingOutput = 'Reading the output…';

/** A call that runs. */
export const liveOutput = 'Live output, last lines';
/** Of a command that runs for so long, `atMostMs` null where it may for ever. */
export const runsFor = (ms: number, atMostMs: number | null, shown: number, all: number, bytes: number) => {
  const size = `${shown < all ? `${formatCount(shown)} of ` : ''}${lines(all)} · ${formatBytes(bytes)}`;
  return atMostMs === null
    ? `runs for ${formatDuration(ms)} · ${size}`
    : `runs for ${formatDuration(ms)} of at most ${formatDuration(atMostMs)} · ${size}`;
};
export const stoppingCall = 'stopping…';
/** `time`: minutes and seconds. */
export const timeLeft = (time: string) => `${time} left`;
export const moreTime = '+1 min';
export const moreTimeLong = 'One minute more';
export const toBackground = 'To background';
export const toBackgroundLong = 'Let it go on as a job; the turn goes on without it';
export const stopCall = 'Stop this call';
export const stopCallLong = 'End this call; the turn goes on';

/** The input of a call in one line. */
export const items = (count: number) => `${count} items`;
export const inPlace = (text: string, place: string) => `${text}  in ${place}`;
export const fromLine = (text: string, line: number | string) => `${text}  from line ${line}`;
export const fromLineOn = (text: string, line: number | string, count: number | string) =>
  `${text}  from line ${line}, ${count} lines`;

/** How a call ended. */
export const ok = 'ok';
export const okWhy = 'The tool has done what was asked.';
export const failed = 'failed';
export const exit = (code: number) => `exit ${code}`;
export const failedWhy = 'The command ended with a failure of its own.';
export const timeout = 'timeout';
export const stoppedAfter = (ms: number) => `Stopped after ${formatDuration(ms)}.`;
export const stoppedUnconfirmed = (ms: number) =>
  `Stopped after ${formatDuration(ms)}; the stop was not confirmed.`;
export const aborted = 'aborted';
export const abortedWhy = 'Stopped by you.';
export const error = 'error';
export const errorWhy = (why: string, code: string, phase: string) => `${why} (${code}, ${phase})`;
export const runsAsJob = 'It runs as a job.';
export const goesOnAsJob = 'It goes on as a job.';
export const asksYou = 'asks you';
export const asksYouWhy = 'It waits for your answer.';
export const running = 'running';
export const runningWhy = 'The tool runs.';
export const waiting = 'waiting';
export const waitingWhy = 'The tool has not started yet.';

/** Why the model's view is not whole. */
export const gotCharacters = (seen: number, all: number) =>
  `The model got ${formatCount(seen)} of ${formatCount(all)} characters.`;
export const wholeSaved = 'The whole is saved.';
export const nothingSaved = 'Nothing was saved.';
export const savingStopped = (byte: number) => `Saving stopped at byte ${formatCount(byte)}.`;
export const outputMissing = 'Output is missing.';
export const linesLeftOut = (count: number) =>
  plural(count, { one: '# more line left out.', other: '# more lines left out.' });
export const linesInPart = (count: number) =>
  plural(count, { one: '# long line shown in part.', other: '# long lines shown in part.' });
export const searchEndedEarly = 'The search ended before it had seen everything.';
export const gotNames = (shown: number, found: number) =>
  `The model got ${formatCount(shown)} of ${plural(found, { one: '# name', other: '# names' })}.`;
export const gotNoLines = (capTokens: number) =>
  `The model got none of the lines: the range has more than ${plural(capTokens, { one: '# token', other: '# tokens' })}.`;
export const gotOfLongLine = (shown: number, all: number | null) =>
  all === null
    ? `The model got the first ${characters(shown)} of one very long line.`
    : `The model got the first ${characters(shown)} of ${formatCount(all)} of one line.`;
export const gotLines = (first: number, last: number, all: number) =>
  `The model got lines ${formatCount(first)} to ${formatCount(last)} of ${formatCount(all)}.`;
