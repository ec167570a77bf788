/** Starts the job whose number it is given, from the shell's account of itself on its input. */
export const jobCommand = '__job';
/** Sets `$!`. */
export const pidCommand = '__jobpid';
/** Waits for the jobs whose output is collected where it stands, and hands that out. */
export const reapCommand = '__reap';
export const waitCommand = '__wait';
/** What `$!` is read from. */
export const lastPidVariable = '__BGPID';
