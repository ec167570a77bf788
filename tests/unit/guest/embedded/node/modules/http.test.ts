import realHttp from 'node:http';
import type { AddressInfo } from 'node:net';
import realNet from 'node:net';
import { describe, expect, it } from 'vitest';
import type { NodeSystem } from '../../../../../../src/guest/embedded/node/system.ts';
import { PortTable } from '../../../../../../src/guest/embedded/processes/portTable.ts';
import { bundledSystem } from './bundledLibrary.ts';
import type { SystemParts } from './testSystem.ts';

/** The kernel's part of the loopback, in this process. */
function portKernel(table: PortTable, pid: number): SystemParts {
  const operations: Record<string, (port: number) => unknown> = {
    listenPort: (port) => table.listen(pid, port),
    acceptPort: (port) => table.accept(pid, port),
    unlistenPort: (port) => table.unlisten(pid, port),
    connectPort: (port) => table.connect(pid, port),
  };
  return {
    kernel: {
      ask: async (operation: string, values: readonly unknown[], ports: readonly MessagePort[] = []) => {
        const failure = { code: 'not-allowed', host: 'nobody.invalid', message: 'not allowed here' };
        for (const port of ports) port.postMessage({ type: 'failed', failure });
        return operations[operation]?.(values[0] as number);
      },
    } as unknown as NodeSystem['kernel'],
  };
}

const table = new PortTable();
const system = await bundledSystem(portKernel(table, 1));
type Library = { readonly http: typeof realHttp; readonly net: typeof realNet; readonly fetch: typeof fetch };
const ours: Library = {
  http: system.builtin('http'),
  net: system.builtin('net'),
  fetch: system.builtin<{ fetch: typeof fetch }>('internal/fetch').fetch,
};
const real: Library = { http: realHttp, net: realNet, fetch };

/** A server that stops when the work with it is done. */
async function serving<Value>(
  { http }: Library,
  handler: realHttp.RequestListener,
  work: (port: number, server: realHttp.Server) => Promise<Value>,
): Promise<Value> {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  try {
    return await work((server.address() as AddressInfo).port, server);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** What a server answers to these bytes, until it closes. */
function raw({ net }: Library, port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, 'localhost', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => (answer += part));
    socket.on('close', () => resolve(answer.replace(/Date: [^\r]+/g, 'Date: X')));
    socket.on('error', reject);
  });
}

function ask(
  { http }: Library,
  options: realHttp.RequestOptions,
  body?: string | readonly string[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = http.request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => {
        const { statusCode, statusMessage, headers, trailers, complete } = response;
        // Untyped, and read by follow-redirects all the same.
        const knowsRequest = (response as { req?: unknown }).req === request;
        const shown = { ...headers, date: 'X' };
        resolve({ statusCode, statusMessage, headers: shown, trailers, complete, text, knowsRequest });
      });
    });
    request.on('error', reject);
    for (const part of Array.isArray(body) ? body : []) request.write(part);
    request.end(typeof body === 'string' ? body : undefined);
  });
}

async function both<Value>(run: (library: Library) => Promise<Value>): Promise<void> {
  const [left, right] = [await run(ours), await run(real)];
  expect(left).toEqual(right);
}

const echo: realHttp.RequestListener = (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part) => (body += part));
  request.on('end', () => {
    const { method, url, headers, httpVersion, trailers } = request;
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({ method, url, headers: { ...headers, host: 'X' }, httpVersion, trailers, body }),
    );
  });
};

