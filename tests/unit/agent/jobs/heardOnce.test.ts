import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveSession } from '../../../../src/agent/index.ts';
import {
  type AssistantPart,
  createProjector,
  type Prompt,
  parseEvents,
  profileContext,
  profileOf,
  promptHead,
} from '../../../../src/core/index.ts';
import type { ModelClient, ModelEvent } from '../../../../src/models/index.ts';
import { call } from '../../../hosts/fakes/fakeModel.ts';
import { ManualTimers } from '../../../hosts/fakes/manualTimers.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import { MemoryStore } from '../../../hosts/fakes/memoryStore.ts';
import { openTestBench } from '../../../hosts/fakes/testBench.ts';

/** What may happen; each happens in some state, and in another it does nothing. */
const steps = [
  'message',
  'model starts a job',
  'model calls a tool',
  'model replies',
  'a job ends',
  'all jobs end at once',
  'stop',
  'time passes',
  'types',
  'reload',
  'fork',
] as const;
type Step = (typeof steps)[number];

/** A model that answers when it is told to. */
class HeldModel implements ModelClient {
  readonly ref = { provider: 'scripted', model: 'held' };
  readonly ownTokenizer = false;
  #answer: ((parts: readonly AssistantPart[]) => void) | null = null;

  get isAsked(): boolean {
    return this.#answer !== null;
  }

  answer(parts: readonly AssistantPart[]): void {
    const answer = this.#answer;
    this.#answer = null;
    answer?.(parts);
  }

  async *stream(_prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const parts = await new Promise<readonly AssistantPart[] | null>((resolve) => {
      this.#answer = resolve;
      signal.addEventListener('abort', () => resolve(null));
    });
    if (parts === null) {
      this.#answer = null;
      const error = {
        code: 'ABORTED' as const,
        message: '',
        httpStatus: null,
        retryable: false,
        retryAfterMs: null,
      };
      yield { type: 'end', parts: [], usage: null, finish: 'error', error };
      return;
    }
    yield { type: 'end', parts, usage: null, finish: 'stop', error: null };
  }
}

