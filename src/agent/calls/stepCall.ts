import type { Profile, ProfileRef, RecordKey, TokenEncoding } from '../../core/index.ts';
import type { OutputPipeline } from '../output/outputPipeline.ts';
import type { CommandControls } from '../tools/commandControls.ts';
import { type OpenedCall, openUserCommand, type ToolCallPart } from './callDoor.ts';

/** A call that is to be run. */
export interface StepCall {
  readonly key: RecordKey;
  readonly part: ToolCallPart;
  readonly opened: OpenedCall;
  /** Of no call of a model: the user runs it, and nobody is asked. `queued`: its id where it had to wait. */
  readonly users?: { readonly command: string; readonly queued?: number };
}

/** What a call is recorded under: the step's profile, whatever the user has changed since. */
export interface CallScope {
  readonly ref: ProfileRef;
  readonly profile: Profile;
  readonly encoding: TokenEncoding;
}

export interface RunningCall {
  readonly key: RecordKey;
  readonly startedAtMs: number;
  readonly timeoutMs: number | null;
  readonly out: OutputPipeline;
  readonly stop: AbortController;
  readonly controls: CommandControls;
  /** How far it is, in the tool's words; null where it does not say. */
  progress: string | null;
}

/** The `number`-th command that the user runs, as a call. */
export function usersCall(key: RecordKey, command: string, number: number, queued: number | null): StepCall {
  const part: ToolCallPart = {
    type: 'tool-call',
    callId: `user_${number}`,
    wireName: '!',
    input: { command },
  };
  const users = { command, ...(queued === null ? {} : { queued }) };
  return { key, part, opened: openUserCommand(command), users };
}
