export type { RunShellJob, ShellHost, ShellJob, ShellOutput, ShellResult } from './job.ts';
export { runShellJob } from './run.ts';
