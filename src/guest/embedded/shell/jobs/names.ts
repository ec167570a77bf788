/** Starts the job whose number it is given, from the shell's account of itself on its input. */
export const jobCommand = '__job';
/** Sets `$!`. */
export const pidCommand = '__jobpid';
/** Waits for the jobs whose output is collected where it stands, and hands that out. */
export const reapCommand = '__reap';
export const waitCommand = '__wait';
/** Gives the shell its ends of the coprocess that was started last. */
export const coprocCommand = '__coproc';
/** Opens the descriptors that a job has inherited. */
export const inheritCommand = '__inherit';
/** Ends what `exec > >(…)` has begun, before the shell gives account of itself. */
export const drainCommand = '__drain';
/** What `$!` is read from. */
export const lastPidVariable = '__BGPID';
