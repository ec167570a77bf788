import { type LiveSession, openBrowserLesson } from '../../agent/index.ts';
import {
  type CallState,
  type Facts,
  type JsonValue,
  judge,
  type Lesson,
  type LessonStep,
  type ProfileRef,
  type TokenCounter,
  type TurnState,
  type Verdict,
} from '../../core/index.ts';
import * as words from '../words/lessons.ts';
import { LessonPlayer, type OpenBench } from './lessonPlayer.ts';
import type { Checked } from './taskCheck.ts';

/** How one step of a lesson stands in this visit. */
export interface StepState {
  /** What the learner predicted; null where they have not, or were shown the answer. */
  readonly answer: string | null;
  readonly verdict: Verdict | null;
  /** Its runs are over and its facts are known. */
  readonly ran: boolean;
  readonly facts: Facts;
  readonly checks: readonly Checked[];
  /** The learner has asked for the answer of the task. */
  readonly shownAnswer: boolean;
}

const untouched: StepState = {
  answer: null,
  verdict: null,
  ran: false,
  facts: new Map(),
  checks: [],
  shownAnswer: false,
};

/** What stands beside the step: what was said and called in it, and the call whose views are open. */
export interface Shown {
  readonly session: LiveSession;
  readonly turns: readonly TurnState[];
  readonly call: CallState;
}

export type Work =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly words: string }
  | { readonly kind: 'failed'; readonly message: string };

/** How a step was done: by the learner, or by being shown. */
export type StepEnd = 'done' | 'shown';

/** A lesson being taken: which step is in front, what was predicted, what its session gave. */
export class LessonState {
  readonly lesson: Lesson;
  readonly #player: LessonPlayer;
  readonly #onDone: (step: number, how: StepEnd) => void;
  #at = $state.raw(0);
  #steps = $state.raw<readonly StepState[]>([]);
  #work = $state.raw<Work>({ kind: 'idle' });
  /** Steps whose run the learner has asked for, until it is over. */
  #asked = $state.raw<ReadonlySet<number>>(new Set());
  #mine = $state.raw<ProfileRef | null>(null);
  #shown = $state.raw<Shown | null>(null);
  #queue: Promise<void> = Promise.resolve();
  #gone = false;

  constructor(
    lesson: Lesson,
    counter: TokenCounter,
    onDone: (step: number, how: StepEnd) => void = () => {},
    openBench: OpenBench = openBrowserLesson,
  ) {
    this.lesson = lesson;
    this.#onDone = onDone;
    this.#player = new LessonPlayer(lesson, counter, openBench);
    this.#steps = lesson.steps.map(() => untouched);
  }

  get at(): number {
    return this.#at;
  }
  get step(): LessonStep {
    return this.#player.stepAt(this.#at);
  }
  get state(): StepState {
    return this.#steps[this.#at] ?? untouched;
  }
  get work(): Work {
    return this.#work;
  }
  get isBusy(): boolean {
    return this.#work.kind === 'running';
  }
  /**
   * The step in front was answered, or is being shown. What a step gets ready before that takes no answer away: a
   * field that is disabled for a moment loses the focus and the key that was meant for it.
   */
  get isAsked(): boolean {
    return this.#asked.has(this.#at);
  }
  /** Null before any call has a result. */
  get shown(): Shown | null {
    return this.#shown;
  }
  get mine(): ProfileRef | null {
    return this.#mine;
  }
  get isTaskMet(): boolean {
    const { checks } = this.state;
    return checks.length > 0 && checks.every(({ met }) => met);
  }
  /** What the step asks has been done, or shown. */
  get isStepDone(): boolean {
    return this.state.ran && (this.step.task === null || this.isTaskMet);
  }

