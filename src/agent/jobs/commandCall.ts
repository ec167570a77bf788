import type { CallState, UserCommand } from '../../core/index.ts';

/** A command of the user in the form of a call, for what shows calls. */
export function callOfCommand({ key, command, record, sent }: UserCommand): CallState {
  return {
    key,
    callId: '',
    wireName: '!',
    input: { command },
    brokenInput: null,
    started: true,
    record,
    sent,
  };
}
