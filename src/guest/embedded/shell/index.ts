export type { Bundle, BundleName, LoadBundle } from './bundles.ts';
export type {
  JobRecord,
  RunShellJob,
  ShellHost,
  ShellJob,
  ShellMachine,
  ShellOutput,
  ShellProcesses,
  ShellResult,
  TypedInput,
} from './job.ts';
export type { DialGuest, GuestConnection } from './network.ts';
export { runShellJob } from './run.ts';
