import type { CaptureLossCode } from '../../core/index.ts';
import { formatBytes, formatCount, formatDuration } from '../kit/format.ts';
import { plural } from './plural.ts';
import { lines } from './units.ts';

/** What is said of a call beside its output. */

export const timedOut = (ms: number) =>
  `Stopped after ${formatDuration(ms)}, the time that a command has. What it had printed is kept.`;
export const stopUnconfirmed =
  'The guest did not confirm the stop: the command may have run on until its guest was given up.';
const lossReasons: Readonly<Record<CaptureLossCode, string>> = {
  'output-cap': 'the command wrote more than one command may',
  'session-cap': 'the session has as much output as it may hold',
  'guest-limit': 'a part of the command reached the limit of the guest',
  'guest-died': 'the guest ended',
  'store-failed': 'the browser did not take more',
};
/** `lostBytes`: null where nobody knows. */
export const outputLost = (code: CaptureLossCode, atByte: number, lostBytes: number | null) => {
  const lost = lostBytes === null ? 'nobody knows how much was lost' : `${formatBytes(lostBytes)} were lost`;
  return `Saving stopped at byte ${formatCount(atByte)}: ${lossReasons[code]} (${code}); ${lost}.`;
};
export const notSaved = (why: string, code: string) =>
  `The output could not be saved as a file in the guest: ${why} (${code})`;

export const created = (path: string, bytes: number) => `Created ${path}: ${formatBytes(bytes)}.`;
export const replaced = (path: string, bytes: number) => `Replaced ${path}: ${formatBytes(bytes)}.`;
export const edited = (path: string, count: number) =>
  `Edited ${path}: ${plural(count, { one: '# replacement', other: '# replacements' })}.`;
export const isNoText = (path: string, content: string, bytes: number) =>
  `${path} is no text: ${content}, ${formatBytes(bytes)}.`;
export const isEmpty = (path: string) => `${path} is empty: 0 bytes.`;
export const namesLikeIt = (names: string) => `Names like it: ${names}.`;
export const noLineMatches = 'No line matches.';
export const noFileMatches = 'No file matches.';
export const isEmptyFolder = (path: string) => `${path} is an empty folder.`;
export const wholeSoFar = (path: string, bytes: number) =>
  `The whole of ${path} so far: ${formatBytes(bytes)}.`;
export const lastSoFar = (count: number, path: string, bytes: number) =>
  `The last ${lines(count)} of ${path}, ${formatBytes(bytes)} so far.`;
export const runsAs = (job: string, log: string) => `Runs as ${job}. Its output goes to ${log}.`;
export const youMoved = (ms: number, job: string, log: string) =>
  `You moved it to the background after ${formatDuration(ms)}, as ${job}. Its whole output goes to ${log}.`;
export const wasMoved = (ms: number, job: string, log: string) =>
  `It was moved to the background after ${formatDuration(ms)}, as ${job}. Its whole output goes to ${log}.`;

/** Notes that a tool or a guest makes; `detail`: its own words, a clause. */
export const timeoutClamped = (askedMs: number, usedMs: number) =>
  `The model asked for ${formatDuration(askedMs)}; a command has ${formatDuration(usedMs)} at most.`;
export const childStillRuns =
  'A process that the command started still runs; what it prints now is in no view.';
export const inBackground = (detail: string) => `In the background: ${detail}.`;
export const notCarried = (detail: string) => `Too large to be carried over: ${detail}.`;
export const filterHeld = (filter: string) =>
  `${filter} prints only when its input ends, so the stop took what it held: there is no output to show.`;
export const notLive = (detail: string) => `Not shown live: ${detail}.`;
export const streamsMerged = 'Streams: merged. stdout and stderr came as one, as a terminal shows them.';
export const guestCut = (detail: string) => `The guest cut a part of the output: ${detail}.`;
export const endMissing = (detail: string) => `The end of the output is missing: ${detail}.`;
export const shellFailed = (detail: string) => `The guest's shell failed: ${detail}.`;
export const shellEnded = (detail: string) => `The guest's shell was ended: ${detail}.`;
export const orderMayDiffer = 'Processes ran at the same time here: another run of the same seed may differ.';
export const workspaceNotStored = (why: string) =>
  `The workspace could not be stored after this call, so its changes may be gone after a reload: ${why}`;
export const binaryLeftOut = (files: number) =>
  plural(files, {
    one: '# binary file left out of the search.',
    other: '# binary files left out of the search.',
  });
export const patternTooSlow = (files: number) =>
  plural(files, {
    one: 'The pattern took too long on # file: matches there are missing.',
    other: 'The pattern took too long on # files: matches there are missing.',
  });
export const matchesInLongLines = (matches: number) =>
  plural(matches, {
    one: 'Long lines hold # match in all.',
    other: 'Long lines hold # matches in all.',
  });
export const pipelineEnded = (exits: string) =>
  `The commands of the pipeline ended with ${exits}; its exit code is that of the last.`;
export const unknownNote = (code: string) => `Note: ${code}`;
export const noDetails = 'no details are known';
