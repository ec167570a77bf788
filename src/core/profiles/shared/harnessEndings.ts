import type { ToolRecord } from '../../contract/index.ts';
import { endingLines } from './endings.ts';

/**
 * Lines for what happened and a harness has no words for: loss in capture, notes that change what the result
 * means, an error that was not the user's stop. Empty for every run that the harness itself could have had, so
 * that its text stays its own.
 */
export function foreignEndings(record: ToolRecord): readonly string[] {
  const { outcome } = record;
  if (outcome.status === 'error' && outcome.stoppedBy !== 'user') return endingLines(record);
  const rest = endingLines({ ...record, outcome: { status: 'ok', exitCode: 0 } });
  return isUnconfirmed(record) ? [...rest, '(The stop was not confirmed: it may still be running)'] : rest;
}

/** The user stopped the call. */
export function isAborted({ outcome }: ToolRecord): boolean {
  return outcome.status === 'error' && outcome.stoppedBy === 'user';
}

function isUnconfirmed({ outcome }: ToolRecord): boolean {
  return (outcome.status === 'timeout' || outcome.status === 'error') && outcome.unconfirmedStop;
}
