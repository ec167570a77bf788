import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { serve } from '../../.ci/serve.mjs';
import { gzippedBytes, openToComposer } from '../hosts/firstLoad.mjs';

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
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const opened = await openToComposer(await context.newPage(), url);
      times.push(opened.atMs);
      scripts = opened.scripts;
      await context.close();
    }
    times.sort((a, b) => a - b);
    const sizes = await gzippedBytes(scripts);
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    return [
      ...(await guestDownload(dist)),
      {
        name: 'JavaScript before the composer is there',
        value: total / 1000,
        unit: 'KB gz',
        target: '≤ 150',
      },
      ...sizes.map(({ name, bytes }) => ({ name: `  of it ${name}`, value: bytes / 1000, unit: 'KB gz' })),
      { name: 'open to first prompt (median of 5)', value: times[2], unit: 'ms', target: '≤ 1,000' },
    ];
  } finally {
    close();
  }
}
