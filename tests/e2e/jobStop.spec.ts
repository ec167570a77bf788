import { expect, type Page, test } from '@playwright/test';
import { card, newSession, openApp, send, turnEnds } from './support/app.ts';
import { bash, jobRow, useScript } from './support/script.ts';
import { storeFloor } from './support/storeFloor.ts';

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

test('under 20 MB of output a second Stop ends a call within 200 ms, and a job with its log kept', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  // 20 MB a second: 1 MiB each 50 ms.
  const flood = `node -e 'const piece = ("x".repeat(1023) + "\\n").repeat(1024); setInterval(() => process.stdout.write(piece), 50)'`;
  await useScript(page, [bash(flood, { run_in_background: true }), { text: 'It floods.' }, bash(flood)]);
  await send(page, 'go');
  await expect(jobRow(page, 'job_1')).toContainText(/\d\d(\.\d)? MB/);
  const floorMs = await storeFloor(page);
  const wrote = await jobRow(page, 'job_1').textContent();
  const jobMs = await pressUntil(
    page,
    'button[aria-label="Stop job_1"]',
    'li[data-job="job_1"]:not(:has(button[aria-label="Stop job_1"]))',
  );
  await expect(jobRow(page, 'job_1')).toContainText('stopped');
  // Its end wakes the model, which floods in a call.
  await expect(card(page, '2.1.0')).toContainText(/\d\d(\.\d)? MB/);
  const callMs = await pressUntil(
    page,
    '.composer .bar button:nth-of-type(3)',
    'article[data-key="2.1.0"][aria-label$="aborted"]',
  );
  await turnEnds(page);
  console.log(
    `stopped under a flood: a call after ${Math.round(callMs)} ms, a job (${wrote?.match(/runs.*MB/)?.[0]}) after ${Math.round(jobMs)} ms; stores what may be under way in ${Math.round(floorMs)} ms`,
  );
  // From the press until the page shows the end, which is when the output up to then is durable.
  // A machine on which storing alone takes longer is held to its own pace. What a call has said is completed in the guest,
  // too, and its record written; a job's output goes to its log in the guest besides.
  expect(callMs).toBeLessThan(Math.max(200, 1.5 * floorMs));
  expect(jobMs).toBeLessThan(Math.max(200, 2 * floorMs));
});
