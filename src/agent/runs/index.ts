export type { RunBudget, RunEnd, RunRow, RunsPlan, RunsStatus } from './repeatedRuns.ts';
export { RepeatedRuns } from './repeatedRuns.ts';
