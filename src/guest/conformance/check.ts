import type { JsonValue } from '../../core/index.ts';
import type { Guest } from '../port.ts';

/** What a check is about; the order in which groups are run and shown. */
export const checkGroups = [
  'files',
  'paths',
  'journal',
  'streams',
  'order',
  'exit codes',
  'cwd and env',
  'binary',
  'unicode',
  'big output',
  'spool',
  'concurrency',
  'jobs',
  'signals',
  'kill',
  'tree kill',
  'terminal',
  'ports',
  'restart',
] as const;
export type CheckGroup = (typeof checkGroups)[number];

export interface CheckContext {
  readonly guest: Guest;
  /** An empty folder of this check's own below `tmp`; removed behind it. */
  readonly dir: string;
  /** Ends the guest and starts another of its kind, which is the one that later checks get. */
  restart(): Promise<Guest>;
}

/** One promise of the `Guest` port, as data and what finds out. Places are named, not written: see `placesNamed`. */
export interface ConformanceCheck {
  /** A sentence; unique in the suite. */
  readonly name: string;
  readonly group: CheckGroup;
  readonly expected: JsonValue;
  /** What the guest gives. A rejection is a finding like another, and is shown in place of what it gives. */
  run(context: CheckContext): Promise<JsonValue>;
}
