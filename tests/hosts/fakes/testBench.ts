import {
  type After,
  afterOnTimer,
  createInProcessMatcher,
  createWorkbench,
  type LiveSession,
  type Workbench,
} from '../../../src/agent/index.ts';
import type { McpWorkerLike } from '../../../src/agent/mcp/mcpWorkerClient.ts';
import type { RecordKey, ToolRecord } from '../../../src/core/index.ts';
import type { Guest, GuestBoot } from '../../../src/guest/index.ts';
import type { ModelClient } from '../../../src/models/index.ts';
import { byteCounter } from './byteCounter.ts';
import { FakeModel, type FakeScript } from './fakeModel.ts';
import type { Tab } from './memoryBrowser.ts';
import { type CommandHandler, MemoryGuest } from './memoryGuest.ts';
import { MemoryStore } from './memoryStore.ts';

export interface TestBenchOptions {
  readonly store?: MemoryStore;
  readonly commands?: CommandHandler;
  readonly model?: ModelClient;
  readonly after?: After;
  readonly maxSteps?: number;
  /** What makes it one of several tabs of a browser. */
  readonly tab?: Tab;
  readonly startMcpWorker?: () => McpWorkerLike;
  /** May refuse to boot, by throwing. */
  readonly onBoot?: (boots: number) => void | Promise<void>;
}

/** A workbench on fakes, with what a test wants to look at. */
export interface TestBench {
  readonly workbench: Workbench;
  readonly store: MemoryStore;
  readonly guests: readonly MemoryGuest[];
  /** Guest that runs now. */
  readonly guest: () => MemoryGuest;
  readonly model: FakeModel;
}

let lastId = 0;

export async function openTestBench(script: FakeScript, options: TestBenchOptions = {}): Promise<TestBench> {
  const store = options.store ?? new MemoryStore();
  const guests: MemoryGuest[] = [];
  const model = new FakeModel(script);
  let boots = 0;
  let nowMs = 1_800_000_000_000;
  const workbench = await createWorkbench({
    store: options.tab?.store ?? store,
    counter: byteCounter,
    bootGuest: async (boot: GuestBoot): Promise<Guest> => {
      boots += 1;
      await options.onBoot?.(boots);
      const guest = new MemoryGuest(boot, options.commands);
      guests.push(guest);
      return guest;
    },
    models: () => options.model ?? model,
    createMatcher: createInProcessMatcher,
    clock: options.tab?.clock ?? (() => nowMs++),
    ...(options.tab === undefined ? {} : { tabs: options.tab.transport }),
    after: options.after ?? afterOnTimer,
    newId: () => `session-${++lastId}`,
    newSeed: () => 1,
    ...(options.startMcpWorker === undefined ? {} : { startMcpWorker: options.startMcpWorker }),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
  });
  const guest = () => {
    const last = guests.at(-1);
    if (last === undefined) throw new Error('no guest has booted');
    return last;
  };
  return { workbench, store, guests, guest, model };
}

/** Every record of a session, in the order of its calls. */
export function recordsOf(session: LiveSession): readonly ToolRecord[] {
  return session.state.turns
    .flatMap((turn) => turn.steps)
    .flatMap((step) => step.calls)
    .flatMap((call) => call.record ?? []);
}

export function recordOf(session: LiveSession, key: RecordKey): ToolRecord {
  const record = recordsOf(session).find((candidate) => candidate.key === key);
  if (record === undefined) throw new Error(`no record ${key}`);
  return record;
}

/** What the model was sent for each call, in the order of the calls. */
export function sentTexts(session: LiveSession): readonly string[] {
  return session.state.turns
    .flatMap((turn) => turn.steps)
    .flatMap((step) => step.calls)
    .flatMap((call) => call.sent?.text ?? []);
}

export async function outputBytes(session: LiveSession, key: RecordKey): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of session.streamOutput(key)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/**
 * How long work took, milliseconds, in steps of 10. The time in which a busy machine let this process stand is not
 * counted: a timer that is late by several steps ticks once.
 */
export async function ownMs(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  await work();
  clearInterval(timer);
  return ticks * 10;
}

/** Resolves when `ready` holds, looking again after each turn of the event loop. */
export async function until(ready: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!ready()) {
    if (performance.now() > deadline) throw new Error('what was waited for did not happen');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
