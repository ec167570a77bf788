import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { headersFor } from './headers.mjs';

const gzipText = promisify(gzip);
const triedPorts = 20;

const contentTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Answers requests from a folder with the product's headers. Read-only, GET and HEAD, nothing outside the folder. */
export function createStaticAnswer(root) {
  /** Compressed texts by path and time of change: each is compressed once. */
  const compressed = new Map();

  async function find(pathname) {
    const path = join(root, normalize(pathname));
    if (path !== root && !path.startsWith(root + sep)) return null;
    try {
      const info = await stat(path);
      return info.isDirectory() ? find(join(pathname, 'index.html')) : { path, info };
    } catch {
      return null;
    }
  }

  async function answer(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const found = pathname.includes('\0') || pathname.startsWith('/_') ? null : await find(pathname);
    if (!found) {
      response.writeHead(404, { ...headersFor(pathname), 'Content-Type': 'text/plain' }).end('Not found\n');
      return;
    }
    const etag = `"${found.info.size.toString(36)}-${found.info.mtimeMs.toString(36)}"`;
    const headers = {
      ...headersFor(pathname),
      'Content-Type': contentTypes[extname(found.path)] ?? 'application/octet-stream',
      ETag: etag,
      Vary: 'Accept-Encoding',
    };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    let body = await readFile(found.path);
    if (
      body.length > 1024 &&
      /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') &&
      !found.path.endsWith('.png')
    ) {
      const key = found.path + etag;
      const zipped = compressed.get(key) ?? (await gzipText(body));
      compressed.set(key, zipped);
      body = zipped;
      headers['Content-Encoding'] = 'gzip';
    }
    response.writeHead(200, { ...headers, 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  return answer;
}

function createStaticServer(root) {
  const answer = createStaticAnswer(root);
  return createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(400, { 'Content-Type': 'text/plain' });
      response.end(`${error instanceof URIError ? 'Bad path' : 'Cannot read that file'}\n`);
    });
  });
}

function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve(server.address().port);
    });
  });
}

/**
 * Serves `root` on loopback at `port`, or at the next free one of the 20 after it.
 * Resolves with `{ url, close }`; rejects with a sentence that says what to do.
 */
export async function serve(root, port, host = '127.0.0.1') {
  for (let tried = port; tried < port + triedPorts && tried < 65536; tried++) {
    const server = createStaticServer(root);
    try {
      const got = await listen(server, tried, host);
      return {
        url: `http://${host === '127.0.0.1' ? 'localhost' : host}:${got}/`,
        close: () => server.close(),
      };
    } catch (error) {
      if (error.code === 'EADDRINUSE') continue;
      if (error.code === 'EACCES')
        throw new Error(
          `Port ${tried} needs more rights than this user has. Choose one above 1023 with --port.`,
        );
      throw error;
    }
  }
  throw new Error(`Ports ${port} to ${port + triedPorts - 1} are all in use. Choose another with --port.`);
}
