import type { CaptureLossCode, ToolFacts, ToolRecord } from '../contract/index.ts';

/** Tools whose result depends on nothing but the guest and their input. */
const guestTools = new Set(['bash', 'read', 'grep', 'glob', 'ls', 'write', 'edit']);

/** What tells whether a call may be run again: of a record, or of a document by somebody else. */
export interface RerunFacts extends Pick<ToolRecord, 'tool' | 'outcome' | 'notes'> {
  readonly loss: CaptureLossCode | null;
  readonly facts: ToolFacts | null;
}

/**
 * Why running the call again would not give this result, as the end of a sentence; null where it would. Such a call is
 * never executed by a replay, whatever a document says of it: the result travels whole, or is missing.
 */
export function whyNotDerivable({ tool, outcome, notes, loss, facts }: RerunFacts): string | null {
  // Refused at the door: nothing ran, and nothing will.
  if (outcome.status === 'error' && outcome.error.phase === 'input') return null;
  if (!guestTools.has(tool)) return 'it came from outside the guest';
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
  if (facts?.kind === 'job') return 'it went on in the background';
  if (loss !== null) return 'a part of its output was lost';
  if (notes.some(({ code }) => code === 'order-not-promised')) {
    return 'its processes ran at the same time, and their order is chance';
  }
  return null;
}
