import { afterAll, expect, test } from 'vitest';
import { ConformanceRun, conformanceSuite, guestProbes } from '../../../../src/guest/conformance/index.ts';
import { bootEmbeddedGuest } from '../../../../src/guest/index.ts';

const run = new ConformanceRun({ boot: () => bootEmbeddedGuest({ seed: 1, clockStartMs: null }) });
afterAll(() => run.end());

for (const check of conformanceSuite()) {
  test(`embedded guest, ${check.group}: ${check.name}`, async () => {
    const { verdict, got } = await run.run(check);
    expect({ verdict, got }).toEqual({ verdict: 'kept', got: check.expected });
  });
}

test('every probe of the embedded guest finds something to say', async () => {
  const guest = await run.guest();
  for (const { question, find } of guestProbes) {
    expect(await find(guest), question).toMatch(/\S/);
  }
});
