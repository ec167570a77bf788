import type {
  AskedQuestion,
  CallState,
  Question,
  RecordKey,
  SessionState,
  ToolRecord,
} from '../../core/index.ts';
import { callByKey, callsOf } from '../subagent/callTree.ts';

/** A call that waits for its user. */
export interface PendingQuestion {
  readonly call: CallState;
  readonly question: Question;
  /** The call whose sub-agent asks, null where the session's own model does. */
  readonly subAgentOf: RecordKey | null;
}

/** Every question that waits, in the order of the calls. Only the last step of the last turn can have some. */
export function pendingQuestions(
  state: SessionState,
  subAgentOf: RecordKey | null = null,
): readonly PendingQuestion[] {
  const turn = state.turns.at(-1);
  if (turn === undefined || turn.end !== null) return [];
  return (turn.steps.at(-1)?.calls ?? []).flatMap((call): readonly PendingQuestion[] => {
    if (call.record !== null) return [];
    const own = (call.questions ?? [])
      .filter(({ answer }) => answer === null)
      .map(({ question }) => ({ call, question, subAgentOf }));
    return call.subAgent === undefined ? own : [...own, ...pendingQuestions(call.subAgent, call.key)];
  });
}

/**
 * Whether a call without a record can be gone on with after its page is gone: all that it has done is to ask its
 * user. A command that ran is never run again.
 */
export function isHeld(call: CallState): boolean {
  if (call.record !== null) return false;
  const asks = (call.questions ?? []).some(
    ({ question, answer }) => answer === null || question.kind === 'choice',
  );
  if (asks) return true;
  const turn = call.subAgent?.turns.at(-1);
  return turn !== undefined && turn.end === null && (turn.steps.at(-1)?.calls.some(isHeld) ?? false);
}

/** The newest question of the kind that a call has asked. */
export function questionOf(
  state: SessionState,
  key: RecordKey,
  kind: Question['kind'],
): AskedQuestion | null {
  const asked = callByKey(state, key)?.questions ?? [];
  return asked.findLast(({ question }) => question.kind === kind) ?? null;
}

/** Whether the path is that of an output which this session has saved: to read it is to go on with one's own work. */
export function isSavedOutput(state: SessionState, path: string): boolean {
  if (state.jobs.some(({ logPath }) => logPath === path)) return true;
  if (state.commands.some(({ record }) => isSavedBy(record, path))) return true;
  return callsOf(state).some(
    (call) =>
      isSavedBy(call.record, path) || (call.subAgent !== undefined && isSavedOutput(call.subAgent, path)),
  );
}

function isSavedBy(record: ToolRecord | null, path: string): boolean {
  if (record === null) return false;
  if (record.savedAs?.path === path) return true;
  return (
    record.facts?.kind === 'mcp' &&
    record.facts.parts.some((part) => part.kind === 'file' && part.path === path)
  );
}
