import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, expect, test } from '@playwright/test';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../../.ci/find-chromium.mjs';
import { serve } from '../../.ci/serve.mjs';
import type { SeededRecord } from '../seeded/record.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clockStartMs = Date.UTC(2031, 4, 6, 7, 8, 9);

type Recorder = { readonly recordOf: (seed: number, clockStartMs: number) => Promise<SeededRecord> };

/** In a browser process of its own, with nothing of an earlier one. */
async function recordIn(url: string, seed: number): Promise<SeededRecord> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: chromiumArgs });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    return await page.evaluate(
      ([asked, start]) => (globalThis as unknown as Recorder).recordOf(asked, start),
      [seed, clockStartMs] as const,
    );
  } finally {
    await browser.close();
  }
}

test('more than 50 commands give the same bytes, codes, notes and files in two fresh browsers', async () => {
  test.setTimeout(180_000);
  const outDir = await mkdtemp(join(tmpdir(), 'spillway-seeded-'));
  try {
    const input = join(root, 'tests/seeded/page.html');
    await build({
      root,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, rolldownOptions: { input } },
    });
    const { url, close } = await serve(outDir, 4490);
    try {
      const page = `${url}tests/seeded/page.html`;
      // At the same time, so that each disturbs the other's timing.
      const [first, second] = await Promise.all([recordIn(page, 7), recordIn(page, 7)]);
      expect(first.runs.length).toBeGreaterThanOrEqual(50);
      for (const [index, run] of first.runs.entries()) expect(second.runs[index]).toEqual(run);
      expect(second.tree).toEqual(first.tree);
    } finally {
      close();
    }
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
});