describe('a server', () => {
  it.each([
    ['end with text', (_request, response) => response.end('hi')],
    [
      'pieces',
      (_request, response) => {
        response.write('x');
        response.end('y');
      },
    ],
    ['nothing', (_request, response) => response.end()],
    ['no content', (_request, response) => response.writeHead(204).end()],
    [
      'several values',
      (_request, response) => {
        response.setHeader('X-A', ['1', '2']);
        response.statusCode = 404;
        response.end();
      },
    ],
    [
      'a length of its own',
      (_request, response) => {
        response.writeHead(200, 'Fine', { 'content-length': 2 });
        response.end('ok');
      },
    ],
    [
      'a flat list',
      (_request, response) => {
        response.writeHead(200, ['X-A', '1', 'X-A', '2']);
        response.end('é');
      },
    ],
    [
      'trailers',
      (request, response) => {
        response.writeHead(200, { Trailer: 'X-T' });
        response.write('a');
        if (request.method === 'GET') response.addTrailers({ 'X-T': 't' });
        response.end();
      },
    ],
  ] as [string, realHttp.RequestListener][])('answers with the bytes of Node: %s', async (_name, handler) => {
    // A head of its own for HEAD with trailers is one that Node refuses to send.
    const heads = _name === 'trailers' ? ['GET'] : ['GET', 'HEAD'];
    for (const method of heads) {
      const request = `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      await both((library) => serving(library, handler, (port) => raw(library, port, request)));
    }
  });

  it('answers requests on one connection, one after the other', async () => {
    const text = 'GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    await both((library) =>
      serving(
        library,
        (request, response) => setTimeout(() => response.end(request.url), 2),
        (port) => raw(library, port, text),
      ),
    );
  });

  it('reads bodies of a length and in chunks, and what is no HTTP it refuses', async () => {
    const requests = [
      'POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello',
      'POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=1\r\nde\r\n0\r\nX-T: t\r\n\r\n',
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
    ];
    for (const text of requests)
      await both((library) => serving(library, echo, (port) => raw(library, port, text)));
  });

  it('refuses a port that is taken, in the words of Node', async () => {
    const run = (library: Library) =>
      serving(
        library,
        echo,
        (port) =>
          new Promise((resolve) => {
            library.http
              .createServer()
              .on('error', (error: NodeJS.ErrnoException) => {
                const { code, errno, syscall, message } = error;
                resolve({ code, errno, syscall, message: message.replaceAll(String(port), 'PORT') });
              })
              .listen(port);
          }),
      );
    await both(run);
  });

  it('hands a connection over that asks for another protocol', async () => {
    await both((library) =>
      serving(library, echo, (port, server) => {
        server.on('upgrade', (_request, socket, head) => {
          socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n`);
          socket.end(`got ${head}`);
        });
        return raw(
          library,
          port,
          'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nfirst',
        );
      }),
    );
  });
});

describe('a client', () => {
  it('sends and gets what Node does', async () => {
    await both((library) =>
      serving(library, echo, async (port) => [
        await ask(library, { port, path: '/a?b=1', headers: { 'X-Q': '1' } }),
        await ask(library, { port, method: 'POST' }, 'text'),
        await ask(library, { port, method: 'POST' }, ['a', 'b']),
        await ask(library, { port, method: 'PUT', agent: false, auth: 'u:p' }),
        await ask(library, { port, method: 'DELETE', host: '127.0.0.1' }),
        await ask(library, { port, method: 'HEAD' }),
      ]),
    );
  });

  it('fails as Node does where nothing listens, and where the server hangs up', async () => {
    const shape = (error: NodeJS.ErrnoException & { port?: number }) => ({
      code: error.code,
      syscall: error.syscall,
      message: error.message,
    });
    expect(await ask(ours, { port: 1 }).catch(shape)).toEqual({
      code: 'ECONNREFUSED',
      syscall: 'connect',
      message: 'connect ECONNREFUSED 127.0.0.1:1',
    });
    expect(await ask(ours, { host: 'nobody.invalid' }).catch(shape)).toMatchObject({
      code: 'ENETUNREACH',
      message: 'nobody.invalid: not allowed here',
    });
    await both((library) =>
      serving(
        library,
        (request) => request.socket.destroy(),
        (port) => ask(library, { port }).catch(shape),
      ),
    );
  });

  it('can be stopped by a signal and refuses what is no request', async () => {
    await both((library) =>
      serving(
        library,
        () => {},
        (port) =>
          ask(library, { port, signal: AbortSignal.timeout(5) }).catch((error: Error) => [
            error.name,
            (error as NodeJS.ErrnoException).code,
          ]),
      ),
    );
    for (const options of [
      { method: 'a b' },
      { path: '/a b' },
      { protocol: 'ftp:' },
    ] as realHttp.RequestOptions[]) {
      const refusal = ({ http }: Library) => {
        try {
          http.request(options);
          return null;
        } catch (error) {
          return [(error as NodeJS.ErrnoException).code, (error as Error).message];
        }
      };
      expect(refusal(ours)).toEqual(refusal(real));
    }
  });
});

describe('fetch', () => {
  it('gets, posts, follows and decompresses', async () => {
    const { gzipSync } = await import('node:zlib');
    const handler: realHttp.RequestListener = (request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end();
      else if (request.url === '/zip')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('zipped'));
      else if (request.url === '/none') response.writeHead(204).end();
      else echo(request, response);
    };
    await both((library) =>
      serving(library, handler, async (port) => {
        const at = `http://localhost:${port}`;
        const got = await library.fetch(`${at}/x`, { headers: { 'X-Q': '1', cookie: 'a=1' } });
        const posted = await library.fetch(`${at}/x`, { method: 'POST', body: JSON.stringify({ a: 1 }) });
        const form = await library.fetch(`${at}/x`, {
          method: 'POST',
          body: new URLSearchParams({ a: '1 2' }),
        });
        const moved = await library.fetch(`${at}/old`);
        return [
          got.status,
          got.ok,
          await got.json(),
          ((await posted.json()) as { body: string }).body,
          await form.json(),
          moved.redirected,
          new URL(moved.url).pathname,
          moved.headers.get('content-type'),
          await (await library.fetch(`${at}/zip`)).text(),
          (await library.fetch(`${at}/none`)).status,
        ];
      }),
    );
  });

  it('fails in the words of Node', async () => {
    const shape = (error: Error) => [
      error.name,
      error.message,
      (error.cause as NodeJS.ErrnoException | undefined)?.code,
    ];
    expect(await ours.fetch('http://localhost:2').catch(shape)).toEqual([
      'TypeError',
      'fetch failed',
      'ECONNREFUSED',
    ]);
    expect(await ours.fetch('/relative').catch(shape)).toEqual(await real.fetch('/relative').catch(shape));
    expect(await ours.fetch('http://localhost', { body: 'x' }).catch(shape)).toEqual(
      await real.fetch('http://localhost', { body: 'x' }).catch(shape),
    );
  });
});

