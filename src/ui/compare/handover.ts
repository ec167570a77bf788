import type { Recording } from '../../core/index.ts';

/** What was brought last, and what before it. */
let brought: readonly Recording[] = [];
let isNew = false;

/** Brings a recording to the page of comparisons; gives that page's address. A second one stands beside the first. */
export function bringToCompare(recording: Recording): string {
  const others = brought.filter((each) => each !== recording).slice(-1);
  brought = [...others, recording];
  isNew = true;
  return '#/compare';
}

/** What was brought since it was asked last, with what had been brought before it; nothing where nothing was. */
export function takeBrought(): readonly Recording[] {
  if (!isNew) return [];
  isNew = false;
  return brought;
}
