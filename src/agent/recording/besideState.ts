import type { RecordKey, SessionState, ToldPlace } from '../../core/index.ts';

/** Whether the call has its result. */
export function hasRecord({ turns }: SessionState, key: RecordKey): boolean {
  const [turn, step] = key.split('.').map(Number);
  const found = turns.find((each) => each.turn === turn)?.steps.find((each) => each.step === step);
  return found?.calls.some((call) => call.key === key && call.record !== null) ?? false;
}

/** What the model was told at that place. */
export function toldAt(state: SessionState, at: ToldPlace) {
  if (at.kind === 'turn') return state.turns.find(({ turn }) => turn === at.turn)?.told ?? [];
  const [turn, step] = at.key.split('.').map(Number);
  const steps = state.turns.find((each) => each.turn === turn)?.steps;
  const calls = steps?.find((each) => each.step === step)?.calls;
  return calls?.find(({ key }) => key === at.key)?.told ?? [];
}
