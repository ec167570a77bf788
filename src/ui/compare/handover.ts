import type { Recording } from '../../core/index.ts';

let waiting: Recording | null = null;

/** Brings a recording to the page of comparisons; gives that page's address. */
export function bringToCompare(recording: Recording): string {
  waiting = recording;
  return '#/compare';
}

/** What was brought, once. */
export function takeBrought(): Recording | null {
  const taken = waiting;
  waiting = null;
  return taken;
}