  /** Puts a step in front, after what the steps before it have to run. */
  goTo(at: number): void {
    this.#at = Math.max(0, Math.min(at, this.lesson.steps.length - 1));
    const mine = this.#at;
    if (this.state.ran) {
      this.#look(mine);
      return;
    }
    void this.#inTurn(words.work.ready, async () => {
      const step = this.#player.stepAt(mine);
      await this.#player.runTo(mine);
      // Where nothing is asked and nothing runs, there is nothing to wait for.
      if (step.predict === null && step.run.length === 0) await this.#finish(mine);
      else this.#set(mine, { facts: await this.#player.facts(mine) });
    });
  }

  /** Runs a step that asks nothing first, or whose learner wants to be shown. */
  run(): void {
    this.#ask(this.#at);
  }

  /** Takes a prediction, then runs what decides it. */
  predict(answer: string): void {
    if (this.isAsked) return;
    this.#set(this.#at, { answer });
    this.#ask(this.#at);
  }

  /** The learner calls a tool as the model would. */
  call(tool: string, input: JsonValue): void {
    this.#act(words.work.tool, () => this.#player.call(tool, input));
  }

  setInlineLimit(units: number | null): void {
    this.#act(words.work.limit, () => this.#player.setInlineLimit(units));
  }

  design(ref: ProfileRef): void {
    this.#mine = ref;
    this.#act(words.work.profile, async () => this.#player.design(ref));
  }

  /** "Show me the answer" of a task: what a right answer is, done here and now. */
  showAnswer(): void {
    const at = this.#at;
    this.#set(at, { shownAnswer: true });
    this.#act(words.work.answer, () => this.#player.answer(at));
  }

  /** Stops what runs; what it left stays. */
  stop(): void {
    void this.#player.session?.stop();
  }

  /** Opens the views of another call of the step. */
  select(call: CallState): void {
    if (this.#shown !== null) this.#shown = { ...this.#shown, call };
  }

  /** Resolves when nothing runs. */
  settled(): Promise<void> {
    return this.#queue;
  }

  dispose(): void {
    this.#gone = true;
    void this.#player.dispose();
  }

  /** Something that a learner does in a task, and what of the task is met behind it. */
  #act(words: string, act: () => Promise<void>): void {
    const at = this.#at;
    void this.#inTurn(words, async () => {
      await act();
      this.#mine = this.#player.mine;
      this.#look(at);
      this.#set(at, { checks: await this.#player.check(at), facts: await this.#player.facts(at) });
      if (at === this.#at && this.isStepDone) this.#onDone(at, this.state.shownAnswer ? 'shown' : 'done');
    });
  }

  #ask(at: number): void {
    if (this.#asked.has(at)) return;
    this.#asked = new Set([...this.#asked, at]);
    void this.#inTurn(words.work.run, () => this.#finish(at)).then(() => {
      this.#asked = new Set([...this.#asked].filter((other) => other !== at));
    });
  }

  async #finish(at: number): Promise<void> {
    await this.#player.runTo(at + 1);
    const { predict } = this.#player.stepAt(at);
    const facts = await this.#player.facts(at);
    const answer = this.#steps[at]?.answer ?? null;
    const verdict = predict === null ? null : judge(predict, answer ?? '', facts);
    this.#mine = this.#player.mine;
    const checks = await this.#player.check(at);
    this.#set(at, { ran: true, facts, verdict, checks });
    if (at !== this.#at) return;
    this.#look(at);
    if (this.isStepDone) this.#onDone(at, predict !== null && answer === null ? 'shown' : 'done');
  }

  #look(at: number): void {
    const { session } = this.#player;
    const call = this.#player.shownCall(at);
    this.#shown =
      session === null || call === null ? null : { session, turns: this.#player.turnsOf(at), call };
  }

  #set(at: number, change: Partial<StepState>): void {
    this.#steps = this.#steps.map((state, index) => (index === at ? { ...state, ...change } : state));
  }

  #inTurn(words: string, act: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      if (this.#gone) return;
      this.#work = { kind: 'running', words };
      try {
        await act();
        this.#work = { kind: 'idle' };
      } catch (error) {
        this.#work = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      }
    });
    return this.#queue;
  }
}
