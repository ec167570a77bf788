import {
  type JsonValue,
  type Lesson,
  type LessonRun,
  LOG_VERSION,
  loadProfiles,
  profileById,
  profileRef,
  type SessionEvent,
} from '../../core/index.ts';
import { parseModelScript } from '../../models/index.ts';
import { createMemoryStore } from '../../store/index.ts';
import type { LiveSession, Workbench } from '../port.ts';
import { createWorkbench, type WorkbenchDeps } from '../workbench/workbench.ts';
import { LessonModel, lessonModel } from './lessonModel.ts';

const sessionId = 'lesson';
/** The same in every browser, so that a lesson's numbers are too: the seed, and when its virtual time begins. */
const seeded = { seed: 7, clockStartMs: Date.UTC(2026, 0, 5, 9) };
const longestWaitMs = 60_000;
const shortWaitMs = 8_000;

export type LessonDeps = Pick<
  WorkbenchDeps,
  'counter' | 'bootGuest' | 'createMatcher' | 'clock' | 'after' | 'newId'
>;

export type RunResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/**
 * The session of a lesson: a guest and a log of its own that the page forgets, no network, no key, and a model that says
 * what the lesson, or its learner, tells it to say.
 */
export class LessonBench {
  #busy: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly session: LiveSession,
    private readonly workbench: Workbench,
    private readonly model: LessonModel,
    private readonly after: LessonDeps['after'],
  ) {}

  /** Opens the session; its guest starts with the first command. Rejects where a lesson names a profile that is not there. */
  static async open(lesson: Lesson, deps: LessonDeps): Promise<LessonBench> {
    await loadProfiles();
    const { counter, bootGuest, createMatcher, clock, after, newId } = deps;
    const store = createMemoryStore();
    const profile = profileById(lesson.profile);
    if (profile === null)
      throw new Error(`The lesson begins with the profile ${lesson.profile}, which is not in this page.`);
    const created: SessionEvent = {
      v: LOG_VERSION,
      seq: 0,
      atMs: clock(),
      type: 'session-created',
      sessionId,
      title: lesson.title.toWellFormed(),
      guest: 'embedded',
      profile: profileRef(profile),
      model: lessonModel,
      encoding: 'o200k_base',
      ...seeded,
    };
    await store.session(sessionId).log.append([created]);
    const model = new LessonModel();
    // The package for MCP checks what it receives with zod, which tries `new Function` as it loads; the page's policy
    // forbids it and reports the try.
    if (lesson.mcp) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
    const startMcpWorker = lesson.mcp ? (await import('./inPageMcp.ts')).startInPageMcp : null;
    // By name: servers and providers of the reader's are no part of a lesson.
    const workbench = await createWorkbench({
      counter,
      bootGuest,
      createMatcher,
      clock,
      after,
      newId,
      newSeed: () => seeded.seed,
      store,
      models: () => model,
      ...(startMcpWorker === null ? {} : { startMcpWorker }),
      playing: { seedFiles: async () => lesson.files },
    });
    const session = await workbench.open(sessionId);
    const bench = new LessonBench(session, workbench, model, after);
    if (lesson.mcp) await bench.#allowServer();
    return bench;
  }

  /** Plays one thing of a lesson's; runs follow one another. `ok: false` says in a sentence what went wrong. */
  run(run: LessonRun): Promise<RunResult> {
    return this.#inTurn(async () => {
      if (run.kind === 'profile') {
        const profile = profileById(run.profile);
        if (profile === null) return failed(`There is no profile ${run.profile} in this page.`);
        const hasOptions = Object.keys(run.options).length > 0;
        await this.session.setProfile(profileRef(profile, {}, hasOptions ? { options: run.options } : {}));
        return { ok: true };
      }
      if (run.kind === 'heard') return this.#hears(longestWaitMs);
      return this.#turn(run.user, run.model);
    });
  }

  /** Calls a tool as the model would; the result is the last call of the session. */
  call(tool: string, input: JsonValue): Promise<RunResult> {
    return this.#alone(`Call ${tool}.`, [{ calls: [{ tool, input }] }, { text: 'Done.' }]);
  }

  /** Plays the answers of "show me the answer". */
  answer(model: readonly JsonValue[]): Promise<RunResult> {
    return this.#alone('Show me the answer.', model);
  }

  async dispose(): Promise<void> {
    await this.session.stop().catch(() => {});
    await this.workbench.dispose();
  }

  /** A turn of a task. Where it has started a job, its end is waited for a while: what is asked may be that it is heard. */
  #alone(user: string, model: readonly JsonValue[]): Promise<RunResult> {
    return this.#inTurn(async () => {
      const result = await this.#turn(user, model);
      if (result.ok) await this.#hears(shortWaitMs);
      return result;
    });
  }

  async #turn(user: string, answers: readonly JsonValue[]): Promise<RunResult> {
    const script = parseModelScript({ steps: answers });
    if (!script.ok) return failed(script.message);
    this.model.play(script.script.steps);
    await this.session.send(user);
    const error = this.session.state.turns.at(-1)?.end?.error;
    return error ? failed(error.message) : { ok: true };
  }

  async #hears(ms: number): Promise<RunResult> {
    const heard = await this.#settles(() => this.#allHeard, ms);
    return heard ? { ok: true } : failed(`The job had not ended after ${ms / 1000} seconds.`);
  }

  /** The turn of a wake begins with what it tells, and is over when it has an end. */
  get #allHeard(): boolean {
    const { jobs, turns } = this.session.state;
    return turns.at(-1)?.end !== null && jobs.every(({ end, heard }) => end !== null && heard !== null);
  }

  /** False where it has not come to that in time. */
  #settles(isSettled: () => boolean, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      if (isSettled()) return resolve(true);
      const end = (settled: boolean) => {
        stopListening();
        stopTimer();
        resolve(settled);
      };
      const stopListening = this.session.subscribe(() => {
        if (isSettled()) end(true);
      });
      const stopTimer = this.after(ms, () => end(false));
    });
  }

  #inTurn(run: () => Promise<RunResult>): Promise<RunResult> {
    const done = this.#busy
      .then(run)
      .catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)));
    this.#busy = done;
    return done;
  }

  /** The server in the page, and every tool of it without a question: it does nothing but answer. */
  async #allowServer(): Promise<void> {
    const { mcp, permissions } = this.workbench;
    if (mcp === null) return;
    await mcp.setOn('demo', true);
    await this.session.ensureGuest();
    await this.session.tools.update();
    for (const tool of this.session.tools.rows) if (tool.origin !== null) await permissions.set(tool, 'run');
  }
}

function failed(message: string): RunResult {
  return { ok: false, message };
}
