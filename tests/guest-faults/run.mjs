// npm run -s guest-faults -- [NAME…]   per fault the checks that came out otherwise than stated; exit 1 where any did.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../../.ci/find-chromium.mjs';
import { startWebContainerHost } from '../hosts/webcontainer/server.mjs';
import { faultSets } from './faultSets.mjs';

/**
 * The whole conformance suite under each fault that a container may have, which takes minutes: the end-to-end tests run
 * a selection. Each fault has a host, a browser page and a container of its own.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(faultSets, name));
if (unknown.length > 0) {
  console.error(`No fault is called ${unknown.join(', ')}. There are: ${Object.keys(faultSets).join(', ')}.`);
  process.exit(2);
}

/** Lines for what came out otherwise than stated. */
function surprises(results, differs) {
  return results.flatMap(({ name, verdict, expected, got }) => {
    const stated = differs.includes(name);
    if (verdict === 'kept') return stated ? [`${name}: kept, which was not expected`] : [];
    if (stated) return [];
    return [
      `${name}: ${verdict}\n    expected ${JSON.stringify(expected)}\n    got      ${JSON.stringify(got)}`,
    ];
  });
}

const outDir = await mkdtemp(join(tmpdir(), 'spillway-faults-'));
let surprised = 0;
try {
  const input = join(root, 'tests/guest-faults/page.html');
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: chromiumArgs });
  try {
    for (const name of asked.length > 0 ? asked : Object.keys(faultSets)) {
      const { faults, differs } = faultSets[name];
      const host = await startWebContainerHost({ root: outDir, faults });
      const page = await browser.newPage();
      try {
        await page.addInitScript((origin) => {
          globalThis.WEBCONTAINER_API_IFRAME_URL = origin;
        }, host.origin);
        await page.goto(`${host.origin}/tests/guest-faults/page.html`);
        const results = await page.evaluate(() => globalThis.runChecks());
        const lines = surprises(results, differs);
        surprised += lines.length;
        const kept = results.filter(({ verdict }) => verdict === 'kept').length;
        console.log(
          `${name}: ${kept} kept, ${results.length - kept} differ, ${lines.length} otherwise than stated`,
        );
        for (const line of lines) console.log(`  ${line}`);
      } finally {
        await page.close();
        await host.close();
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  await rm(outDir, { recursive: true, force: true });
}
process.exitCode = surprised > 0 ? 1 : 0;
