import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { After } from '../../../../src/agent/timers.ts';
import { CommandPump } from '../../../../src/agent/tools/commandRun.ts';
import type { OutputChunk } from '../../../../src/core/index.ts';
import type { GuestProcess } from '../../../../src/guest/index.ts';

function processOf(chunks: readonly OutputChunk[]): GuestProcess {
  return {
    pid: 1,
    output: (async function* () {
      for (const chunk of chunks) {
        await new Promise((resolve) => setImmediate(resolve));
        yield chunk;
      }
    })(),
    exit: Promise.resolve({ kind: 'exited', code: 0 }),
    notes: Promise.resolve([]),
    signal: async () => true,
  };
}

test('a pump that changes its sink on the way gives each chunk to one of them, in order, whenever it changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 12 }),
      async (count, turns) => {
        const chunks = Array.from({ length: count }, (_, at) => ({
          stream: 'stdout' as const,
          bytes: new Uint8Array([at]),
        }));
        const first: number[] = [];
        const second: number[] = [];
        const sinkTo = (seen: number[]) => async (chunk: OutputChunk) => {
          await new Promise((resolve) => setImmediate(resolve));
          seen.push(chunk.bytes[0] ?? -1);
        };
        const pump = new CommandPump(processOf(chunks), sinkTo(first));
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        const resume = await pump.hold();
        const held = [...first];
        for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
        expect(first).toEqual(held);
        resume(sinkTo(second));
        await pump.ended;
        expect([...first, ...second]).toEqual(chunks.map((_, at) => at));
      },
    ),
    { numRuns: 60 },
  );
});

/** Timers of which all are due at once whenever the test says so. */
function manualTimers() {
  const waiting = new Set<() => void>();
  const after: After = (_ms, action) => {
    waiting.add(action);
    return () => waiting.delete(action);
  };
  const pass = () => {
    const due = [...waiting];
    waiting.clear();
    for (const action of due) action();
  };
  return { after, pass };
}

const turnOver = () => new Promise((resolve) => setImmediate(resolve));

test('a sink that is slow, or not open yet, costs nothing of what a command wrote, however long it takes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 6 }),
      async (patience) => {
        const chunks = patience.map((_, at) => ({ stream: 'stdout' as const, bytes: new Uint8Array([at]) }));
        const seen: number[] = [];
        const { after, pass } = manualTimers();
        const pump = new CommandPump(processOf(chunks), async (chunk) => {
          const at = chunk.bytes[0] ?? -1;
          for (let passed = 0; passed < (patience[at] ?? 0); passed++) {
            await turnOver();
            pass();
          }
          seen.push(at);
        });
        expect(await pump.drain(after, 250)).toBe(true);
        pump.abandon();
        expect(seen).toEqual(chunks.map((_, at) => at));
      },
    ),
    { numRuns: 60 },
  );
});

test('a guest that gives nothing more for the drain, and does not end, is left', async () => {
  const { after, pass } = manualTimers();
  const process: GuestProcess = {
    ...processOf([]),
    output: (async function* () {
      yield { stream: 'stdout' as const, bytes: new Uint8Array([7]) };
      await new Promise(() => {});
    })(),
  };
  const seen: number[] = [];
  const pump = new CommandPump(process, async ({ bytes }) => void seen.push(...bytes));
  let whole: boolean | null = null;
  const drained = pump.drain(after, 250).then((is) => {
    whole = is;
  });
  await turnOver();
  // The chunk came within the first wait, nothing within the second.
  pass();
  await turnOver();
  expect([whole, seen]).toEqual([null, [7]]);
  pass();
  await drained;
  expect(whole).toBe(false);
});
