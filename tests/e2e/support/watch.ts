import { expect, type Page } from '@playwright/test';

/** What a page did that it should not: collected from before its first script on. */
export interface Watched {
  /** Requests to other origins that were tried; each is blocked. */
  readonly foreignRequests: readonly string[];
  /** Violations of the content security policy, of the page and of its frames, and errors nobody caught. */
  readonly complaints: readonly string[];
}

/**
 * Blocks every request that leaves `origin` and remembers it; remembers policy violations and errors. Call it
 * before the page is opened. `allowed` are further origins, as those of a provider's host.
 */
export async function watch(page: Page, origin: string, allowed: readonly string[] = []): Promise<Watched> {
  const foreignRequests: string[] = [];
  const complaints: string[] = [];
  const isOwn = (url: string) =>
    [origin, ...allowed].some((own) => url.startsWith(own)) || /^(blob|data|about):/.test(url);
  await page.context().route(
    (url) => !isOwn(url.href),
    (route) => {
      foreignRequests.push(`${route.request().method()} ${route.request().url()}`);
      return route.abort();
    },
  );
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text())) {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  await page.exposeFunction('reportViolation', (text: string) => complaints.push(`violation: ${text}`));
  await page.addInitScript(() => {
    const report = (globalThis as unknown as { reportViolation?: (text: string) => void }).reportViolation;
    document.addEventListener('securitypolicyviolation', (event) => {
      report?.(`${event.effectiveDirective} ${event.blockedURI} in ${location.href}`);
    });
  });
  return { foreignRequests, complaints };
}

export function expectQuiet(watched: Watched): void {
  expect(watched).toEqual({ foreignRequests: [], complaints: [] });
}
