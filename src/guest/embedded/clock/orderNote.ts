import type { RunNote } from '../../port.ts';

/** For a run with virtual time in which the order of two writers is not settled by what they did. */
export const orderNote: RunNote = {
  code: 'order-not-promised',
  detail:
    'processes that ran at the same time could both write; in which order is not part of what a seed promises',
};

/** Adds the note once. */
export function noteOrder(notes: RunNote[]): void {
  if (!notes.some(({ code }) => code === orderNote.code)) notes.push(orderNote);
}
