export type { Bundle, BundleName, LoadBundle } from './bundles.ts';
export type { RunShellJob, ShellHost, ShellJob, ShellOutput, ShellResult } from './job.ts';
export type { GuestFetch, GuestRequest, GuestResponse } from './network.ts';
export { runShellJob } from './run.ts';
