import { expect, type Page, test } from '@playwright/test';
import { card, newSession, openApp, say, send, turnEnds } from './support/app.ts';
import { bash, jobRow, useScript } from './support/script.ts';

/** Presses a button and waits, within the page, until what it leads to is shown; milliseconds. */
function pressUntil(page: Page, button: string, shown: string): Promise<number> {
  return page.evaluate(
    ([pressed, wanted]) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLButtonElement>(pressed ?? '');
        if (target === null) return reject(new Error(`there is no ${pressed}`));
        const startMs = performance.now();
        const look = () => {
          if (document.querySelector(wanted ?? '') === null) requestAnimationFrame(look);
          else resolve(performance.now() - startMs);
        };
        target.click();
        look();
      }),
    [button, shown],
  );
}

test('Stop ends a call’s flood of output at once, and a job’s with its log kept', async ({ page }) => {
  await openApp(page);
  await newSession(page);
  const flood = `node -e 'const line = "x".repeat(65535) + "\\n"; const write = () => { while (process.stdout.write(line)); process.stdout.once("drain", write); }; write()'`;
  await useScript(page, [bash(flood), bash(flood, { run_in_background: true }), { text: 'It floods.' }]);
  await send(page, 'go');
  await expect(card(page, '1.1.0')).toContainText(/[\d.]+ MB/);
  const callMs = await pressUntil(
    page,
    '.composer .bar button:nth-of-type(3)',
    'article[data-key="1.1.0"][aria-label$="aborted"]',
  );
  await turnEnds(page);
  await say(page, 'again');
  await expect(jobRow(page, 'job_1')).toContainText(/[\d.]+ MB/);
  const jobMs = await pressUntil(page, 'button[aria-label="Stop job_1"]', 'li[data-job="job_1"] .mark.warn');
  console.log(
    `stopped under a flood: a call after ${Math.round(callMs)} ms, a job after ${Math.round(jobMs)} ms`,
  );
  // Shown when the output so far is durable: that is more than the stop, and a busy machine takes several times as long.
  expect(callMs).toBeLessThan(1_000);
  expect(jobMs).toBeLessThan(1_000);
});
