import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { startWebContainerHost, type WebContainerHost } from '../hosts/webcontainer/server.mjs';

/** The page's one WebContainer under `npm run dev`, whose server puts an edited module in the old one's place. */

const module = '/src/guest/webcontainer/page/bootContainer.ts';
const script = `
  import { bootContainer } from '${module}';
  const loaded = (module) => Object.assign(globalThis, { boot: module.bootContainer, loads: (globalThis.loads ?? 0) + 1 });
  loaded({ bootContainer });
  import.meta.hot.accept('${module}', loaded);
`;

let host: WebContainerHost;
let dev: ViteDevServer;
test.beforeAll(async () => {
  host = await startWebContainerHost({ root: '' });
  dev = await createServer({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    cacheDir: test.info().outputPath('vite'),
    server: {
      port: 0,
      host: '127.0.0.1',
      proxy: { '/headless': host.origin, '/__wc': { target: host.origin, ws: true } },
    },
    optimizeDeps: { noDiscovery: true, include: ['@webcontainer/api'] },
    plugins: [
      {
        name: 'one-module',
        resolveId: (id) => (id === '/one-module.js' ? id : null),
        load: (id) => (id === '/one-module.js' ? script : null),
        configureServer: ({ middlewares }) => {
          middlewares.use('/one-module.html', (_, response) => {
            response.setHeader('Content-Type', 'text/html');
            response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
            response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
            response.end('<!doctype html><script type="module" src="/one-module.js"></script>');
          });
        },
      },
    ],
  });
  await dev.listen();
});
test.afterAll(async () => {
  await dev.close();
  await host.close();
});

interface Booted {
  readonly ok: boolean;
  readonly isAgain?: boolean;
  readonly why?: { readonly code: string };
  readonly release?: () => void;
}
type OneModule = typeof globalThis & {
  boot: (options: object) => Promise<Booted>;
  loads: number;
  release?: () => void;
};

test('the module that holds the container can be edited: the next knows of it, and of its end', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: location.origin });
  });
  await page.goto(`${dev.resolvedUrls?.local[0]}one-module.html`);
  const loads = () => page.evaluate(() => (globalThis as OneModule).loads);
  const boot = () =>
    page.evaluate(async () => {
      const scope = globalThis as OneModule;
      const { signal } = new AbortController();
      const booted = await scope.boot({ onProgress: () => {}, signal, apiKey: null, isChosen: true });
      scope.release ??= booted.release;
      return booted.ok ? { isAgain: booted.isAgain } : { why: booted.why?.code };
    });
  await expect.poll(loads).toBe(1);
  expect(await boot()).toEqual({ isAgain: false });
  const held = await dev.environments.client.moduleGraph.getModuleByUrl(module);
  await dev.environments.client.reloadModule(held!);
  await expect.poll(loads).toBe(2);
  expect(await boot()).toEqual({ why: 'in-use' });
  await page.evaluate(() => (globalThis as OneModule).release?.());
  expect(await boot()).toEqual({ isAgain: true });
});
