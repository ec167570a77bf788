import type { RecordKey, StepState } from '../../core/index.ts';
import type { InspectorState, ViewName } from './inspectorState.svelte.ts';
import { formatSelection, NO_SELECTION, type Selection, selectionOfCall } from './selection.ts';
import type { SessionView } from './sessionView.svelte.ts';
import { neighbourCall, newestResult } from './steps.ts';

interface Surroundings {
  readonly inspector: InspectorState;
  /** The session that is shown. */
  readonly current: () => SessionView | null;
  /** Whether the address is that of the session: behind the Lab one goes on without taking it. */
  readonly hasAddress: () => boolean;
}

/** The selected step or call, which the address names. Until somebody selects one, each newest result is. */
export class SelectionState implements Selection {
  readonly #around: Surroundings;
  #selected = $state.raw<Selection>(NO_SELECTION);
  #following = $state.raw(true);

  constructor(around: Surroundings) {
    this.#around = around;
  }

  get sessionId() {
    return this.#selected.sessionId;
  }
  get turn() {
    return this.#selected.turn;
  }
  get step() {
    return this.#selected.step;
  }
  get call() {
    return this.#selected.call;
  }
  /** Whether results are selected as they come. */
  get following() {
    return this.#following;
  }

  /** What the session says of the selected step. */
  get stepState(): StepState | null {
    const { turn, step } = this.#selected;
    const current = this.#around.current();
    return current && turn !== null && step !== null ? current.step(turn, step) : null;
  }

  /** Somebody has gone to this address. */
  followAddress(selection: Selection): void {
    this.#selected = selection;
  }

  /** The address says again what is selected. */
  writeAddress(): void {
    this.#select(this.#selected);
  }

  /** A session is shown: what was asked for in it, else its newest result. */
  enterSession(id: string, asked: Selection | null): void {
    this.#select(asked ?? { ...NO_SELECTION, sessionId: id });
    this.#following = asked?.turn == null;
    this.followNewest();
  }

  #select(selection: Selection): void {
    this.#selected = selection;
    if (!this.#around.hasAddress()) return;
    const hash = formatSelection(selection);
    if (location.hash !== hash) history.replaceState(null, '', hash);
  }

  /** Selects results as they come again; called when the user sends something. */
  follow(): void {
    this.#following = true;
  }

  /** Selects the newest result, where nobody has selected anything else. */
  followNewest(): void {
    const view = this.#around.current();
    const newest = view && newestResult(view.state);
    if (!newest || !this.#following || this.#around.inspector.file !== null) return;
    if (newest.key !== this.#selected.call) this.#select(selectionOfCall(view.session.id, newest.key));
  }

  selectCall(key: RecordKey, view: ViewName = this.#around.inspector.view): void {
    const current = this.#around.current();
    if (!current) return;
    this.#following = false;
    this.#around.inspector.turnTo(view);
    this.#select(selectionOfCall(current.session.id, key));
  }

  /** `view`: where a step without a call is shown. */
  selectStep(turn: number, step: number, view: ViewName = 'request'): void {
    const current = this.#around.current();
    if (!current) return;
    const call = current.step(turn, step)?.calls[0]?.key;
    if (call) this.selectCall(call);
    else {
      this.#following = false;
      this.#around.inspector.turnTo(view);
      this.#select({ sessionId: current.session.id, turn, step, call: null });
    }
  }

  /** Selects the call before or after the selected one, in order of the conversation. */
  selectNeighbour(by: 1 | -1): void {
    const current = this.#around.current();
    const key = current && neighbourCall(current.state, this.#selected.call, by);
    if (key) this.selectCall(key);
  }
}
