import { formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';
import { speakers } from './transcript.ts';

const steps = (count: number) => plural(count, { one: '# step', other: '# steps' });

export const compare = 'Compare';
export const sides = { left: 'Left', right: 'Right' } as const;
export const allSame = (count: number) => `The same in all ${steps(count)}.`;
/** `first`: counted from 1. */
export const differing = (count: number, all: number, first: number) =>
  `${steps(count)} of ${formatCount(all)} ${plural(count, { one: 'differs', other: 'differ' })}; the first is step ${first}.`;
export const modelViews = (left: string, right: string) =>
  `Model views: ${left} and ${right} tokens (o200k, counted)`;
export const onlyDiffering = 'Only steps that differ';
export const firstDifference = 'First difference';
export const previous = 'Previous';
export const next = 'Next';
export const choose =
  'Choose what to compare: two sessions or recordings, or the same session on both sides under two profiles.';
/** Puts the session that is open on the left side. */
export const beginWith = (title: string) => `Begin with “${title}”`;
export const noneDiffers = 'No step differs.';
export const sideBySide = 'Steps side by side';
export const stepOf = (at: number, all: number) => `Step ${at} of ${all}.`;

/** What stands on one side. */
export const session = 'Session';
export const recordingTitle = (title: string) => `Recording: ${title}`;
export const chooseSession = 'Choose a session…';
export const sameRecording = (title: string) => `The same recording: ${title}`;
export const under = 'Under';
export const asSent = 'as it was sent';
export const runAgain = 'Run it again';
export const recordingInstead = 'A recording instead';
export const link = 'Link';
export const open = 'Open';
export const file = 'File…';
export const recordingFile = (side: string) => `Recording file for ${side}`;
export const running = 'Running it again…';
export const reading = 'Reading…';
export const notRun = 'It has not been run again.';
export const wording = (done: number, all: number) => `Wording results: ${done} of ${all}…`;

/** One step of both. */
export const parts = { call: 'call', model: 'model view', outcome: 'outcome', words: 'text' } as const;
export const step = (number: number, differs: boolean) =>
  differs ? `Step ${number}, differs` : `Step ${number}`;
export const isFirst = '≠ first difference';
export const notKnown = (what: string) => `${what} not known on both sides: run the recording again`;
export const fold = 'Fold';
export const lineByLine = 'Line by line';
export const sideEnded = 'Nothing here: this side has ended.';
export const entries = {
  ...speakers,
  thinking: 'Model, thinking',
  model: 'Model',
  note: 'Note',
  raw: 'Not understood',
} as const;
export const byHash = (hash: string) => `model view by its hash, ${hash}`;
/** `tokens`: counted; null: not yet. */
export const size = (characters: number, tokens: number | null) =>
  tokens === null
    ? `${formatCount(characters)} characters`
    : `${formatCount(characters)} characters · ${formatCount(tokens)} tokens (counted)`;
