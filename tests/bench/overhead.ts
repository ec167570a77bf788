import {
  afterOnTimer,
  createInProcessMatcher,
  createWorkbench,
  type LiveSession,
} from '../../src/agent/index.ts';
import type { TokenCounter } from '../../src/core/index.ts';
import type { Guest, GuestProcess, ShellState } from '../../src/guest/index.ts';
import { createScriptedModel } from '../../src/models/index.ts';
import type { Store } from '../../src/store/index.ts';
import type { BenchRow } from './benchRow.ts';

const calls = 5_000;
/** Calls at each end that a percentile is taken over. */
const windowCalls = 250;

async function* nothing(): AsyncGenerator<never> {}

/** A guest in which every command ends at once: what is left of a call's time is the harness's own. */
function trivialGuest(): Guest {
  const process = (): GuestProcess => ({
    pid: 1,
    output: nothing(),
    exit: Promise.resolve({ kind: 'exited', code: 0 }),
    notes: Promise.resolve([]),
    signal: async () => true,
  });
  const state: ShellState = { cwd: '/home/user/project', env: {}, prelude: '' };
  const refuse = async (): Promise<never> => {
    throw new Error('the benchmark guest has no files');
  };
  return {
    kind: 'embedded',
    dirs: { workspace: '/home/user/project', home: '/home/user', tmp: '/tmp' },
    fs: {
      stat: refuse,
      lstat: refuse,
      exists: async () => false,
      read: refuse,
      write: refuse,
      append: refuse,
      mkdir: refuse,
      readdir: refuse,
      rename: refuse,
      rm: refuse,
      walk: refuse,
      watch: () => () => {},
    },
    shell: () => ({ state, run: process }),
    run: process,
    openTerminal: () => ({ output: nothing(), write() {}, resize() {}, dispose() {} }),
    adoptSpool: async () => false,
    dropSpool() {},
    processes: async () => [],
    kill: async () => false,
    drainChanges: async () => [],
    restore: async () => {},
    limitations: [],
    onDeath: () => () => {},
    dispose() {},
  };
}

const noCounter: TokenCounter = {
  count: async () => 0,
  countParts: async (parts) => parts.map(() => 0),
  pass() {
    throw new Error('the benchmark counts no tokens');
  },
  cutToTokens: async () => ({ bytes: 0, tokens: 0 }),
};

function percentile95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}

/** Times of a session's steps in ms: request, call, record and checkpoint of one `true` each. */
async function stepTimes(session: LiveSession): Promise<readonly number[]> {
  const times: number[] = [];
  let last = performance.now();
  session.subscribe((change) => {
    if (change.kind !== 'log' || !change.events.some((event) => event.type === 'record')) return;
    const now = performance.now();
    times.push(now - last);
    last = now;
  });
  await session.send('go');
  return times;
}

/**
 * The harness's own time per call, with the log in `store`: from one record's durable append to the next, in
 * one session of 5,000 calls.
 */
export async function overheadBench(store: Store): Promise<readonly BenchRow[]> {
  const step = { calls: [{ tool: 'Bash', input: { command: 'true' } }] };
  const model = createScriptedModel({ steps: Array.from({ length: calls }, () => step) });
  const workbench = await createWorkbench({
    store,
    counter: noCounter,
    bootGuest: async () => trivialGuest(),
    models: () => model,
    createMatcher: createInProcessMatcher,
    clock: () => Date.now(),
    after: afterOnTimer,
    newId: () => 'bench-overhead',
    newSeed: () => 1,
    maxSteps: calls + 1,
  });
  const session = await workbench.createSession();
  const times = await stepTimes(session);
  await workbench.deleteSession(session.id);
  const first = percentile95(times.slice(0, windowCalls));
  const last = percentile95(times.slice(-windowCalls));
  const target = '≤ 5 ms, the same at call 5,000 as at call 1';
  return [
    { name: `harness overhead per call, p95 of calls 1 to ${windowCalls}`, value: first, unit: 'ms', target },
    {
      name: `harness overhead per call, p95 of the last ${windowCalls} of ${calls} calls`,
      value: last,
      unit: 'ms',
      ratio: last / first,
      against: 'the first calls of the same session',
      target,
    },
  ];
}
