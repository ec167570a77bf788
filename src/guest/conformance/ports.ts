import type { Guest } from '../port.ts';
import type { ConformanceCheck } from './check.ts';
import { bytesOf, collect, eventually, said, textOf } from './observe.ts';

const port = 3917;
const server = `const server = require('http').createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    response.statusCode = request.url === '/missing' ? 404 : 200;
    response.setHeader('content-type', 'text/plain');
    response.end(request.method + ' ' + request.url + ' ' + body);
  });
});
server.listen(${port});`;

/** Servers that run in the guest, as its commands and as the page reach them. */
export const portChecks: readonly ConformanceCheck[] = [
  {
    group: 'ports',
    name: 'a server is reached by the guest’s own commands',
    expected: 'GET /from-curl ',
    run: (context) =>
      withServer(context.guest, context.dir, () =>
        said(context.guest, `curl -s http://localhost:${port}/from-curl`),
      ),
  },
  {
    group: 'ports',
    name: 'the page sees the port open, and closed when its server has ended',
    expected: { during: true, after: false },
    async run({ guest, dir }) {
      const isOpen = async () => (await guest.ports?.())?.includes(port) ?? 'this guest shows no ports';
      // A container tells of a port a little after its server listens.
      const isSeen = async () => {
        await eventually('the port', async () => (await isOpen()) !== false).catch(() => undefined);
        return isOpen();
      };
      const during = await withServer(guest, dir, isSeen);
      await eventually('the port’s end', async () => (await isOpen()) !== true).catch(() => undefined);
      return { during, after: await isOpen() };
    },
  },
  {
    group: 'ports',
    name: 'the page gets a server’s answer with its status, headers and body, and can send one',
    expected: {
      get: [200, 'text/plain', 'GET /a?b=1 '],
      post: [200, 'text/plain', 'POST /x sent'],
      missing: 404,
    },
    run: ({ guest, dir }) =>
      withServer(guest, dir, async () => {
        const ask = async (method: string, path: string, body: string | null) => {
          if (!guest.request) throw new Error('this guest takes no requests from the page');
          const headers = { host: `localhost:${port}` };
          return guest.request(port, { method, path, headers, body: body === null ? null : bytesOf(body) });
        };
        const facts = ({ status, headers, body }: Awaited<ReturnType<typeof ask>>) => [
          status,
          headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
          textOf(body),
        ];
        return {
          get: facts(await ask('GET', '/a?b=1', null)),
          post: facts(await ask('POST', '/x', 'sent')),
          missing: (await ask('GET', '/missing', null)).status,
        };
      }),
  },
  {
    group: 'ports',
    name: 'a request to a port on which nothing listens fails with a sentence',
    expected: 'it fails, with words',
    async run({ guest }) {
      if (!guest.request) return 'this guest takes no requests from the page';
      return guest.request(3918, { method: 'GET', path: '/', headers: {}, body: null }).then(
        ({ status }) => `it answered ${status}`,
        (error: unknown) => (String(error).length > 10 ? 'it fails, with words' : String(error)),
      );
    },
  },
];

async function withServer<Value>(guest: Guest, dir: string, use: () => Promise<Value>): Promise<Value> {
  await guest.fs.write(`${dir}/server.js`, bytesOf(server));
  const process = guest.run(`cd '${dir}'; node server.js`);
  const ended = collect(process);
  try {
    const asks = `until curl -s -o /dev/null http://localhost:${port}/; do sleep 0.05; done`;
    const isUp = said(guest, `timeout 20 bash -c '${asks}' && echo up`);
    const { stderr, stdout } = await Promise.race([ended, isUp.then((stdout) => ({ stdout, stderr: '' }))]);
    if (stdout !== 'up\n') throw new Error(`the server did not start: ${stderr}`);
    return await use();
  } finally {
    await process.signal('SIGKILL');
    await ended;
  }
}
