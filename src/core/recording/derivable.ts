import type { ToolRecord } from '../contract/index.ts';

/** Tools whose result depends on nothing but the guest and their input. */
const guestTools = new Set(['bash', 'read', 'grep', 'glob', 'ls', 'write', 'edit']);

/** Notes on a record that say that a second run may give something else. */
const chanceNotes = new Map([
  ['order-not-promised', 'its processes ran at the same time, and their order is chance'],
  ['network', 'it used the network'],
  ['live-job', 'it read the log of a job that still ran'],
  ['moved-to-background', 'it was moved to the background'],
]);

/**
 * Why running the call again would not give this result, as the end of a sentence; null where it would. Such a call is
 * never executed by a replay: the result travels whole, or is missing.
 */
export function whyNotDerivable(record: ToolRecord): string | null {
  const { outcome, output } = record;
  // Refused at the door: nothing ran, and nothing will.
  if (outcome.status === 'error' && outcome.error.phase === 'input') return null;
  if (!guestTools.has(record.tool)) return 'it came from outside the guest';
  if (outcome.status === 'timeout') return 'it was ended by its timeout';
  if (outcome.status === 'error' && outcome.stoppedBy !== null) {
    return {
      timeout: 'it was ended by its timeout',
      user: 'the user stopped it',
      cap: 'it was stopped at the limit of its output',
      'guest-death': 'the guest died',
      'session-end': 'the page was closed',
    }[outcome.stoppedBy];
  }
  if (output.loss !== null) return 'a part of its output was lost';
  for (const { code } of record.notes) {
    const why = chanceNotes.get(code);
    if (why !== undefined) return why;
  }
  return null;
}
