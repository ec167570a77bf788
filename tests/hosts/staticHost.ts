import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticHost {
  /** With the slash at its end. */
  readonly url: string;
  /** Paths below the site's folder in the order asked, with their query. */
  readonly asked: readonly string[];
  /** From now on this is what is deployed. */
  deploy(folder: string): void;
  /** As if the network had gone: nothing listens any more. */
  stop(): Promise<void>;
}

/**
 * A static host as some are: the site in a folder below the root, types, and no other header but those of `headersFor`
 * (none where it is left out).
 */
export async function startStaticHost(
  folder: string,
  headersFor: (path: string) => Record<string, string> = () => ({}),
): Promise<StaticHost> {
  let deployed = folder;
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.replace(/^\/site\//, '');
    asked.push(path + search);
    try {
      const file = path === '' ? 'index.html' : path;
      const body = await readFile(join(deployed, file));
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { ...headersFor(`/${path}`), 'Content-Type': type }).end(body);
    } catch {
      response.writeHead(404, headersFor(`/${path}`)).end();
    }
  });
  const port = await listening(server);
  return {
    url: `http://localhost:${port}/site/`,
    asked,
    deploy(next) {
      deployed = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
