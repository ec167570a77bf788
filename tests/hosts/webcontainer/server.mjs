import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { headersFor } from '../../../.ci/headers.mjs';
import { createStaticAnswer } from '../../../.ci/serve.mjs';
import { noFaults } from './faults.mjs';
import { createInstance } from './instance.mjs';
import { runForConnection } from './processes.mjs';
import { startPtyBroker } from './pty.mjs';
import { acceptWebSocket } from './webSocket.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const scripts = {
  '/__wc/headless.js': here('./headless.js'),
  // The client's own copy: other versions of Comlink speak another dialect.
  '/__wc/comlink.js': here('../../../node_modules/@webcontainer/api/dist/vendor/index.js'),
};
const headless =
  '<!doctype html><meta charset="utf-8"><script type="module" src="/__wc/headless.js"></script>';

/**
 * The local host: what stands in for StackBlitz's in tests. Serves the product's build with its own headers and, at
 * `/headless`, a container whose processes are this machine's. Only on loopback: whoever reaches it runs programs.
 * Resolves with `{ origin, setFaults, faults, close }`.
 */
export async function startWebContainerHost({
  root,
  port = 0,
  faults: given = {},
  previewUrl = (of) => `http://localhost:${of}`,
}) {
  let faults = { ...noFaults, ...given };
  const broker = await startPtyBroker().catch(() => null);
  const instances = new Map();
  const answerStatic = root ? createStaticAnswer(root) : null;

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
      response.end(String(error));
    });
  });

  async function answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const headers = headersFor(pathname);
    if (pathname === '/headless') {
      if (faults.notFound) response.writeHead(404, { ...headers, ...frameHeaders() }).end('Not found\n');
      else
        response.writeHead(200, { ...headers, ...frameHeaders(), 'Content-Type': 'text/html' }).end(headless);
      return;
    }
    if (Object.hasOwn(scripts, pathname)) {
      response.writeHead(200, { ...headers, 'Content-Type': 'text/javascript' });
      response.end(readFileSync(scripts[pathname]));
      return;
    }
    if (pathname === '/__wc/faults') {
      sendJson(response, headers, faults);
      return;
    }
    if (pathname.startsWith('/__wc/')) {
      await answerCall(request, response, pathname.slice('/__wc/'.length), searchParams, headers);
      return;
    }
    if (answerStatic) await answerStatic(request, response);
    else response.writeHead(404).end();
  }

  async function answerCall(request, response, operation, query, headers) {
    const body = await bodyOf(request);
    const instance = instances.get(query.get('instance'));
    try {
      if (operation === 'build') {
        sendJson(response, headers, build(JSON.parse(body.toString())));
        return;
      }
      if (!instance) throw new Error('the container was torn down');
      if (operation === 'readFile') {
        const bytes = await instance.readFile(query.get('path'));
        response.writeHead(200, { ...headers, 'Content-Type': 'application/octet-stream' }).end(bytes);
        return;
      }
      if (operation === 'writeFile') await instance.writeFile(query.get('path'), body);
      else if (operation === 'loadFiles') await instance.load(body, query.get('mountPoint') ?? undefined);
      else if (operation === 'teardown') {
        instances.delete(query.get('instance'));
        instance.dispose();
      } else {
        const work = Object.hasOwn(instance.operations, operation) ? instance.operations[operation] : null;
        if (!work) throw new Error(`the local host knows no ${operation}`);
        sendJson(response, headers, { value: await work(...JSON.parse(body.toString())) });
        return;
      }
      sendJson(response, headers, {});
    } catch (error) {
      const message = faults.errorsWithoutCode ? error.message.replace(/^[A-Z]+: /, '') : error.message;
      sendJson(response, headers, { error: message }, 409);
    }
  }

  function build({ seat, workdirName }) {
    if (faults.outOfMemory) throw new RangeError('WebAssembly.instantiate(): Out of memory');
    for (const [id, old] of instances) {
      if (old.seat !== seat) continue;
      old.instance.dispose();
      instances.delete(id);
    }
    const id = randomUUID();
    const listeners = new Set();
    const instance = createInstance(seat, {
      ...(workdirName ? { workdirName } : {}),
      faults: () => faults,
      previewUrl,
      onEvent: (event) => {
        for (const tell of listeners) tell(event);
      },
    });
    instances.set(id, Object.assign(instance, { seat, listeners, instance }));
    return { instance: id, cwd: instance.workdir, path: instance.path };
  }

  /** A server forgets those that were upgraded. */
  const sockets = new Set();
  server.on('upgrade', (request, socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const instance = instances.get(searchParams.get('instance'));
    if (!instance) {
      socket.destroy();
      return;
    }
    const connection = acceptWebSocket(request, socket);
    if (pathname === '/__wc/events') {
      const tell = (event) => connection.send(JSON.stringify(event));
      instance.listeners.add(tell);
      connection.onClose = () => instance.listeners.delete(tell);
    } else runForConnection(connection, { instance, broker, faults: () => faults });
  });

  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${server.address().port}`,
    setFaults(next) {
      faults = { ...noFaults, ...next };
    },
    async close() {
      for (const instance of instances.values()) instance.dispose();
      broker?.close();
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The page's frame, which the product's own policy would not let be framed. */
function frameHeaders() {
  return {
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

function sendJson(response, headers, value, status = 200) {
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
