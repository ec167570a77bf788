import { allHold, type CallState, type Check, factsOfConditions, type ProfileRef } from '../../core/index.ts';
import type { FactBook } from './factBook.ts';

/** A requirement of a task and whether it is met. */
export interface Checked {
  readonly says: string;
  readonly met: boolean;
}

/**
 * Looks whether each requirement is met by one of the calls that were made since the task began, or, where none of its
 * facts is a call's own, by the session as it stands.
 */
export async function checkTask(
  checks: readonly Check[],
  calls: readonly CallState[],
  book: FactBook,
  mine?: ProfileRef,
): Promise<readonly Checked[]> {
  const result: Checked[] = [];
  for (const { says, all } of checks) {
    const names = factsOfConditions(all);
    const ofCall = names.some((name) => !name.includes('.'));
    let met = false;
    for (const call of ofCall ? calls : [undefined]) {
      const facts = await book.facts(names, { ...(call && { call }), ...(mine && { mine }) });
      met ||= allHold(all, facts);
    }
    result.push({ says, met });
  }
  return result;
}
