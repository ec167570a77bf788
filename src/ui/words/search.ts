import { formatBytes, formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';

export const searchSession = 'Search the session';
export const searchAll = 'Search the session and its saved outputs';
export const placeBefore = 'Place before';
export const nextPlace = 'Next place';
export const closeSearch = 'Close the search';
export const searchedBytes = 'Searched bytes';
export const stopSearching = 'Stop searching';

/** How many places there are, and which of them is shown: null for none yet. */
interface Places {
  readonly count: number;
  readonly at: number | null;
}
const placesOf = ({ count, at }: Places) => {
  const places = plural(count, { one: '# place', other: '# places' });
  return at === null ? places : `${formatCount(at)} of ${places}`;
};
const farOf = (doneBytes: number, allBytes: number) =>
  `${formatBytes(doneBytes)} of ${formatBytes(allBytes)}`;
export const searching = (places: Places, doneBytes: number, allBytes: number) =>
  places.count === 0
    ? `searching, ${farOf(doneBytes, allBytes)}`
    : `${placesOf(places)} so far, ${farOf(doneBytes, allBytes)}`;
export const notAllRead = (count: number, why: string) =>
  `${placesOf({ count, at: null })}; the rest could not be read: ${why}`;
export const found = (places: Places, parts: number) =>
  places.count === 0
    ? 'not found'
    : `${placesOf(places)} in ${plural(parts, { one: '# part', other: '# parts' })} of the session`;
export const foundUntilStopped = (places: Places, parts: number) => `${found(places, parts)}, stopped`;
/** Said when the search is done. */
export const foundAloud = (count: number, parts: number) => `Search: ${found({ count, at: null }, parts)}.`;
/** Said of the place that was gone to; `line` is null where it has none. */
export const atPlace = (at: number, count: number, title: string, line: number | null) =>
  line === null
    ? `${formatCount(at)} of ${formatCount(count)}: ${title}`
    : `${formatCount(at)} of ${formatCount(count)}: ${title}, line ${formatCount(line)}`;

export const foundPlaces = 'Found places';
export const countIn = (title: string, count: number) => `${title}, ${formatCount(count)}`;
/** The word is heard, not seen. */
export const lineNumber = '<heard>line </heard><number/>';
export const moreParts = (count: number) => `and in ${formatCount(count)} more parts`;

/** What a place of the session is called. */
export const logOf = (job: string) => `${job}, its log`;
export const messageOf = (turn: number) => `your message, turn ${turn}`;
export const answerOf = (turn: number, step: number) => `answer, step ${turn}.${step}`;
export const reasoningOf = (turn: number, step: number) => `reasoning, step ${turn}.${step}`;
export const told = 'what the harness told';
export const notRun = 'a command that was not run';
export const askedOf = (call: string) => `${call}, what was asked`;
export const subAgentStep = (step: number) => `sub-agent, step ${step}`;

export const workerFailed = 'The search’s worker could not be loaded.';
export const closed = 'The search was closed.';