describe('net', () => {
  it('carries bytes both ways, however many, and closes', async () => {
    await both(async ({ net }) => {
      const server = net.createServer((socket) => socket.pipe(socket));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port, address, family } = server.address() as AddressInfo;
      const socket = net.connect({ port, host: '127.0.0.1' });
      const sent = Buffer.alloc(1_000_000, 'abc');
      socket.end(sent);
      const parts: Buffer[] = [];
      for await (const part of socket) parts.push(part as Buffer);
      await new Promise((resolve) => server.close(resolve));
      return [address, family, Buffer.concat(parts).equals(sent), socket.bytesRead, socket.bytesWritten];
    });
  });

  it('knows addresses', () => {
    for (const text of [
      '127.0.0.1',
      '1.2.3',
      '256.1.1.1',
      '::1',
      '::',
      'fe80::1%eth0',
      '1::2::3',
      'abc',
      '',
      '::ffff:1.2.3.4',
    ]) {
      expect([text, ours.net.isIP(text), ours.net.isIPv4(text), ours.net.isIPv6(text)]).toEqual([
        text,
        realNet.isIP(text),
        realNet.isIPv4(text),
        realNet.isIPv6(text),
      ]);
    }
    expect(() => ours.net.connect(70000)).toThrow(
      '"options.port" should be >= 0 and < 65536. Received type number (70000).',
    );
  });
});

it('has the exports of Node', () => {
  expect(Object.keys(realHttp).filter((name) => !(name in ours.http))).toEqual([]);
  expect(ours.http.STATUS_CODES).toEqual(realHttp.STATUS_CODES);
  expect(ours.http.METHODS).toEqual(realHttp.METHODS);
  expect(table.list()).toEqual([]);
});

it('writes a head through the writeHead that a package has put around its own', async () => {
  await both((library) =>
    serving(
      library,
      (_request, response) => {
        const { writeHead } = response;
        response.writeHead = (...args: unknown[]) => {
          response.setHeader('X-Late', String(args.length));
          return writeHead.apply(response, args as [number]);
        };
        const before = (response as unknown as { _header: string | null })._header;
        response.end('hi');
        const { _header: after, _hasBody } = response as unknown as { _header: string; _hasBody: boolean };
        expect([before, /X-Late: 1\r\n/.test(after), _hasBody]).toEqual([null, true, true]);
      },
      (port) => ask(library, { port }),
    ),
  );
});

it('an upgraded connection flows once somebody listens', async () => {
  await both(async ({ http }) => {
    const server = http.createServer();
    server.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
      socket.on('data', (bytes) => socket.end(`echo ${bytes}`));
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const headers = { Connection: 'Upgrade', Upgrade: 'x' };
    const answer = await new Promise((resolve, reject) => {
      const request = http.request({ port, headers }).on('error', reject).end();
      request.on('upgrade', (_response, socket) => {
        socket.on('data', (bytes) => resolve(String(bytes)));
        socket.write('hi');
      });
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return answer;
  });
});

it('sets a class up on an object of a package that inherits from it without a class', () => {
  const read = ({ http }: Library) => {
    const Inherited = function (this: object) {
      (http.ServerResponse as unknown as (this: object, request: object) => void).call(this, {
        method: 'GET',
        httpVersionMajor: 1,
        httpVersionMinor: 1,
      });
    } as unknown as new () => realHttp.ServerResponse;
    Object.setPrototypeOf(Inherited.prototype, http.ServerResponse.prototype);
    const made = new Inherited();
    made.statusCode = 404;
    made.setHeader('X-A', 'b');
    return [made instanceof Inherited, made.statusCode, made.getHeaders(), made.headersSent];
  };
  expect(read(ours)).toEqual(read(real));
});

it('lives on when a client hangs up before its answer is written', async () => {
  await serving(
    ours,
    (_request, response) => setTimeout(() => response.end('x'.repeat(300_000)), 5),
    async (port) => {
      const socket = ours.net.connect(port, 'localhost', () => {
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
        socket.destroy();
      });
      await new Promise((resolve) => socket.on('close', resolve));
      expect(await ask(ours, { port })).toMatchObject({ statusCode: 200, complete: true });
    },
  );
});
