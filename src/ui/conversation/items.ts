import type { CallState, SessionState, StepState, Told, TurnState, UserCommand } from '../../core/index.ts';

/** One row of the conversation. `id` is stable over time, so that a virtual list keeps its measurements. */
export type Item =
  | { readonly kind: 'user'; readonly id: string; readonly turn: TurnState }
  | { readonly kind: 'reasoning'; readonly id: string; readonly step: StepState; readonly text: string }
  | { readonly kind: 'text'; readonly id: string; readonly step: StepState; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly step: StepState; readonly call: CallState }
  | {
      readonly kind: 'cut-short';
      readonly id: string;
      readonly step: StepState;
      readonly how: 'stopped' | 'error';
    }
  | { readonly kind: 'told'; readonly id: string; readonly told: readonly Told[] }
  | { readonly kind: 'command'; readonly id: string; readonly command: UserCommand }
  /** A command of the user that waited when its page was closed: it was not run. */
  | { readonly kind: 'unrun'; readonly id: string; readonly command: string }
  | { readonly kind: 'turn-end'; readonly id: string; readonly turn: TurnState };

function stepItems(step: StepState): readonly Item[] {
  const id = `${step.turn}.${step.step}`;
  const items: Item[] = [];
  let call = 0;
  step.parts.forEach((part, at) => {
    if (part.type === 'tool-call') {
      const state = step.calls[call++];
      if (state) {
        items.push({ kind: 'call', id: `call ${state.key}`, step, call: state });
        if (state.told) items.push({ kind: 'told', id: `told ${state.key}`, told: state.told });
      }
    } else if (part.text.trim() !== '') {
      items.push({ kind: part.type, id: `${part.type} ${id}.${at}`, step, text: part.text });
    }
  });
  if (step.cutShort) items.push({ kind: 'cut-short', id: `cut ${id}`, step, how: step.cutShort });
  return items;
}

/** Turns keep their identity in the fold until they change, so a long history is not walked again. */
const itemsOfTurn = new WeakMap<TurnState, readonly Item[]>();

function turnItems(turn: TurnState): readonly Item[] {
  const known = itemsOfTurn.get(turn);
  if (known) return known;
  const user: Item = { kind: 'user', id: `user ${turn.turn}`, turn };
  const told: readonly Item[] = turn.told ? [{ kind: 'told', id: `told ${turn.turn}`, told: turn.told }] : [];
  // Before a message, as the model reads it; under the line that says why a turn began without one.
  const opening = turn.wake ? [user, ...told] : [...told, user];
  const items: Item[] = [...opening, ...turn.steps.flatMap(stepItems)];
  // A turn that is done may still have something to say: an answer cut at the model's own limit, or no answer.
  if (turn.end && (turn.end.reason !== 'done' || turn.end.error !== null))
    items.push({ kind: 'turn-end', id: `end ${turn.turn}`, turn });
  itemsOfTurn.set(turn, items);
  return items;
}

/** Ids of the items that fold or open. */
export function foldableIds(items: readonly Item[]): readonly string[] {
  return items
    .filter(({ kind }) => kind !== 'text' && kind !== 'cut-short' && kind !== 'unrun' && kind !== 'turn-end')
    .map(({ id }) => id);
}

/** The whole conversation as a flat list. */
export function conversationItems(state: SessionState): readonly Item[] {
  const { turns, commands, waiting = [] } = state;
  const unrun = waiting.filter(({ dropped }) => dropped === 'page-closed');
  if (commands.length === 0 && unrun.length === 0) return turns.flatMap(turnItems);
  const commandsAfter = (turn: number): readonly Item[] => [
    ...commands
      .filter((command) => command.afterTurn === turn)
      .map((command): Item => ({ kind: 'command', id: `call ${command.key}`, command })),
    ...unrun
      .filter(({ afterTurn }) => afterTurn === turn)
      .map(({ id, command }): Item => ({ kind: 'unrun', id: `unrun ${id}`, command })),
  ];
  return [...commandsAfter(0), ...turns.flatMap((turn) => [...turnItems(turn), ...commandsAfter(turn.turn)])];
}
