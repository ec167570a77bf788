import { formatBytes, formatCount } from '../kit/format.ts';
import { tokens } from './units.ts';

/** The views of the inspector that come when they are first looked at. */

/** The disk. */
export const copyPath = 'Copy the path';
export const sizeOnDisk = (bytes: number) =>
  bytes < 1024 ? `${formatCount(bytes)} bytes` : `${formatCount(bytes)} bytes (${formatBytes(bytes)})`;
export const hex = 'Hex';
export const copyContents = 'Copy the exact contents';
export const downloadBytes = 'Download the exact bytes';
export const isFolder = 'This is a folder.';
export const fileUnread = (file: string, why: string) => `${file} could not be read: ${why}`;
export const outputUnread = (why: string) => `The output could not be read: ${why}`;
export const reading = 'Reading…';
export const toolStillRuns = 'The tool still runs. Its bytes appear when it has ended.';
export const empty = 'Empty: 0 bytes.';
export const diskView = 'Disk view, exact bytes';
export const noFile = 'no file in the guest: the output as it is stored with the session';
export const fileGone = 'the file is not in the guest now: the stored copy';
export const fileInGuest = 'file in the guest';
export const fileChanged = (bytesThen: number) =>
  `file in the guest, changed since it was saved (${bytesThen} bytes then)`;

/** The request. */
export const readingRequest = 'Reading the request…';
export const noRequest = 'No request body was kept for this step.';
export const requestBody = 'Request body';
export const requestFacts = (provider: string, model: string, bytes: number) =>
  `${provider} · ${model} · ${formatBytes(bytes)} as sent`;
export const copyRequest = 'Copy the exact request body';
export const moreEntries = (count: number) => `${formatCount(count)} more…`;
export const moreCharacters = (count: number) => `… ${formatCount(count)} more characters`;
export const less = 'less';

/** The tokens of a step. */
export const tokensRegion = 'Tokens';
export const tokensEstimated = (count: number) =>
  `About ${tokens(count)}, estimated: the tokenizer could not be loaded. Select the step again to try once more.`;
export const resultInContext = "This result in the model's context";
export const part = 'Part';
export const charactersHead = 'Characters';
export const tokensHead = 'Tokens';
export const output = 'output';
/** `role`: which of the harness's texts. */
export const harnessPart = (role: string) => `› ${role}`;
export const wholeView = 'whole view';
/** `counted`: says with which tokenizer. */
export const howCounted = (counted: string) =>
  `Tokens are ${counted}. The view is counted whole, and a token on a border belongs to the part in which it begins.`;
export const requestOfStep = (turn: number, step: number, call: string) =>
  `The request of step ${turn}.${step}, which made call ${call}, as the provider reported it`;
export const usage = {
  input: 'input',
  cached: 'of it cached',
  output: 'output',
  reasoning: 'of it reasoning',
} as const;
export const notReported = 'not reported';
