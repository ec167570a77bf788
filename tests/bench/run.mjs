import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../../.ci/find-chromium.mjs';
import { serve } from '../../.ci/serve.mjs';
import { startWebContainerHost } from '../hosts/webcontainer/server.mjs';
import { measureStart } from './start.mjs';

/**
 * `npm run bench [-- NAME…]`: builds the benchmark page like the product, runs it in Chromium, prints a row per
 * figure with its ratio to a floor measured in the same run. It never fails by time.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.argv.slice(2);
const outDir = await mkdtemp(join(tmpdir(), 'spillway-bench-'));

function print(rows) {
  for (const row of rows) {
    const ratio = row.ratio === undefined ? '' : `  ${row.ratio.toFixed(3)} × ${row.against}`;
    const target = row.target ? `  (target ${row.target})` : '';
    console.log(`  ${row.name}: ${Number(row.value.toPrecision(4))} ${row.unit}${ratio}${target}`);
  }
}

/** Containers often have 64 MB of it, which a page that overruns them does not survive. */
function hasSharedMemory() {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 1024 ** 3;
}

try {
  await build({
    root,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, 'tests/bench/bench.html') } },
  });
  const { url, close } = await serve(outDir, 4380);
  const options = {
    executablePath: findChromium() ?? undefined,
    // Playwright has Chromium keep memory that its processes share in files on disk; people's browsers do not.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    args: [...chromiumArgs, '--enable-precise-memory-info'],
  };
  // A collector that pages can call is a global that cannot be taken away: the guest's node would not start.
  const collecting = { ...options, args: [...options.args, '--js-flags=--expose-gc'] };
  const browser = await chromium.launch(options);
  try {
    const listing = await browser.newPage();
    await listing.goto(`${url}tests/bench/bench.html`);
    const names = await listing.evaluate(() => globalThis.benchNames);
    await listing.close();
    for (const name of names.filter((name) => wanted.length === 0 || wanted.includes(name))) {
      console.log(`\n${name}`);
      // A browser and a fresh profile of its own: no figure profits from what another has warmed or stored. On
      // disk, as people's profiles are; a private window keeps IndexedDB in memory.
      const profile = join(outDir, `profile-${name}`);
      const context = await chromium.launchPersistentContext(
        profile,
        name === 'spine' ? collecting : options,
      );
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(`  page error: ${error.message}`));
      const host = name === 'webcontainer' ? await startWebContainerHost({ root: outDir }) : null;
      await page.addInitScript((origin) => {
        if (origin) globalThis.WEBCONTAINER_API_IFRAME_URL = origin;
      }, host?.origin ?? null);
      await page.goto(`${host ? `${host.origin}/` : url}tests/bench/bench.html`);
      print(await page.evaluate((asked) => globalThis.runBench(asked), name));
      await context.close();
      await host?.close();
    }
    if ((wanted.length === 0 || wanted.includes('start')) && existsSync(join(root, 'dist/index.html'))) {
      console.log('\nstart');
      print(await measureStart(browser, join(root, 'dist')));
    }
  } finally {
    await browser.close();
    close();
  }
} finally {
  await rm(outDir, { recursive: true, force: true });
}
