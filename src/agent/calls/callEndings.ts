import type { Outcome, StoppedBy, ToolError } from '../../core/index.ts';
import { type StopReason, stopped, type ToolResult } from '../tools/toolPort.ts';

function withoutRun(error: ToolError, stoppedBy: StoppedBy | null = null): ToolResult {
  const outcome: Outcome = { status: 'error', error, stoppedBy, unconfirmedStop: false };
  return { outcome, notes: [], facts: null, pid: null };
}

export function refusedAtDoor(error: ToolError): ToolResult {
  return withoutRun(error);
}

export function notRun(reason: StopReason): ToolResult {
  const message = 'Not run: the turn was stopped before this call began.';
  return withoutRun({ code: 'NOT_RUN', phase: 'abort', message }, reason);
}

/** The user does not want this tool to run: now, or ever. */
export function notAllowed(by: 'user' | 'settings'): ToolResult {
  const message =
    by === 'user'
      ? 'Not run: the user did not allow this call.'
      : 'Not run: the user has turned this tool off.';
  return withoutRun({ code: 'NOT_ALLOWED', phase: 'input', message });
}

/** The tool threw, or there was no guest to run it in. */
export function failedToRun(error: unknown, hadGuest: boolean): ToolResult {
  const message = error instanceof Error ? error.message : String(error);
  return withoutRun(
    hadGuest
      ? { code: 'TOOL_FAILED', phase: 'run', message }
      : { code: 'GUEST_UNAVAILABLE', phase: 'guest', message: `The guest did not start: ${message}` },
  );
}

export function guestDied(message: string): ToolResult {
  const error: ToolError = { code: 'GUEST_CRASHED', phase: 'guest', message: `The guest ended: ${message}` };
  return withoutRun(error, 'guest-death');
}

/** A tool that outlived its stop. */
export function givenUp(reason: StopReason, isCommand: boolean): ToolResult {
  return stopped(reason, null, isCommand);
}

export function isUnconfirmed({ outcome }: ToolResult): boolean {
  return 'unconfirmedStop' in outcome && outcome.unconfirmedStop;
}
