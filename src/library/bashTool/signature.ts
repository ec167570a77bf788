import type { TimeoutUnit } from '../../core/index.ts';

/** What a call's parameters are named and counted in; some notes and refusals name them. */
export interface CallSignature {
  readonly timeout: string;
  /** Milliseconds of one unit of the timeout. */
  readonly unitMs: number;
  /** How the note about a clamped timeout gives times. */
  readonly timeoutUnit: TimeoutUnit;
  /** Null where a caller cannot name a folder. */
  readonly cwd: string | null;
  /** A null stands for a parameter that was left out, as strict tool schemas have it. */
  readonly nullIsAbsent: boolean;
}

/** `createBashTool`'s own. */
export const librarySignature: CallSignature = {
  timeout: 'timeoutMs',
  unitMs: 1,
  timeoutUnit: 'plain',
  cwd: 'cwd',
  nullIsAbsent: false,
};

/** The AI SDK's: strict, so that every parameter is there and null where it is not used. */
export const aiSdkSignature: CallSignature = {
  timeout: 'timeout',
  unitMs: 1,
  timeoutUnit: 'milliseconds',
  cwd: 'cwd',
  nullIsAbsent: true,
};

/** Pi's own bash tool: seconds, and always in the session's folder. */
export const piSignature: CallSignature = {
  timeout: 'timeout',
  unitMs: 1_000,
  timeoutUnit: 'seconds',
  cwd: null,
  nullIsAbsent: false,
};
