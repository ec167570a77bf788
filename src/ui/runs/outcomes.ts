import type { RunEnd, StoredSession } from '../../agent/index.ts';
import { type BehaviourCheck, behaviourOf, type SessionState } from '../../core/index.ts';

/** A run as the table shows it, from its log alone. */
export interface RunOutcome {
  readonly id: string;
  readonly title: string;
  readonly model: string;
  readonly end: RunEnd | 'running';
  readonly requests: number;
  /** Tokens in and out, as the provider counted them; null where it counted none. */
  readonly tokens: number | null;
  readonly checks: readonly BehaviourCheck[];
}

/** `messages`: how many the run should have been sent. */
export function outcomeOf(
  { id, state, workspace }: Pick<StoredSession, 'id' | 'state' | 'workspace'>,
  messages: number,
  live: RunEnd | null | undefined,
): RunOutcome {
  const steps = state.turns.flatMap((turn) => turn.steps);
  const counts = steps.flatMap(({ usage }) =>
    usage === null ? [] : [(usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)],
  );
  return {
    id,
    title: state.title,
    model: state.model.model,
    end: live === null ? 'running' : (live ?? endOf(state, messages)),
    requests: steps.length,
    tokens: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    checks: behaviourOf(state, workspace),
  };
}

/** What its log says of a run that this page has not seen end. */
function endOf({ turns }: SessionState, messages: number): RunEnd {
  const last = turns.at(-1)?.end?.reason;
  if (last === 'failed' || last === 'step-limit') return 'failed';
  return last === 'done' && turns.length >= messages ? 'done' : 'stopped';
}
