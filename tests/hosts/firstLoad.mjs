import { gzipSync } from 'node:zlib';

/** Runs in the page before its own scripts: notes when a message can be typed, by the page's own clock. */
function noteComposer() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('textarea:not(:disabled)')) return;
    globalThis.composerAtMs = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/**
 * Opens the page and waits for its message field. `scripts`: addresses of every script that was asked for until
 * then, by the page itself or ahead of need; `atMs`: milliseconds from navigation to that moment.
 */
export async function openToComposer(page, url) {
  await page.addInitScript(noteComposer);
  await page.goto(url);
  await page.waitForFunction(() => globalThis.composerAtMs !== undefined);
  return page.evaluate(() => ({
    atMs: globalThis.composerAtMs,
    scripts: [
      ...new Set(
        performance
          .getEntriesByType('resource')
          .filter(
            (entry) =>
              entry.startTime <= globalThis.composerAtMs && new URL(entry.name).pathname.endsWith('.js'),
          )
          .map((entry) => entry.name),
      ),
    ],
  }));
}

/** Bytes of each script as a server sends it that compresses it well. */
export async function gzippedBytes(scripts) {
  return Promise.all(
    scripts.map(async (url) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      const code = Buffer.from(await answer.arrayBuffer());
      return { name: new URL(url).pathname, bytes: gzipSync(code, { level: 9 }).length };
    }),
  );
}
