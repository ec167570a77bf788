import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveSession, Workbench } from '../../../../src/agent/index.ts';
import {
  foldEvents,
  type Prompt,
  parseEvents,
  type SessionEvent,
  type SessionState,
} from '../../../../src/core/index.ts';
import type { ModelClient, ModelEvent } from '../../../../src/models/index.ts';
import { call } from '../../../hosts/fakes/fakeModel.ts';
import { MemoryBrowser, type Tab } from '../../../hosts/fakes/memoryBrowser.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import { openTestBench } from '../../../hosts/fakes/testBench.ts';

/** What may happen in one of the tabs; `tab` is a number of any size, taken among those that are open. */
type Step =
  | { readonly kind: 'message' | 'own command' | 'rename' | 'stop'; readonly tab: number }
  | { readonly kind: 'close without a word' | 'close'; readonly tab: number }
  | { readonly kind: 'open' | 'a command ends' | 'look away' };

const inSomeTab = fc.record({
  kind: fc.constantFrom(
    'message' as const,
    'message' as const,
    'own command' as const,
    'rename' as const,
    'stop' as const,
    'close without a word' as const,
    'close' as const,
  ),
  tab: fc.nat(6),
});
const anywhere = fc.record({
  kind: fc.constantFrom(
    'open' as const,
    'a command ends' as const,
    'a command ends' as const,
    'look away' as const,
  ),
});
const steps: fc.Arbitrary<readonly { readonly step: Step; readonly turns: number }[]> = fc.array(
  // How long the next step waits: not at all, or until some of what the last has begun has happened.
  fc.record({
    step: fc.oneof({ weight: 3, arbitrary: inSomeTab }, { weight: 2, arbitrary: anywhere }),
    turns: fc.nat(6),
  }),
  { minLength: 6, maxLength: 24 },
);

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets everything run that is under way. The timers of a mirror's home are real and of at most a quarter second. */
async function settled(isReady: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!isReady() && performance.now() < deadline) await turnsOfTheLoop(1);
  expect(isReady()).toBe(true);
}

interface OpenTab {
  readonly tab: Tab;
  readonly workbench: Workbench;
  session: LiveSession;
}

class World {
  readonly browser = new MemoryBrowser();
  /** Commands by their text, as often as they were begun in a tab that was there. */
  readonly begun = new Map<string, number>();
  /** Questions to a provider by the message that they answer. */
  readonly asked = new Map<string, number>();
  readonly #ends: { readonly end: () => void; readonly isGone: () => boolean }[] = [];
  /** Every event that any tab has shown, by its place. */
  readonly shown = new Map<number, string>();
  readonly taken: string[] = [];
  readonly tabs: OpenTab[] = [];
  /** What each tab showed at the end, at one moment. */
  agreed: readonly SessionState[] = [];
  #last = 0;
  id = '';

  async open(): Promise<void> {
    const tab = this.browser.openTab();
    const options = { tab, commands: this.#commands(tab), model: this.#model(tab) };
    const { workbench } = await openTestBench([], options);
    const session = this.id === '' ? await workbench.createSession() : await workbench.open(this.id);
    this.id = session.id;
    const open: OpenTab = { tab, workbench, session };
    this.#follow(open, session);
    this.tabs.push(open);
  }

  #follow(open: OpenTab, session: LiveSession): void {
    open.session = session;
    session.subscribe((change) => {
      if (open.tab.isClosed()) return;
      if (change.kind === 'moved') this.#follow(open, change.to);
      else if (change.kind === 'log') for (const event of change.events) this.#show(event);
    });
  }

