import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, findChromium } from './.ci/find-chromium.mjs';
import { headersFile, headersFor, isolationHeaders, metaCsp } from './.ci/headers.mjs';
import { guestBundles } from './src/guest/embedded/build/guestBundles.ts';
import { justBashPatchInTests } from './src/guest/embedded/build/justBashPatch.ts';
import { supervisorBundle } from './src/guest/webcontainer/build/supervisorBundle.ts';
import { serviceWorkerPlugin } from './src/serviceWorker/build/serviceWorkerFile.ts';
import { embedPage } from './src/ui/lessons/build/embedPage.ts';
import { inlineWordsPlugin } from './src/ui/words/build/inlineWords.ts';
import { publishGoldens } from './tests/goldens/publish.ts';
import { publishRecordings } from './tests/recordings/publish.ts';

/** The page's policy also as <meta>, for static hosts that send no headers; and the file for those that do. */
function securityHeaders(): Plugin {
  return {
    name: 'spillway-security-headers',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: metaCsp },
        injectTo: 'head-prepend',
      },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile() });
    },
  };
}

/**
 * What the page and its workers load when it is needed. On a fresh machine Vite would meet them in the middle
 * of a browser test, prepare them and reload that test, which then fails.
 */
const lazyPackages = [
  '@ai-sdk/anthropic',
  '@ai-sdk/google',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@ai-sdk/provider',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client/streamableHttp.js',
  '@modelcontextprotocol/sdk/inMemory.js',
  '@modelcontextprotocol/sdk/server/index.js',
  '@modelcontextprotocol/sdk/types.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  '@webcontainer/api',
  '@xterm/addon-fit',
  '@xterm/xterm',
  'fflate',
  'gpt-tokenizer/bpeRanks/cl100k_base',
  'gpt-tokenizer/bpeRanks/o200k_base',
  'idb-keyval',
  'marked',
  'picomatch',
  'valibot',
];

/**
 * Core and agent do nothing by being imported: what one part of the page does not use of it comes with the part that
 * does. So every profile in its door does not keep them all in the first chunk, which the check cannot know.
 */
const purity = {
  treeshake: { moduleSideEffects: [{ test: /\/src\/(core|agent)\//, sideEffects: false }] },
  // How long each plugin took is not what somebody who starts the page wants to read.
  checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
};

/** The framed lesson is a build of its own, and takes what these have made for the page. */
const guest = [guestBundles(), supervisorBundle()];

/** Tests of Node's own modules beside the guest's: each needs modules that nothing has loaded or changed before. */
const needsFreshModules = [
  'tests/unit/guest/embedded/node/modules/small.test.ts',
  'tests/unit/guest/embedded/node/loader/awaitContexts.test.ts',
];

/**
 * The seed of property tests: always the same, so that a commit is judged the same way everywhere. PROPERTY_SEED is
 * another one, or "random"; `npm run fuzz` looks at many.
 */
function propertySeed(asked = '1'): number {
  const seed = asked === 'random' ? randomInt(2 ** 31) : Number(asked);
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is neither an integer nor "random": ${asked}`);
  return seed;
}

export default defineConfig(() => ({
  // Relative, so that the page works from any folder of any static host.
  base: './',
  plugins: [
    inlineWordsPlugin(),
    svelte(),
    ...guest,
    securityHeaders(),
    embedPage({
      entry: fileURLToPath(new URL('./embed.html', import.meta.url)),
      shared: guest,
      policy: metaCsp,
      workers: purity,
    }),
    publishGoldens(),
    publishRecordings(),
    serviceWorkerPlugin(headersFor),
  ],
  server: { headers: isolationHeaders },
  worker: {
    format: 'es' as const,
    rolldownOptions: {
      ...purity,
      output: {
        // The network workers are told apart by name: they alone are served with a policy that allows a network.
        entryFileNames: (chunk: { facadeModuleId?: string | null }) => {
          if (chunk.facadeModuleId?.includes('/models/network/')) return 'assets/network-worker-[hash].js';
          if (chunk.facadeModuleId?.includes('/agent/mcp/')) return 'assets/mcp-network-worker-[hash].js';
          if (chunk.facadeModuleId?.includes('/agent/recording/fetch/'))
            return 'assets/recording-network-worker-[hash].js';
          if (chunk.facadeModuleId?.includes('/guest/network/'))
            return 'assets/guest-network-worker-[hash].js';
          return 'assets/[name]-[hash].js';
        },
      },
    },
  },
  build: {
    target: 'es2023',
    rolldownOptions: {
      input: { index: fileURLToPath(new URL('./index.html', import.meta.url)) },
      ...purity,
      // A text of `src/ui/words` that a module says once is written where it is said.
      optimization: { inlineConst: { mode: 'all' as const } },
      // One file of what the page opens with: cut along what later parts share, it came in twenty.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial' as const] }] } },
    },
  },
  test: {
    provide: { propertySeed: propertySeed(process.env.PROPERTY_SEED) },
    projects: [
      {
        extends: true as const,
        plugins: [justBashPatchInTests()],
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: ['tests/unit/everyProfile.ts', 'tests/unit/propertySeed.ts'],
          // The interpreter as the guest has it: patched.
          server: { deps: { inline: [/just-bash/] } },
          include: ['tests/unit/**/*.test.ts'],
          exclude: ['tests/unit/**/*.browser.test.ts', ...needsFreshModules],
          // Modules are loaded once for a worker, not once for each of 280 files: a third of the time.
          isolate: false,
          // Property tests take a second or two; a machine that others keep busy needs several times that.
          testTimeout: 30_000,
        },
      },
      {
        extends: true as const,
        plugins: [justBashPatchInTests()],
        test: {
          name: 'fresh',
          environment: 'node',
          setupFiles: ['tests/unit/propertySeed.ts'],
          server: { deps: { inline: [/just-bash/] } },
          include: needsFreshModules,
          testTimeout: 30_000,
        },
      },
      {
        extends: true as const,
        optimizeDeps: { include: lazyPackages },
        test: {
          name: 'browser',
          setupFiles: ['tests/unit/everyProfile.ts', 'tests/unit/propertySeed.ts'],
          include: ['tests/unit/**/*.browser.test.ts'],
          testTimeout: 60_000,
          // One page for all files, so that what nothing bundles is loaded once: a third of the time.
          isolate: false,
          // Real processes, kills and clocks: one more try where another program had the cores.
          retry: 2,
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
