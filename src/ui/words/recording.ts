import { formatBytes, formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';

/** Words of a recording that is opened, read and run again. Those of sharing and forking one stand beside. */

const results = (count: number) => plural(count, { one: '# result', other: '# results' });

/** Where none is open. */
export const openRecording = 'Open a recording';
export const elsewhere = 'A recording elsewhere';
/** `<address/>` and `<host/>`: where it lies. */
export const liesAt =
  'This recording lies at <address/>. If you fetch it, <host/> sees your network address; it gets no cookie, no referrer and no key.';
export const fetching = 'Fetching…';
export const fetchIt = 'Fetch it';
/** While one is read apart from the page. */
export const opening = (percent: number | null) =>
  percent === null ? 'Reading it…' : `Reading it: ${percent} %`;
export const stopOpening = 'Stop reading it';
export const what =
  'A recording is a session that somebody sent: open its link, or drop its file here. Nothing of it runs until you say so.';
export const link = 'Link';
export const open = 'Open';
export const chooseFile = 'Choose a file…';
export const recordingFile = 'Recording file';
export const noneOpen = 'No recording is open.';
export const notInTranscript = 'This step is not in the transcript.';

/** What it is. `<profile/>`, `<model/>` and `<app/>`: names of somebody else's. */
export const facts = (calls: number, guest: string, hasVirtualTime: boolean) =>
  `Recording · ${plural(calls, { one: '# call', other: '# calls' })} · profile <profile/> · model <model/> · ${guest} guest${hasVirtualTime ? ' with virtual time' : ''} · made by Spillway <app/>`;
export const pause = 'Pause';
export const runAgain = 'Run it again';
export const goOnPastDrift = 'Go on past the drift';
export const goOn = 'Go on';
export const step = 'Step';
export const forkAsSession = 'Fork as a session…';
export const runAlong = 'Run its calls as it plays';
export const compare = 'Compare…';
export const repeat = 'Repeat…';
export const userBefore = 'User: ';
export const forkBehind = 'Fork behind this step…';
export const runToHere = 'Run up to here';
export const copyLink = 'Copy link';
export const copyLinkTo = (key: string) => `Copy link to step ${key}`;
export const copied = {
  link: 'The link is in the clipboard.',
  step: 'The step is in the clipboard.',
} as const;

/** How its second run stands. */
export const notRun = 'Not run. It is shown as it was recorded.';
export const runningAgain = (done: number, all: number) =>
  `Running it again: ${done} of ${all} results compared.`;
export const paused = (done: number, all: number) => `Paused: ${done} of ${all} results compared.`;
export const cannotRunAt = (key: string) => `${key} cannot run here: what follows was not run.`;
export const driftAt = (key: string) => `Drift at ${key}: what follows was not run.`;
interface Counts {
  readonly same: number;
  readonly played: number;
  readonly missing: number;
  readonly cannotRun: number;
  readonly drifted: number;
}
export const ended = (all: number, { same, played, missing, cannotRun, drifted }: Counts) => {
  const parts = [
    `${same} of ${results(all)} came out the same`,
    ...(played > 0 ? [`${played} came with the recording`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(cannotRun > 0 ? [`${cannotRun} cannot run here`] : []),
    ...(drifted > 0 ? [`${drifted} drifted`] : []),
  ];
  return `${parts.join(', ')}.`;
};

/** A call of it. */
export const call = (tool: string, standing: string) => `${tool}, ${standing}`;
export const inputOf = (key: string) => `Input of ${key}`;
export const savedSize = (bytes: number) => `[saved · ${formatBytes(bytes)}]`;
export const recorded = (place: string) => `Recorded ${place}`;
export const hereItIs = 'Here it is';
export const firstDifferingLine = 'First line that differs';
export const recordedLine = (number: number, place: string) =>
  `Line ${formatCount(number)} of ${place}, recorded`;
export const here = 'Here';
export const itHadEnded = '(it had ended)';
export const itHasEnded = '(it has ended)';
export const cannotRunHere = (why: string) => `Cannot run here: ${why}.`;
export const notHere = 'Not in this recording: <why/>.';
export const views = 'Views of this result';
export const modelView = (length: number) => `Model view · ${formatCount(length)} characters`;
export const output = (bytes: number) => `Output · ${formatBytes(bytes)}`;
export const outputHere = 'Output here';
export const modelViewOf = (key: string) => `Model view of ${key}`;
export const outputOf = (key: string) => `Output of ${key}`;
export const firstBytes = (shown: number, all: number) =>
  `The first ${formatBytes(shown)} of ${formatBytes(all)}. Fork the session to see all of it.`;
export const outputInRecording = (bytes: number) => `Output in the recording · ${formatBytes(bytes)}`;
export const recordedOutputOf = (key: string) => `Recorded output of ${key}`;
export const moreRows = (rows: number) =>
  plural(rows, { one: '# more row is in a saved file.', other: '# more rows are in a saved file.' });
export const subAgent = (rows: number) =>
  plural(rows, {
    one: 'What its sub-agent said and did: # row',
    other: 'What its sub-agent said and did: # rows',
  });

/** How a call ended, in one word. */
export const outcomes = {
  ok: 'ok',
  failed: 'failed',
  timeout: 'timed out',
  stopped: 'stopped',
  error: 'error',
} as const;
export const exit = (code: number) => `exit ${code}`;

/** Where a result stands in a re-run: a word, and what it means. */
export const noResult = {
  word: 'no result',
  explanation: 'The call was recorded without a result.',
} as const;
export const same = {
  word: 'same',
  explanation: 'Run again here: the same bytes and the same text for the model.',
} as const;
export const played = {
  word: 'from the recording',
  explanation: 'Not run again: a second run would not give it. Its bytes came with the recording.',
} as const;
export const missing = (why: string) => ({
  word: 'missing',
  explanation: `Not in the recording: ${why}.`,
});
export const cannotRun = (why: string) => ({
  word: 'cannot run',
  explanation: `It cannot be run again here: ${why}.`,
});
export const drift = (place: string) => ({
  word: 'drift',
  explanation: `Run again here, its ${place} is not what was recorded.`,
});
export const waiting = {
  derived: {
    word: 'not run yet',
    explanation: 'The recording holds its hash; running it again makes the bytes and compares them.',
  },
  inlined: {
    word: 'in the recording',
    explanation: 'A second run would not give it, so its bytes are in the recording.',
  },
  missing: { word: 'missing', explanation: 'Its bytes are neither here nor can they be made again.' },
} as const;

/** Rows that are no words of anybody. */
export const profileChanged = (to: string) => `The profile was changed to ${to}.`;
export const modelChanged = (to: string) => `The model was changed to ${to}.`;
export const encodingChanged = (to: string) => `Tokens were counted with ${to} from here on.`;
export const wokenByJob = 'The end of a job began this turn.';
export const wokenByPerson = 'A person let it go on.';
export const jobBegan = (job: string, command: string) => `${job} began in the background: ${command}`;
export const jobEnded = (job: string) => `${job} ended`;
export const toldOfJob = (job: string) => `The model was told of the end of ${job}.`;
export const toldOfCommand = 'The model was told of a command of the user’s.';
export const answerStopped = 'The answer was stopped here.';
export const answerBroke = 'The answer broke off here.';
const ends = {
  done: 'The turn ended',
  stopped: 'The turn was stopped',
  failed: 'The turn failed',
  'step-limit': 'The turn reached its limit of steps',
  interrupted: 'The page was closed while this turn ran',
} as const;
export const turnEnd = (reason: keyof typeof ends, why: string | null) =>
  why === null ? `${ends[reason]}.` : `${ends[reason]}: ${why}`;
export const namedProfile = (name: string, id: string) => `${name} (${id})`;
