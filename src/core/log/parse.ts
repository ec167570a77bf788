import type { SessionEvent } from '../contract/index.ts';
import { LogReader } from './logReader.ts';

export interface ParsedLog {
  /** The good prefix, in the newest form. */
  readonly events: readonly SessionEvent[];
  /** One sentence on what was wrong and at which place, null where nothing was. */
  readonly problem: string | null;
  /** The newest format of the log where that is newer than this page's, else null. */
  readonly newerVersion: number | null;
}

/**
 * Stored values to typed events: each is brought to the newest version, checked whole, and must continue the
 * one before. Never throws, whatever it is given; what follows the first bad value is left out, since a fold
 * over a gap would show a session that never was.
 */
export function parseEvents(raw: readonly unknown[]): ParsedLog {
  const reader = new LogReader();
  const events: SessionEvent[] = [];
  for (const value of raw) {
    const event = reader.push(value);
    if (event === null) break;
    events.push(event);
  }
  const { problem, newerVersion } = reader;
  return {
    events,
    problem: problem === null ? null : `Event ${problem.at} of ${raw.length}: ${problem.why}`,
    newerVersion,
  };
}
