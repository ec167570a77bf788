import { formatCount } from '../kit/format.ts';

export const wholeOutput = (tool: string, key: string) => `Whole output of ${tool} ${key}`;
export const placeUnread = 'That place could not be read.';
export const guestAway = 'The guest does not run.';

export const search = 'Search';
/** `label`: what is searched, by its own name. */
export const searchIn = (label: string) => `Search in ${label}`;
export const searching = 'searching…';
export const notFound = 'not found';
/** `more`: no further ones were looked for. */
export const hitOf = (at: number, hits: number, more: boolean) =>
  more
    ? `${formatCount(at)} of ${formatCount(hits)} or more lines`
    : `${formatCount(at)} of ${formatCount(hits)} lines`;
export const nextMatch = 'Next match';
export const closeSearch = 'Close search';
