import { formatAgo, formatBytes } from '../kit/format.ts';
import { plural } from './plural.ts';

export const sessions = 'Sessions';
export const newSession = 'New session';
export const noSession = 'No session is stored yet.';
export const newTitleOf = (title: string) => `New title of ${title}`;
export const rename = 'Rename';
export const renameOf = (title: string) => `Rename ${title}`;
export const deleteOf = (title: string) => `Delete ${title}`;
const turnsOf = (turns: number) => plural(turns, { one: '# turn', other: '# turns' });
/** Times in milliseconds since 1970. */
export const summary = (title: string, turns: number, changedAtMs: number, nowMs: number) =>
  `${title}: ${turnsOf(turns)}, ${formatAgo(changedAtMs, nowMs)}`;

/** Where a session comes from; `elsewhere`: the title of the other, where it is not in this browser. */
const withOrigin = (what: string, elsewhere: string | null) =>
  elsewhere === null ? what : `${what} of “${elsewhere}”, which is not in this browser`;
export const runAgain = (elsewhere: string | null) => withOrigin('run again', elsewhere);
export const forkOfWhole = (elsewhere: string | null) => withOrigin('fork of the whole', elsewhere);
export const forkBehind = (at: string, elsewhere: string | null) =>
  withOrigin(`fork behind ${at}`, elsewhere);

export const sessionsAndFiles = 'Sessions and files';

export const deleteQuestion = (title: string) => `Delete “${title}”?`;
/** `storedBytes`: null until they are measured. */
export const whatIsDeleted = (turns: number, storedBytes: number | null) =>
  storedBytes === null
    ? `Its ${turnsOf(turns)}, its workspace and its saved outputs are removed from this browser. This cannot be undone.`
    : `Its ${turnsOf(turns)}, its workspace and its saved outputs (${formatBytes(storedBytes)}) are removed from this browser. This cannot be undone.`;
export const keepIt = 'Keep it';
export const deleteSession = 'Delete the session';
