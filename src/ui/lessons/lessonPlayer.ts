import type { LessonBench, LiveSession, RunResult } from '../../agent/index.ts';
import {
  type CallState,
  type Facts,
  factsOfStep,
  fillFacts,
  type JsonValue,
  type Lesson,
  type LessonStep,
  type LessonTask,
  type ProfileRef,
  profileById,
  profileOf,
  profileRef,
  type TokenCounter,
  type TurnState,
} from '../../core/index.ts';
import * as words from '../words/lessons.ts';
import { callsOf, FactBook } from './factBook.ts';
import { type Checked, checkTask } from './taskCheck.ts';

type ProfileAnswer = Extract<LessonTask, { kind: 'profile' }>['answer'];

/** Opens the session of a lesson. */
export type OpenBench = (lesson: Lesson, counter: TokenCounter) => Promise<LessonBench>;

/**
 * Plays a lesson on its session: the runs of its steps in their order, the facts that they gave, and what a learner does
 * in a task. What goes wrong rejects with a sentence. One thing at a time: the caller waits before the next.
 */
export class LessonPlayer {
  readonly lesson: Lesson;
  #opening: Promise<LessonBench> | null = null;
  #bench: LessonBench | null = null;
  #book: FactBook | null = null;
  /** The runs of so many steps are over. */
  #ran = 0;
  /** Calls that were there when a step's task began. */
  readonly #before = new Map<number, number>();
  /** Turns that were there when a step began. */
  readonly #turnsBefore = new Map<number, number>();
  #mine: ProfileRef | null = null;

  constructor(
    lesson: Lesson,
    private readonly counter: TokenCounter,
    private readonly openBench: OpenBench,
  ) {
    this.lesson = lesson;
  }

  /** The session, null before the first thing has run. */
  get session(): LiveSession | null {
    return this.#bench?.session ?? null;
  }

  /** The profile that the learner designs; null before they have begun. */
  get mine(): ProfileRef | null {
    return this.#mine;
  }

  hasRun(at: number): boolean {
    return at < this.#ran;
  }

