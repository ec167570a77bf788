import { type CDPSession, expect, test } from '@playwright/test';
import { card, newSession, openApp, say, send } from './support/app.ts';

/** What a guest must live through, and what the page must notice: memory that runs out. */

/** Asks the page past Playwright, which counts it as crashed with the guest's process. */
async function evaluate<Value>(direct: CDPSession, expression: string): Promise<Value> {
  const answer = await direct.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
  return answer.result.value as Value;
}

interface Noted {
  /** The guest's last sign of life, when its end was shown, and when the next command's output was: milliseconds. */
  readonly lastBeatMs: number;
  readonly noticedMs: number;
  readonly backMs: number;
}

/** In every frame before its own scripts: the guest's frame beats, the page notes when, and what it shows when. */
function noteLife(): void {
  if (window !== parent) {
    setInterval(() => parent.postMessage('still alive', '*'), 10);
    return;
  }
  const noted = { lastBeatMs: 0, noticedMs: 0, backMs: 0 };
  Object.assign(globalThis, { noted });
  addEventListener('message', ({ data }) => {
    if (data === 'still alive' && noted.noticedMs === 0) noted.lastBeatMs = performance.now();
  });
  const shows = (key: string, text: string) =>
    document.querySelector(`article[data-key="${key}"]`)?.textContent?.includes(text) ?? false;
  const goOn = () => {
    const field = document.querySelector<HTMLTextAreaElement>('.composer textarea');
    const button = document.querySelector<HTMLButtonElement>('.composer button[type="submit"]');
    if (!field || !button || button.disabled) return;
    if (field.value === '') {
      field.value = 'pwd; cat a.txt; ls many | wc -l';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    } else button.click();
  };
  new MutationObserver(() => {
    if (noted.noticedMs === 0 && shows('3.1.0', 'GUEST_CRASHED')) noted.noticedMs = performance.now();
    if (noted.backMs === 0 && shows('4.1.0', '2000')) noted.backMs = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  // By a timer, as a person's click comes: a click out of the observer can call it again without end.
  setInterval(() => {
    if (noted.noticedMs !== 0 && !document.querySelector('article[data-key="4.1.0"]')) goOn();
  }, 10);
}

test('a node that eats all memory ends the guest: noticed within 2 s, and within 2 s more the next one has the whole workspace', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await page.addInitScript(noteLife);
  await openApp(page);
  await newSession(page);
  await say(
    page,
    'mkdir -p deep/many && cd deep && echo "acknowledged" > a.txt && for i in $(seq 2000); do echo $i > many/$i; done',
  );
  // What the same restart takes on this machine where no memory was full.
  await page.evaluate(() => document.querySelector('iframe[title="Guest computer"]')?.remove());
  await expect(page.locator('details.guest summary')).toContainText('ended', { timeout: 20_000 });
  const askedMs = Date.now();
  await say(page, 'ls many | wc -l');
  await expect(card(page, '2.1.0')).toContainText('2000');
  const healthyMs = Date.now() - askedMs;
  const direct = await page.context().newCDPSession(page);
  await send(
    page,
    `echo "running $((6 * 7))"; node -e 'const all = []; for (;;) all.push(new Array(1e6).fill(1.5 + all.length))'`,
  );
  const shown = (key: string) =>
    evaluate<string>(direct, `document.querySelector('article[data-key="${key}"]')?.textContent ?? ''`);
  await expect.poll(() => shown('4.1.0'), { timeout: 90_000 }).toContain('2000');
  expect(await shown('3.1.0')).toContain('running 42');
  expect(await shown('3.1.0')).toContain('GUEST_CRASHED');
  expect(await shown('4.1.0')).toMatch(/project\/deep.*acknowledged.*2000/s);
  const { lastBeatMs, noticedMs, backMs } = await evaluate<Noted>(direct, 'noted');
  console.log(
    `out of memory: noticed after ${Math.round(noticedMs - lastBeatMs)} ms, a new guest has run a command ${Math.round(backMs - noticedMs)} ms later, another when nothing was wrong after ${healthyMs} ms`,
  );
  expect(noticedMs - lastBeatMs).toBeLessThan(2_000);
  // A machine on which any restart takes about that long still frees the memory meanwhile.
  expect(backMs - noticedMs).toBeLessThan(Math.max(2_000, 1.25 * healthyMs));
  await direct.detach();
});
