// npm run -s spillway -- replay LINK|FILE…   runs recordings again in Chromium; exit 1 where one has drifted.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../../.ci/find-chromium.mjs';
import { serve } from '../../.ci/serve.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A link, or the bytes of a file, as the page takes it. @throws where the file cannot be read. */
async function recordingOf(asked, cwd) {
  const at = asked.indexOf('#/r/');
  if (at >= 0) return { fragment: asked.slice(at + 1) };
  if (asked.startsWith('/r/')) return { fragment: asked };
  return { base64: (await readFile(resolve(cwd, asked))).toString('base64') };
}

async function replayAll(recordings, page) {
  let bad = 0;
  for (const { name, recording } of recordings) {
    const { problem, title, lines } = await page.evaluate(
      (one) => globalThis.replayRecording(one),
      recording,
    );
    console.log(title === '' ? name : title);
    for (const { words } of lines) console.log(`  ${words}`);
    if (problem !== null) console.log(`  ${problem}`);
    if (problem !== null || lines.some(({ good }) => !good)) bad += 1;
  }
  return bad;
}

/** Runs each recording in a page built as the product is. @returns the exit code: 0, 1 for drift, 2 for arguments. */
export async function replay(args, cwd) {
  if (args.length === 0) {
    console.error('Say what to run again: a link to a recording, or its file.');
    return 2;
  }
  const recordings = [];
  for (const name of args) {
    try {
      recordings.push({ name: name.slice(0, 80), recording: await recordingOf(name, cwd) });
    } catch (error) {
      console.error(`${name} cannot be read: ${error.message}`);
      return 2;
    }
  }
  const outDir = await mkdtemp(join(tmpdir(), 'spillway-replay-'));
  try {
    const input = join(root, 'tests/replay/page.html');
    const options = { outDir, emptyOutDir: true, rolldownOptions: { input } };
    await build({ root, logLevel: 'error', build: options });
    const { url, close } = await serve(outDir, 4580);
    const browser = await chromium.launch({
      executablePath: findChromium() ?? undefined,
      args: chromiumArgs,
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${url}tests/replay/page.html`);
      return (await replayAll(recordings, page)) > 0 ? 1 : 0;
    } finally {
      await browser.close();
      close();
    }
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
