import type { ProfileRef, RecordKey, SentView } from '../contract/index.ts';
import type { SessionState } from '../log/index.ts';

/**
 * The session as it would read had every result been worded by another profile: the views are exchanged, nothing else.
 * What the user and the model said, which calls were made and what they gave stay what they were; a result that is not
 * in `views` keeps the words that were sent. The state is no log's: it is for looking only.
 */
export function underProfile(
  state: SessionState,
  profile: ProfileRef,
  views: ReadonlyMap<RecordKey, SentView>,
): SessionState {
  return {
    ...state,
    profile,
    turns: state.turns.map((turn) => ({
      ...turn,
      steps: turn.steps.map((step) => ({
        ...step,
        profile,
        calls: step.calls.map((call) => {
          const sent = call.sent === null ? undefined : views.get(call.key);
          return sent === undefined ? call : { ...call, sent };
        }),
      })),
    })),
  };
}
