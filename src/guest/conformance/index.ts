import { type CheckGroup, type ConformanceCheck, checkGroups } from './check.ts';
import { commandChecks } from './commands.ts';
import { endingChecks } from './endings.ts';
import { fileChangeChecks } from './fileChanges.ts';
import { fileChecks } from './files.ts';
import { jobChecks } from './jobs.ts';
import { portChecks } from './ports.ts';
import { restartChecks } from './restart.ts';
import { shellCommandChecks } from './shellChecks.ts';

export { type GuestFact, guestProbes } from './probes.ts';
export { type CheckResult, ConformanceRun } from './run.ts';
export type { CheckGroup, ConformanceCheck };

/** What every guest promises, by group: data and what finds out, to be run one by one on one guest. */
export function conformanceSuite(): readonly ConformanceCheck[] {
  const all = [
    ...shellCommandChecks(),
    ...commandChecks,
    ...fileChecks,
    ...fileChangeChecks,
    ...endingChecks,
    ...jobChecks,
    ...portChecks,
    ...restartChecks,
  ];
  return checkGroups.flatMap((group) => all.filter((check) => check.group === group));
}
