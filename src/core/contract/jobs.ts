import type { OutputFacts } from './output.ts';
import type { ProfileContext } from './profile.ts';
import type { Outcome } from './record.ts';

/** A command in the background, as a model is told of it. */
export interface JobFacts {
  readonly id: string;
  readonly command: string;
  /** Absolute guest path of its log, which grows while it runs. */
  readonly logPath: string;
}

/** What a harness says of jobs. Pure, like the rest of a profile. */
export interface JobWords {
  /** Absolute path of the log of a job that this call starts. `ctx.usedStems` holds the stems of earlier logs. */
  logPath(callId: string, ctx: ProfileContext): string;
  /** The answer to the call. `isHeard`: somebody will tell the model of the end; where nobody will, nothing is promised. */
  started(job: JobFacts, isHeard: boolean): string;
  /** The answer to a call that ran over its time and goes on as a job; absent where a command is stopped then. */
  movedToBackground?(job: JobFacts, timeoutMs: number, isHeard: boolean): string;
  /** True for a command that the harness stops at its timeout where it would move another one. */
  neverMoves?(command: string): boolean;
  /** What the model hears at the end. */
  ended(job: JobFacts, outcome: Outcome, output: OutputFacts): string;
}
