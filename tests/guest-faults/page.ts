import { bootChosenGuest, type CheckResult, loadConformance } from '../../src/guest/index.ts';

/** Every check of the suite on the page's WebContainer, one after the other. Rejects where there is none. */
async function runChecks(): Promise<readonly CheckResult[]> {
  const { ConformanceRun, conformanceSuite } = await loadConformance();
  const run = new ConformanceRun({
    boot: async () => {
      const { guest, why } = await bootChosenGuest({ seed: 1, clockStartMs: null, kind: 'webcontainer' });
      if (guest.kind !== 'webcontainer') throw new Error(`there is no WebContainer: ${why}`);
      return guest;
    },
  });
  const results: CheckResult[] = [];
  for (const check of conformanceSuite()) results.push(await run.run(check));
  run.end();
  return results;
}

Object.assign(globalThis, { runChecks });
