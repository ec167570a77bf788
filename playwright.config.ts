import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './.ci/find-chromium.mjs';

const port = 4280;

/** End-to-end tests run against the production build, as `npm start` serves it. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  // One worker: two browsers and a guest each would fight over two cores and make times meaningless.
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findChromium() ?? undefined, args: chromiumArgs },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: `node tests/hosts/serveBuild.mjs ${port}`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
});
