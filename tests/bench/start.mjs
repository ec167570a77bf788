import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { serve } from '../../.ci/serve.mjs';

/**
 * What a first visit costs: JavaScript fetched before the composer can be used (gzip, KB of 1,000 bytes) and
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
      const fetched = [];
      page.on('response', (response) => {
        if (response.url().endsWith('.js'))
          fetched.push({ path: new URL(response.url()).pathname, at: Date.now() });
      });
      const startedAt = Date.now();
      await page.goto(url, { waitUntil: 'commit' });
      await page.getByRole('textbox', { name: /message/i }).waitFor();
      const readyAt = Date.now();
      times.push(readyAt - startedAt);
      scripts = fetched.filter((script) => script.at <= readyAt).map((script) => script.path);
      await context.close();
    }
    times.sort((a, b) => a - b);
    let bytes = 0;
    for (const path of new Set(scripts))
      bytes += gzipSync(await readFile(join(dist, path)), { level: 9 }).length;
    return [
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
