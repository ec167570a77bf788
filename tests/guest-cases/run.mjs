// npm run -s guest-cases -- [--guest webcontainer] FILE…   one line per difference, `N passed, N failed` at the end.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build, runnerImport } from 'vite';
import { chromiumArgs, findChromium } from '../../.ci/find-chromium.mjs';
import { serve } from '../../.ci/serve.mjs';
import { startWebContainerHost } from '../hosts/webcontainer/server.mjs';

/**
 * Runs every case of the given files (a list of shell commands or of `node` calls with what the real tools
 * answered) in a guest, built as in the product and served with its headers, in Chromium. In the embedded guest each
 * case has one of its own; in the WebContainer, which is the unmodified client with the local host behind it, cases
 * take turns.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const usage = 'Usage: npm run -s guest-cases -- [--guest embedded|webcontainer] FILE…';

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { guest: { type: 'string', default: 'embedded' } },
    });
    if (['embedded', 'webcontainer'].includes(values.guest))
      return { guest: values.guest, files: positionals };
  } catch {
    // An option that nobody knows; said below.
  }
  return { guest: 'embedded', files: [] };
}

const { guest, files } = readArguments();
if (files.length === 0) console.error(usage);

// Node 20 cannot run TypeScript; Vite, which is here anyway, can.
const { module: format } = await runnerImport(fileURLToPath(new URL('./cases.ts', import.meta.url)), {
  root,
  configFile: false,
  logLevel: 'error',
});

let passed = 0;
let failed = 0;

async function casesIn(file) {
  try {
    const cases = format.casesOf(JSON.parse(await readFile(file, 'utf8')));
    if (typeof cases !== 'string') return cases;
    console.log(`FAIL ${file}: ${cases}`);
  } catch (thrown) {
    console.log(`FAIL ${file}: cannot be read: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
  failed += 1;
  return [];
}

/** The build behind the product's own server or, with a container to be had, behind the local host. */
async function serving(outDir) {
  if (guest === 'embedded') return serve(outDir, 4480);
  const host = await startWebContainerHost({ root: outDir });
  return { url: `${host.origin}/`, close: () => host.close() };
}

async function runAll(openPage, cases) {
  let page = await openPage();
  const differencesOf = async (each) => {
    try {
      const answer = await page.evaluate(
        ([asked, kind]) => globalThis.runGuestCase(asked, kind),
        [each, guest],
      );
      return format.differencesOf(each, answer);
    } catch (thrown) {
      // A guest that runs out of memory looks to Playwright as if the page had crashed: the next case gets a new one.
      await page.close().catch(() => {});
      page = await openPage();
      return [thrown instanceof Error ? thrown.message.split('\n', 1)[0] : String(thrown)];
    }
  };
  for (const each of cases) {
    let differences = await differencesOf(each);
    // Real programs run on real time: on a busy machine Node itself fires a timer of 20 ms before what comes at once.
    if (differences.length > 0 && guest === 'webcontainer') {
      console.log(`AGAIN ${JSON.stringify(format.nameOf(each))}: ${differences[0]}`);
      differences = await differencesOf(each);
    }
    if (differences.length === 0) passed += 1;
    else failed += 1;
    const name = JSON.stringify(format.nameOf(each));
    for (const difference of differences) console.log(`FAIL ${name}: ${difference}`);
  }
}

const cases = (await Promise.all(files.map(casesIn))).flat();
if (cases.length > 0) {
  const outDir = await mkdtemp(join(tmpdir(), 'spillway-cases-'));
  try {
    await build({
      root,
      logLevel: 'error',
      build: {
        outDir,
        emptyOutDir: true,
        rolldownOptions: { input: join(root, 'tests/guest-cases/page.html') },
      },
    });
    const { url, close } = await serving(outDir);
    const browser = await chromium.launch({
      executablePath: findChromium() ?? undefined,
      args: chromiumArgs,
    });
    try {
      const openPage = async () => {
        const page = await browser.newPage();
        await page.addInitScript((origin) => {
          globalThis.WEBCONTAINER_API_IFRAME_URL = origin;
        }, new URL(url).origin);
        await page.goto(`${url}tests/guest-cases/page.html`);
        return page;
      };
      await runAll(openPage, cases);
    } finally {
      await browser.close();
      await close();
    }
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || files.length === 0 ? 1 : 0;
