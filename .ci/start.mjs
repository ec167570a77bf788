import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, fail, root, run } from './run-step.mjs';
import { serve } from './serve.mjs';

function readPort() {
  let asked;
  try {
    asked = parseArgs({ options: { port: { type: 'string', default: process.env.PORT ?? '4173' } } }).values
      .port;
  } catch (error) {
    fail(`${error.message} Usage: npm start -- --port 4173`);
  }
  const port = Number(asked);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    fail(`--port takes a whole number from 1 to 65535; "${asked}" is none.`);
  }
  return port;
}

const port = readPort();
ensureInstalled();
if (run('npx', ['vite', 'build', '--logLevel', 'warn']) !== 0) fail('The build failed (see above).');
try {
  const { url } = await serve(join(root, 'dist'), port);
  console.log(`\nSpillway is at ${url}\nStop with Ctrl+C.`);
} catch (error) {
  fail(error.message);
}