  /** Makes the runs of every step before `end` that were not made yet. */
  async runTo(end: number): Promise<void> {
    for (let at = this.#ran; at < end; at += 1) {
      const step = this.stepAt(at);
      const bench = await this.#open();
      this.#turnsBefore.set(at, bench.session.state.turns.length);
      for (const run of step.run) {
        const filled =
          run.kind === 'turn'
            ? { ...run, model: await Promise.all(run.model.map((one) => this.#filled(one))) }
            : run;
        must(await bench.run(filled));
      }
      if (step.task?.kind === 'profile') this.#mine ??= refOf(step.task.base);
      this.#before.set(at, callsOf(bench.session.state).length);
      this.#ran = at + 1;
    }
  }

  stepAt(at: number): LessonStep {
    const step = this.lesson.steps[at];
    if (step === undefined) throw new RangeError(words.noStep(at + 1));
    return step;
  }

  /** Every fact that a step's texts, table, question and fields name. */
  async facts(at: number): Promise<Facts> {
    const step = this.stepAt(at);
    const { task } = step;
    const fields =
      task?.kind === 'calls' ? task.tools.flatMap(({ fields: all }) => all.map(({ value }) => value)) : [];
    const { before } = step;
    const names = factsOfStep({ ...step, before: [before, ...fields].join('\n') });
    if (names.length === 0) return new Map();
    await this.#open();
    return this.#factsOf(names);
  }

  /** The call that a step shows; null where none has a result. */
  shownCall(at: number): CallState | null {
    const calls = callsOfBench(this.#bench);
    const { show } = this.stepAt(at);
    return (show === null ? calls.at(-1) : calls.findLast(({ callId }) => callId === show)) ?? null;
  }

  /** What was said and called in a step, its task included; in a step that ran nothing, what was before it. */
  turnsOf(at: number): readonly TurnState[] {
    const turns = this.#bench?.session.state.turns ?? [];
    const own = turns.slice(this.#turnsBefore.get(at) ?? 0, this.#turnsBefore.get(at + 1));
    return own.length > 0 ? own : turns.slice(-1);
  }

  /** Calls a tool as the model would. */
  async call(tool: string, input: JsonValue): Promise<void> {
    must(await (await this.#open()).call(tool, input));
  }

  /** How long a result goes to the model whole; null: as the profile has it. */
  async setInlineLimit(units: number | null): Promise<void> {
    const { session } = await this.#open();
    const { profile } = session.state;
    const { inlineLimit } = profileOf(profile).limits;
    await session.setProfile({
      ...profile,
      overrides: units === null ? {} : { inlineLimit: { ...inlineLimit, bash: units } },
    });
  }

  design(ref: ProfileRef): void {
    this.#mine = ref;
  }

  /** What a step's task asks, and what of it is met by now. */
  async check(at: number): Promise<readonly Checked[]> {
    const { task } = this.stepAt(at);
    if (task === null) return [];
    const calls = callsOfBench(this.#bench).slice(this.#before.get(at) ?? 0);
    await this.#open();
    return checkTask(task.checks, calls, this.#factBook, this.#mine ?? undefined);
  }

  /** Does what the lesson's own answer to a task says. */
  async answer(at: number): Promise<void> {
    const { task } = this.stepAt(at);
    if (task === null) return;
    if (task.kind === 'profile') {
      this.#mine = answerOf(task.answer);
      return;
    }
    const bench = await this.#open();
    if (task.limits) await this.setInlineLimit(null);
    must(await bench.answer(await Promise.all(task.answer.model.map((one) => this.#filled(one)))));
  }

  async dispose(): Promise<void> {
    await this.#opening?.then((bench) => bench.dispose()).catch(() => {});
  }

  get #factBook(): FactBook {
    if (this.#book === null) throw new Error(words.sessionNotOpen);
    return this.#book;
  }

  #factsOf(names: readonly string[]): Promise<Facts> {
    return this.#factBook.facts(names, this.#mine === null ? {} : { mine: this.#mine });
  }

  async #open(): Promise<LessonBench> {
    this.#opening ??= this.openBench(this.lesson, this.counter);
    const bench = await this.#opening.catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    this.#bench = bench;
    this.#book ??= new FactBook(bench.session, this.counter, this.lesson.marks);
    return bench;
  }

  /** JSON with the exact facts in the place of `{{fact}}`. */
  async #filled(value: JsonValue): Promise<JsonValue> {
    const text = JSON.stringify(value);
    const names: string[] = [];
    fillFacts(text, (name) => {
      names.push(name);
      return '';
    });
    if (names.length === 0) return value;
    const facts = await this.#factsOf(names);
    const inString = (name: string) => JSON.stringify(String(facts.get(name) ?? '')).slice(1, -1);
    const filled: JsonValue = JSON.parse(fillFacts(text, inString));
    return filled;
  }
}

function callsOfBench(bench: LessonBench | null): readonly CallState[] {
  return bench === null ? [] : callsOf(bench.session.state);
}

function refOf(id: string): ProfileRef {
  const profile = profileById(id);
  if (profile === null) throw new Error(words.noProfile(id));
  return profileRef(profile);
}

/** The profile that a lesson gives as its answer. */
function answerOf({ base, limits, options }: ProfileAnswer): ProfileRef {
  const ref = refOf(base);
  const { bash, ...numbers } = limits;
  const { inlineLimit } = profileOf(ref).limits;
  return {
    ...ref,
    overrides: {
      ...numbers,
      ...(bash === undefined ? {} : { inlineLimit: { ...inlineLimit, bash } }),
      ...(Object.keys(options).length === 0 ? {} : { options }),
    },
  };
}

function must(result: RunResult): void {
  if (!result.ok) throw new Error(result.message);
}
