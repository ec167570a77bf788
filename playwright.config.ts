import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './.ci/find-chromium.mjs';

const port = 4280;

/** Tests that measure times or fill memory: one at a time, with the machine to themselves. */
const measured = /(largeOutput|labLarge|guestLife|jobStop)\.spec\.ts$/;
/** A minute of a hidden tab, in which nothing else has to wait. */
const waiting = /hiddenTab\.spec\.ts$/;

/**
 * End-to-end tests run against the production build, as `npm start` serves it. DIST names another build, SHOTS
 * a folder for pictures of the main states, TRACE=1 keeps traces of what failed (they slow every test down).
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 90_000,
  // Longer than anything takes here: a machine that others keep busy must not decide whether a test passes.
  expect: { timeout: 20_000 },
  // Two browsers at a time wait for each other less than they wait for themselves; more fight over two cores.
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: waiting, workers: 1 },
    { name: 'behaviour', testIgnore: [measured, waiting], workers: 2 },
    { name: 'measured', testMatch: measured, workers: 1, dependencies: ['behaviour', 'waiting'] },
  ],
  // One more try, printed as flaky, where another program had the cores.
  retries: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1440, height: 900 },
    // Tests ask nobody outside: a session of one's own would look for a WebContainer first.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: `http://localhost:${port}`,
          localStorage: [{ name: 'spillway.guest', value: '{"choice":"embedded"}' }],
        },
      ],
    },
    // Every test meets the build as the server gives it; what the service worker does has tests of its own.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findChromium() ?? undefined, args: chromiumArgs },
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `node tests/hosts/serveBuild.mjs ${port}`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
});
