import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { chromiumArgs, findChromium } from './find-chromium.mjs';
import { root } from './run-step.mjs';

/**
 * Builds a page of the tests (its path in the project) as the product is built, starts Chromium and hands both to `use`;
 * what that gives. The build and the browser are gone afterwards.
 */
export async function withBuiltPage(path, use) {
  const outDir = await mkdtemp(join(tmpdir(), 'spillway-page-'));
  try {
    const options = { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, path) } };
    await build({ root, logLevel: 'error', build: options });
    const executablePath = findChromium() ?? undefined;
    const browser = await chromium.launch({ executablePath, args: chromiumArgs });
    try {
      return await use({ outDir, browser });
    } finally {
      await browser.close();
    }
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** A page of the browser whose WebContainer is to be had where the page itself is. */
export async function openWithContainer(browser, url) {
  const page = await browser.newPage();
  await page.addInitScript((origin) => {
    globalThis.WEBCONTAINER_API_IFRAME_URL = origin;
  }, new URL(url).origin);
  await page.goto(url);
  return page;
}
