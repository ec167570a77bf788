import type { CallState, RecordKey, SessionState } from '../../core/index.ts';

/** Every call of the conversation, in its order. */
function callKeys(state: SessionState): readonly RecordKey[] {
  return state.turns.flatMap((turn) => turn.steps.flatMap((step) => step.calls.map((call) => call.key)));
}

/** The call before or after `from`; from nowhere, the first or the last. Null where there is none at all. */
export function neighbourCall(state: SessionState, from: RecordKey | null, by: 1 | -1): RecordKey | null {
  const keys = callKeys(state);
  const at = from === null ? -1 : keys.indexOf(from);
  const next = at < 0 ? (by > 0 ? 0 : keys.length - 1) : at + by;
  return keys[Math.min(keys.length - 1, Math.max(0, next))] ?? null;
}

/**
 * The result of the last turn that there is most to see of: the newest that was cut, else the newest.
 * Null while the turn has none.
 */
export function newestResult(state: SessionState): CallState | null {
  const done = (state.turns.at(-1)?.steps ?? [])
    .flatMap((step) => step.calls)
    .filter((call) => call.sent !== null);
  return done.findLast((call) => call.sent?.account.whole === false) ?? done.at(-1) ?? null;
}
