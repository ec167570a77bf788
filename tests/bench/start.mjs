import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { serve } from '../../.ci/serve.mjs';

/** Runs in the page before its own scripts: notes when the composer can be used, by the page's own clock. */
function noteComposer() {
  const observer = new MutationObserver(() => {
    const composer = document.querySelector('textarea:not(:disabled)');
    if (!composer) return;
    globalThis.composerAtMs = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/** What the guest loads, gzip: what it starts with, and what comes when a command first needs it. */
async function guestDownload(dist) {
  const sizes = { start: 0, later: 0 };
  for (const name of ['../guest.html', ...(await readdir(join(dist, 'assets')))]) {
    const kind = /guest\.html$|^guest-(command|file)-worker/.test(name) ? 'start' : 'later';
    if (!/guest\.html$|^guest-(command-worker|file-worker|node-worker|git|npm)-.*\.js$/.test(name)) continue;
    sizes[kind] += gzipSync(await readFile(join(dist, 'assets', name)), { level: 9 }).length;
  }
  return [
    { name: 'guest: document, command and file worker', value: sizes.start / 1000, unit: 'KB gz' },
    {
      name: 'guest: node, git and npm, when they are first called',
      value: sizes.later / 1000,
      unit: 'KB gz',
    },
  ];
}

/**
 * What a first visit costs: JavaScript asked for before the composer can be used (gzip, KB of 1,000 bytes) and
 * milliseconds from navigation to that moment, cold cache.
 */
export async function measureStart(browser, dist) {
  const { url, close } = await serve(dist, 4390);
  try {
    const times = [];
    let scripts = [];
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.addInitScript(noteComposer);
      await page.goto(url);
      await page.waitForFunction(() => globalThis.composerAtMs !== undefined);
      const { at, names } = await page.evaluate(() => ({
        at: globalThis.composerAtMs,
        names: performance
          .getEntriesByType('resource')
          .filter((entry) => entry.startTime < globalThis.composerAtMs && entry.name.endsWith('.js'))
          .map((entry) => new URL(entry.name).pathname),
      }));
      times.push(at);
      scripts = names;
      await context.close();
    }
    times.sort((a, b) => a - b);
    let bytes = 0;
    for (const path of new Set(scripts)) {
      bytes += gzipSync(await readFile(join(dist, path)), { level: 9 }).length;
    }
    return [
      ...(await guestDownload(dist)),
      {
        name: 'JavaScript before the composer is there',
        value: bytes / 1000,
        unit: 'KB gz',
        target: '≤ 150',
      },
      { name: 'open to first prompt (median of 5)', value: times[2], unit: 'ms', target: '≤ 1,000' },
    ];
  } finally {
    close();
  }
}
