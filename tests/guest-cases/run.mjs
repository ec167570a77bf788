// npm run -s guest-cases -- [--guest webcontainer] FILE…   one line per difference, `N passed, N failed` at the end.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { openWithContainer, withBuiltPage } from '../../.ci/built-page.mjs';
import { root } from '../../.ci/run-step.mjs';
import { serve } from '../../.ci/serve.mjs';
import { startWebContainerHost } from '../hosts/webcontainer/server.mjs';

/**
 * Runs every case of the given files (a list of shell commands or of `node` calls with what the real tools
 * answered) in a guest, built as in the product and served with its headers, in Chromium. In the embedded guest each
 * case has one of its own; in the WebContainer, which is the unmodified client with the local host behind it, cases
 * take turns.
 */
const path = 'tests/guest-cases/page.html';
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
  await withBuiltPage(path, async ({ outDir, browser }) => {
    const { url, close } = await serving(outDir);
    try {
      await runAll(() => openWithContainer(browser, `${url}${path}`), cases);
    } finally {
      await close();
    }
  });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || files.length === 0 ? 1 : 0;