/** Lets everything run that waits for nothing but the event loop. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
}

class World {
  readonly store = new MemoryStore();
  /** Both belong to the page: another page has its own. */
  timers = new ManualTimers();
  model = new HeldModel();
  readonly #exits = new Map<string, () => void>();
  #started = 0;
  #forks = 0;
  #session: LiveSession | null = null;
  readonly sessions: string[] = [];

  readonly commands: CommandHandler = (command, io) => {
    if (!command.startsWith('job ')) return null;
    return new Promise((resolve) => {
      this.#exits.set(command, () => resolve(0));
      io.signal.addEventListener('abort', () => resolve(0));
    });
  };

  get session(): LiveSession {
    if (this.#session === null) throw new Error('not open');
    return this.#session;
  }

  async open(id: string | null): Promise<void> {
    this.timers = new ManualTimers();
    this.model = new HeldModel();
    const bench = await openTestBench([], {
      store: this.store,
      commands: this.commands,
      model: this.model,
      after: this.timers.after,
    });
    this.#session = id === null ? await bench.workbench.createSession() : await bench.workbench.open(id);
    if (id === null) this.sessions.push(this.#session.id);
    expect(this.#session.problem).toBe(null);
    expect(this.#session.writable).toBe(true);
  }

  async take(step: Step): Promise<void> {
    const { session, model } = this;
    switch (step) {
      case 'message':
        session.beside.typing(false);
        if (session.runStatus.kind === 'idle') void session.send('message').catch(() => {});
        break;
      case 'model starts a job':
        if (model.isAsked) {
          this.#started += 1;
          const command = `job ${this.#started}`;
          model.answer([call('Bash', { command, run_in_background: true }, `c${this.#started}`)]);
        }
        break;
      case 'model calls a tool':
        if (model.isAsked) model.answer([call('LS', { path: '/' }, 'ls')]);
        break;
      case 'model replies':
        if (model.isAsked) model.answer([{ type: 'text', text: 'done' }]);
        break;
      case 'a job ends':
        this.#end(1);
        break;
      case 'all jobs end at once':
        this.#end(Number.POSITIVE_INFINITY);
        break;
      case 'stop':
        void session.stop().catch(() => {});
        break;
      case 'time passes':
        this.timers.advance(300);
        break;
      case 'types':
        session.beside.typing(true);
        break;
      case 'reload':
        await this.#reload(session.id);
        break;
      case 'fork':
        await this.#fork();
        break;
    }
    await idle();
  }

  #end(count: number): void {
    for (const [command, exit] of [...this.#exits].slice(0, count)) {
      this.#exits.delete(command);
      exit();
    }
  }

  /** The page goes away without a word, and its guest with it. */
  async #reload(id: string): Promise<void> {
    this.store.dropLocks();
    this.#exits.clear();
    await this.open(id);
  }

  /** A session that begins with the log of this one, as it is now, and is gone on with. */
  async #fork(): Promise<void> {
    this.#forks += 1;
    const id = `${this.session.id}-fork${this.#forks}`;
    const { events } = parseEvents(await this.store.session(this.session.id).log.readAll());
    const copied = events.map((event) =>
      event.type === 'session-created' ? { ...event, sessionId: id } : event,
    );
    await this.store.session(id).log.append(copied);
    this.sessions.push(id);
    await this.#reload(id);
  }

  /** Everything ends, and each session gets one message more: what is told then was told at the latest moment. */
  async settle(): Promise<void> {
    for (const id of this.sessions) {
      if (this.session.id !== id) await this.#reload(id);
      await this.session.stop().catch(() => {});
      this.#end(Number.POSITIVE_INFINITY);
      await idle();
      this.timers.advance(1_000);
      await idle();
      await this.#untilIdle();
      const sent = this.session.send('the last message');
      await this.#untilIdle();
      await sent;
    }
  }

  async #untilIdle(): Promise<void> {
    do {
      this.model.answer([{ type: 'text', text: 'done' }]);
      await idle();
    } while (this.session.runStatus.kind !== 'idle');
  }

  /** What the model of the open session reads. */
  prompt(): string {
    const { state, home, workspace, id } = this.session;
    const profile = profileOf(state.profile);
    const places = { home, workspace, sessionId: id, usedStems: state.usedStems };
    const head = promptHead(profile, profileContext(profile, state.profile, places));
    return createProjector()
      .project(state, head)
      .messages.map((message) => JSON.stringify(message))
      .join('\n');
  }

  async check(): Promise<void> {
    for (const id of this.sessions) {
      if (this.session.id !== id) await this.#reload(id);
      const { jobs } = this.session.state;
      const read = this.prompt();
      for (const job of jobs) {
        const times = read.split(`<task-id>${job.id}</task-id>`).length - 1;
        expect({ job: job.id, ended: job.end !== null, times, told: job.heard !== null }).toEqual({
          job: job.id,
          ended: true,
          times: 1,
          told: true,
        });
      }
      const all = new Set([...read.matchAll(/<task-id>(job_\d+)<\/task-id>/g)].map(([, told]) => told));
      expect([...all].sort()).toEqual(jobs.map((job) => job.id).sort());
    }
  }
}

describe('the end of a job', () => {
  test('is never lost, never told twice and never told to another session, whatever happens in which order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 24 }),
        async (taken) => {
          const world = new World();
          await world.open(null);
          for (const step of ['message', 'model starts a job', ...taken] as const) await world.take(step);
          await world.settle();
          await world.check();
        },
      ),
      // One that does not come to its end is a fault, and none that passed.
      { numRuns: 60, interruptAfterTimeLimit: 45_000, markInterruptAsFailure: true },
    );
  }, 60_000);
});
