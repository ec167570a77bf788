import type { PromptMessage, RecordKey } from '../contract/index.ts';
import type { SessionState, StepState } from '../log/index.ts';
import { createProjector, type PromptHead } from '../projection/index.ts';
import { rereadsOf } from './rereads.ts';
import {
  type AccountMessage,
  type AccountText,
  headTexts,
  isSameMessage,
  openingText,
  stepTexts,
} from './texts.ts';

/** What one request sent. Every request sends the history again: the first `kept` messages are the last one's. */
export interface RequestAccount {
  readonly head: readonly AccountText[];
  /** Messages that the request before it sent too, word for word and in the same places. */
  readonly kept: number;
  /** The messages behind those. */
  readonly added: readonly AccountMessage[];
}

export interface StepAccount {
  readonly turn: number;
  /** Null for a turn whose request brought nothing that was logged. */
  readonly step: StepState | null;
  readonly request: RequestAccount | null;
  /** What the step put into the conversation: the user's words, the answer, its calls and their results. */
  readonly own: readonly AccountText[];
}

/** A session as texts to count. Nothing in it is a number that was parsed back or estimated. */
export interface SessionAccount {
  readonly steps: readonly StepAccount[];
  /** System text and tools of the next request; its messages are what the steps own, in their order. */
  readonly nextHead: readonly AccountText[];
  /** Calls that name a saved output, and the record that it was saved for. */
  readonly rereads: ReadonlyMap<RecordKey, RecordKey>;
}

/** Every text of an account, once each: what a measure has to know. */
export function textsOfAccount({ steps, nextHead }: SessionAccount): ReadonlySet<AccountText> {
  const texts = new Set(nextHead);
  for (const { request, own } of steps) {
    for (const text of request?.head ?? []) texts.add(text);
    for (const message of request?.added ?? []) for (const text of message.texts) texts.add(text);
    for (const text of own) texts.add(text);
  }
  return texts;
}

/** System text and tools that a step was asked under; null: those of the next request. */
export type HeadOf = (step: StepState | null) => PromptHead;

/**
 * The account of a folded session: the same projection that made its requests, walked from the first to the next.
 * A request that failed and brought nothing is in no log and so in no account.
 */
export function accountOf(state: SessionState, headOf: HeadOf, workspace: string): SessionAccount {
  const rereads = rereadsOf(state, workspace);
  const walk = new Walk(state, (key) => rereads.has(key));
  const heads = new Map<PromptHead, readonly AccountText[]>();
  const textsOfHead = (step: StepState | null): readonly AccountText[] => {
    const head = headOf(step);
    const known = heads.get(head);
    if (known !== undefined) return known;
    const made = headTexts(head);
    heads.set(head, made);
    return made;
  };
  state.turns.forEach((turn, at) => {
    walk.beginTurn(at);
    if (turn.steps.length === 0) walk.addRow(turn.turn, null, null);
    turn.steps.forEach((step, done) => {
      walk.addRow(turn.turn, step, { head: textsOfHead(step), ...walk.takeRequest() });
      walk.endStep(at, done + 1, step);
    });
  });
  return { steps: walk.end(), nextHead: textsOfHead(null), rereads };
}

/** The state that a request was made from: the turns up to index `turn`, and of that one so many steps. */
function stateAfter(state: SessionState, turn: number, steps: number): SessionState {
  const turns = state.turns.slice(0, turn + 1);
  const last = turns[turn];
  if (last !== undefined) turns[turn] = { ...last, steps: last.steps.slice(0, steps), end: null };
  return { ...state, turns };
}

interface Row {
  readonly turn: number;
  readonly step: StepState | null;
  readonly request: RequestAccount | null;
}

const noHead: PromptHead = { system: '', tools: [] };

/** Follows the messages of a session from request to request, and knows which row each is of. */
class Walk {
  readonly #projector = createProjector();
  readonly #rows: Row[] = [];
  readonly #messages: { readonly message: AccountMessage; readonly row: number }[] = [];
  /** From here on are the messages of the last step, which the end of its turn may still word anew. */
  #tailStart = 0;
  #tailStep: StepState | null = null;
  /** Messages of the last request, and the first of them that is another one since. */
  #asked = 0;
  #firstChanged = 0;

  constructor(
    readonly state: SessionState,
    readonly isReread: (key: RecordKey) => boolean,
  ) {}

  /** Goes to the state in which a turn's first request is made. The row of the turn is added behind it. */
  beginTurn(at: number): void {
    const messages = this.#project(stateAfter(this.state, at, 0));
    this.#wordTail(messages.slice(0, -1));
    const said = messages.at(-1);
    if (said?.role === 'user') {
      const opening: AccountMessage = { role: 'user', texts: [openingText(said)] };
      this.#put(messages.length - 1, opening, this.#rows.length);
    }
    this.#tailStart = messages.length;
    this.#tailStep = null;
  }

  addRow(turn: number, step: StepState | null, request: RequestAccount | null): void {
    this.#rows.push({ turn, step, request });
  }

  takeRequest(): Pick<RequestAccount, 'kept' | 'added'> {
    const kept = Math.min(this.#asked, this.#firstChanged);
    const added = this.#messages.slice(kept).map(({ message }) => message);
    this.#asked = this.#messages.length;
    this.#firstChanged = this.#asked;
    return { kept, added };
  }

  /** Goes to the state behind the turn's `done`th step, whose row was added last. */
  endStep(at: number, done: number, step: StepState): void {
    this.#tailStart = this.#messages.length;
    this.#tailStep = step;
    this.#wordTail(this.#project(stateAfter(this.state, at, done)));
  }

  end(): readonly StepAccount[] {
    this.#wordTail(this.#project(this.state));
    const own: AccountText[][] = this.#rows.map(() => []);
    for (const { message, row } of this.#messages) own[row]?.push(...message.texts);
    return this.#rows.map((row, at) => ({ ...row, own: own[at] ?? [] }));
  }

  #project(state: SessionState): readonly PromptMessage[] {
    return this.#projector.project(state, noHead).messages;
  }

  /** The messages behind the tail's start are those of the last step, or stand in for what it did not say. */
  #wordTail(messages: readonly PromptMessage[]): void {
    const tail = stepTexts(messages.slice(this.#tailStart), this.#tailStep, this.isReread);
    tail.forEach((message, at) => {
      this.#put(this.#tailStart + at, message, this.#rows.length - 1);
    });
    if (this.#messages.length > messages.length) {
      this.#firstChanged = Math.min(this.#firstChanged, messages.length);
      this.#messages.length = messages.length;
    }
  }

  #put(at: number, message: AccountMessage, row: number): void {
    const before = this.#messages[at];
    if (before !== undefined && isSameMessage(before.message, message)) return;
    if (before !== undefined) this.#firstChanged = Math.min(this.#firstChanged, at);
    this.#messages[at] = { message, row };
  }
}
