// npm run -s spillway -- present|read|profiles|inspect …   without a browser; replay with one; `help` says more.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** npm runs a script in the project's folder, and says where it was called from. */
const cwd = process.env.INIT_CWD ?? process.cwd();
const [command, ...rest] = process.argv.slice(2);
if (command === 'replay') {
  const { replay } = await import('../tests/replay/run.mjs');
  process.exit(await replay(rest, cwd));
}

// Node 20 cannot run TypeScript; Vite, which is here anyway, can. A server rather than `runnerImport`, since
// that one is closed before the token tables are loaded.
const vite = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
});
try {
  const { createNodeIo, run } = await vite.ssrLoadModule('/src/library/commandLine/index.ts');
  process.exitCode = await run(process.argv.slice(2), createNodeIo(cwd));
} finally {
  await vite.close();
}
