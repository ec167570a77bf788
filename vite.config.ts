import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, findChromium } from './.ci/find-chromium.mjs';
import { isolationHeaders } from './.ci/headers.mjs';

export default defineConfig(() => ({
  // Relative, so that the page works from any folder of any static host.
  base: './',
  plugins: [svelte()],
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
  worker: { format: 'es' as const },
  build: {
    target: 'es2023',
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('./index.html', import.meta.url)),
      },
    },
  },
  test: {
    projects: [
      {
        extends: true as const,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          exclude: ['tests/unit/**/*.browser.test.ts'],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'browser',
          include: ['tests/unit/**/*.browser.test.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? undefined, args: chromiumArgs },
            }),
            instances: [{ browser: 'chromium' as const }],
          },
        },
      },
    ],
  },
}));
