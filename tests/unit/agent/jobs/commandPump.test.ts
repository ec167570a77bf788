import fc from 'fast-check';
import { expect, test } from 'vitest';
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