  #show(event: SessionEvent): void {
    const text = JSON.stringify(event);
    expect(this.shown.get(event.seq) ?? text).toBe(text);
    this.shown.set(event.seq, text);
  }

  /** Each writes and then waits for its end. */
  #commands(tab: Tab): CommandHandler {
    return (command, io) => {
      if (tab.isClosed()) return new Promise(() => {});
      if (!command.startsWith('run ')) return null;
      this.begun.set(command, (this.begun.get(command) ?? 0) + 1);
      return io.write('stdout', `${command}\n`).then(
        () =>
          new Promise<number>((resolve) => {
            this.#ends.push({ end: () => resolve(0), isGone: tab.isClosed });
            io.signal.addEventListener('abort', () => resolve(143));
          }),
      );
    };
  }

  /** Runs what it is told to, and has done so. */
  #model(tab: Tab): ModelClient {
    const { asked } = this;
    return {
      ref: { provider: 'scripted', model: 'does as told' },
      ownTokenizer: false,
      async *stream(prompt: Prompt): AsyncGenerator<ModelEvent> {
        if (tab.isClosed()) return await new Promise(() => {});
        await turnsOfTheLoop(2);
        const last = prompt.messages.at(-1);
        // What it is told of commands and jobs stands before what it is asked.
        const command =
          last?.role === 'user'
            ? (JSON.stringify(last)
                .match(/run \d+/g)
                ?.at(-1) ?? null)
            : null;
        if (command !== null) asked.set(command, (asked.get(command) ?? 0) + 1);
        const parts =
          command === null
            ? [{ type: 'text' as const, text: 'done' }]
            : [call('Bash', { command }, `call_${command.slice(4)}`)];
        yield { type: 'end', parts, usage: null, finish: 'stop', error: null };
      },
    };
  }

  async take(step: Step): Promise<void> {
    const at = 'tab' in step ? step.tab % Math.max(1, this.tabs.length) : 0;
    const open = this.tabs[at];
    this.#last += 1;
    const command = `run ${this.#last}`;
    const taken = (done: Promise<unknown>) =>
      void done.then(
        () => this.taken.push(command),
        () => {},
      );
    switch (step.kind) {
      case 'open':
        if (this.tabs.length < 4) await this.open();
        return;
      case 'a command ends':
        this.#ends.shift()?.end();
        return;
      case 'look away':
        return turnsOfTheLoop(40);
      case 'message':
        if (open !== undefined) taken(open.session.send(command));
        return;
      case 'own command':
        if (open !== undefined) taken(open.session.beside.runCommand(command));
        return;
      case 'rename':
        open?.session.rename(command).catch(() => {});
        return;
      case 'stop':
        open?.session.stop().catch(() => {});
        return;
      case 'close without a word':
      case 'close':
        // The last is not closed: another page would only be its reload.
        if (open === undefined || this.tabs.length < 2) return;
        this.tabs.splice(at, 1);
        if (step.kind === 'close') void open.workbench.dispose().catch(() => {});
        else open.tab.close();
    }
  }

  /** Until nothing runs, one of the tabs is the home, and the others have all that it has. */
  async settle(): Promise<void> {
    await settled(() => {
      for (const { end } of this.#ends.splice(0)) end();
      const homes = this.tabs.filter(({ session }) => session.runsHere);
      const [home] = homes;
      this.agreed = this.tabs.map(({ session }) => session.state);
      return (
        homes.length === 1 &&
        home !== undefined &&
        home.session.runStatus.kind === 'idle' &&
        home.session.state.turns.every(({ end }) => end !== null) &&
        home.session.state.commands.every(({ record }) => record !== null) &&
        home.session.beside.queuedCommands.length === 0 &&
        this.tabs.every(
          ({ session }) => session.writable && session.state.nextSeq === home.session.state.nextSeq,
        )
      );
    });
  }

  async check(): Promise<void> {
    const stored = await this.browser.store.session(this.id).log.readAll();
    const { events, problem } = parseEvents(stored);
    expect(problem).toBe(null);
    for (const [seq, text] of this.shown) expect(JSON.stringify(events[seq])).toBe(text);
    const [first, ...others] = this.agreed;
    for (const state of others) expect(state).toEqual(first);
    for (const [command, times] of [...this.begun, ...this.asked])
      expect([command, times]).toEqual([command, 1]);
    const { turns, commands, waiting = [] } = first ?? foldEvents([]);
    const kept = [
      ...turns.map(({ userText }) => userText),
      ...[...commands, ...waiting].map(({ command }) => command),
    ];
    expect(new Set(kept).size).toBe(kept.length);
    // A turn or a command that was acknowledged to whoever asked for it is in the log.
    for (const command of this.taken) expect(kept).toContain(command);
  }

  async end(): Promise<void> {
    await Promise.all(this.tabs.map(({ workbench }) => workbench.dispose()));
  }
}

describe('a session in several tabs', () => {
  test('is one: every tab shows the same log, nothing shown is lost, and nothing runs or is asked twice, however tabs come and go', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const world = new World();
        await world.open();
        await world.open();
        for (const { step, turns } of taken) {
          await world.take(step);
          await turnsOfTheLoop(turns);
        }
        await world.settle();
        await world.check();
        await world.end();
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: true },
    );
  }, 40_000);
});
