import type { CallState, RecordKey, SessionState, StepState } from '../../core/index.ts';
import { callOfCommand } from '../jobs/commandCall.ts';

/** The call by its key, also where a sub-agent made it or the user ran it; null where there is none. */
export function callByKey(state: SessionState, key: RecordKey): CallState | null {
  const turnNumber = Number(key.slice(0, key.indexOf('.')));
  const turn = state.turns.find((candidate) => candidate.turn === turnNumber);
  const own = turn?.steps.flatMap((step) => step.calls).find((call) => call.key === key);
  if (own !== undefined) return own;
  const users = state.commands.find((command) => command.key === key);
  if (users !== undefined) return callOfCommand(users);
  for (const call of callsOf(state)) {
    const found = call.subAgent === undefined ? null : callByKey(call.subAgent, key);
    if (found !== null) return found;
  }
  return null;
}

/** The call whose sub-agent made the call `key`; null where the session's own model did. */
export function subAgentCallOf(state: SessionState, key: RecordKey): RecordKey | null {
  const found = callsOf(state).find(
    (call) => call.subAgent !== undefined && callByKey(call.subAgent, key) !== null,
  );
  return found?.key ?? null;
}

/** The step by its turn and number, also where a sub-agent made it; null where there is none. */
export function stepByNumber(state: SessionState, turn: number, step: number): StepState | null {
  const own = state.turns.find((candidate) => candidate.turn === turn);
  if (own !== undefined) return own.steps.find((candidate) => candidate.step === step) ?? null;
  for (const { subAgent } of callsOf(state)) {
    const found = subAgent === undefined ? null : stepByNumber(subAgent, turn, step);
    if (found !== null) return found;
  }
  return null;
}

/** Every call of a conversation, in its order; not those of its sub-agents. */
export function callsOf(state: SessionState): readonly CallState[] {
  return state.turns.flatMap((turn) => turn.steps.flatMap((step) => step.calls));
}
