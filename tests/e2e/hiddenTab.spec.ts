import { expect, type Page, test } from '@playwright/test';
import { card, newSession, openApp, say, send, turnEnds } from './support/app.ts';

/** A tab that nobody looks at: the browser gives its page late timers, then none. */

/** How long the tab is hidden, first with late timers, then frozen: a minute in all, of the wall's time. */
const lateMs = 40_000;
const frozenMs = 20_000;

/** The page's own timers stand still while `tabIsHidden`, as those of a background page nearly do. */
function holdTimers(): void {
  if (window !== parent) return;
  const held: (() => void)[] = [];
  const state = { tabIsHidden: false };
  const native = { setTimeout: window.setTimeout, setInterval: window.setInterval };
  const holding = (callback: TimerHandler, args: unknown[]) => {
    const run = () => typeof callback === 'function' && callback(...args);
    return () => (state.tabIsHidden ? held.push(run) : run());
  };
  Object.assign(window, {
    setTimeout: (callback: TimerHandler, ms?: number, ...args: unknown[]) =>
      native.setTimeout.call(window, holding(callback, args), ms),
    setInterval: (callback: TimerHandler, ms?: number, ...args: unknown[]) =>
      native.setInterval.call(window, holding(callback, args), ms),
    hideTab(hidden: boolean) {
      state.tabIsHidden = hidden;
      document.dispatchEvent(new Event('visibilitychange'));
      if (!hidden) for (const run of held.splice(0)) run();
    },
  });
  Object.defineProperty(document, 'visibilityState', {
    get: () => (state.tabIsHidden ? 'hidden' : 'visible'),
  });
}

async function hideTab(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((on) => (globalThis as unknown as { hideTab(on: boolean): void }).hideTab(on), hidden);
}

const passes = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a tab that is hidden while a job runs, with late timers and then frozen, takes no guest for dead', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.addInitScript(holdTimers);
  await openApp(page);
  await newSession(page);
  await send(page, 'for i in $(seq 45); do sleep 1; echo "tick $i"; done');
  await expect(card(page, '1.1.0')).toContainText('tick 1');
  await hideTab(page, true);
  await passes(lateMs);
  const direct = await page.context().newCDPSession(page);
  await direct.send('Page.setWebLifecycleState', { state: 'frozen' });
  await passes(frozenMs);
  await direct.send('Page.setWebLifecycleState', { state: 'active' });
  await hideTab(page, false);
  await turnEnds(page);
  await expect(card(page, '1.1.0')).toContainText('tick 45');
  await expect(card(page, '1.1.0').getByText('ok', { exact: true })).toBeVisible();
  await say(page, 'echo "still $((6 * 7))"');
  await expect(card(page, '2.1.0')).toContainText('still 42');
  await expect(card(page, '2.1.0')).not.toContainText(/guest/i);
});
