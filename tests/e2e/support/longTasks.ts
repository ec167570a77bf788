import type { Page } from '@playwright/test';

/** Longest task of the page's main thread between two moments, in milliseconds (tasks under 50 ms count as 0). */
export async function longestTask(page: Page, during: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const lengths: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) lengths.push(entry.duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    Object.assign(globalThis, { longTasks: { lengths, observer } });
  });
  await during();
  return page.evaluate(() => {
    const { longTasks } = globalThis as unknown as {
      longTasks: { lengths: number[]; observer: PerformanceObserver };
    };
    for (const entry of longTasks.observer.takeRecords()) longTasks.lengths.push(entry.duration);
    longTasks.observer.disconnect();
    return Math.round(Math.max(0, ...longTasks.lengths));
  });
}
