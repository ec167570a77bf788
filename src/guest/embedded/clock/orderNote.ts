import type { RunNote } from '../../port.ts';

/** For a run with virtual time in which the order of two writers is not settled by what they did. */
export const orderNote: RunNote = {
  code: 'order-not-promised',
  detail:
    'processes that ran at the same time could both write; in which order is not part of what a seed promises',
};

/** After a run with the note the clock goes on at the next whole second, so that what comes later does not differ too. */
export function settledMs(clockMs: number, notes: readonly RunNote[]): number {
  const isMarked = notes.some(({ code }) => code === orderNote.code);
  return isMarked ? Math.ceil(clockMs / 1000) * 1000 : clockMs;
}

/** Adds the note once. */
export function noteOrder(notes: RunNote[]): void {
  if (!notes.some(({ code }) => code === orderNote.code)) notes.push(orderNote);
}
