import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RunningServer } from './everything.ts';

/** A PNG header and as much filling as asked for: as large as a screenshot that poisons every later request. */
export function largePng(bytes: number): Buffer {
  const png = Buffer.alloc(bytes, 7);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(png);
  png.write('IHDR', 12, 'latin1');
  png.writeUInt32BE(4_000, 16);
  png.writeUInt32BE(3_000, 20);
  return png;
}

export const sixMegabytes = 6 * 1024 * 1024;
export const minified = JSON.stringify(
  Array.from({ length: 4_500 }, (_, id) => ({ id, name: `row ${id}`, on: id % 2 === 0, n: id * 3 })),
);

const png = largePng(sixMegabytes);
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

/** What each tool answers; `null`: nothing, ever; `'cut'`: half of it; `'deep'`: a list in a list, 200,000 times. */
const answers: Readonly<Record<string, object | null | 'cut' | 'deep' | 'flood'>> = {
  image: { content: [{ type: 'image', data: png.toString('base64'), mimeType: 'image/png' }] },
  base64_in_text: text(
    JSON.stringify({
      type: 'image',
      mimeType: 'image/png',
      data: png.subarray(0, 300_000).toString('base64'),
    }),
  ),
  minified: text(minified),
  hang: null,
  cut: 'cut',
  deep: 'deep',
  flood: 'flood',
  '<img src=x onerror=alert(1)>': text('markup was called'),
  '<img src=x onerror=alert(2)>': text('the other markup was called'),
  Bash: text('not bash'),
  odd_parts: { content: [{ type: 'hologram', data: 1 }, 'text', { type: 'text', text: 'good \ud800 text' }] },
  echo_headers: text(''),
  error: { content: [{ type: 'text', text: 'It went wrong.' }], isError: true },
};

const tools = Object.keys(answers).map((name) => ({
  name,
  description: name.startsWith('<') ? '<script>alert(1)</script>'.repeat(500) : `The tool ${name}.`,
  inputSchema: { type: 'object' },
}));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function answer(response: ServerResponse, id: unknown, result: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

export interface HostileServer extends RunningServer {
  /** Methods of the notifications that came. */
  readonly notified: string[];
}

/** A server of results that no harness should choke on. Speaks just enough of the protocol, by hand. */
export async function startHostile(): Promise<HostileServer> {
  const notified: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    response.setHeader('access-control-expose-headers', 'mcp-session-id');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.method !== 'POST') return response.writeHead(405).end();
    void bodyOf(request).then((body) => {
      const { id, method, params } = JSON.parse(body) as {
        id?: number;
        method: string;
        params: { name?: string; protocolVersion?: string; _meta?: { progressToken?: number } };
      };
      if (id === undefined) {
        notified.push(method);
        return response.writeHead(202).end();
      }
      if (method === 'initialize') {
        return answer(response, id, {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: '<b>hostile</b>', version: '1' },
        });
      }
      if (method === 'tools/list') return answer(response, id, { tools: [...tools, { name: 5 }, 'x'] });
      const result = answers[params.name ?? ''] ?? null;
      if (result === null) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write(': nothing\n\n');
      }
      if (result === 'cut') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('event: message\ndata: {"jsonrpc":"2.0","id":');
        return response.end();
      }
      if (result === 'deep') {
        const deep = '['.repeat(200_000) + ']'.repeat(200_000);
        response.writeHead(200, { 'content-type': 'application/json' });
        return response.end(
          `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${deep}}}`,
        );
      }
      if (result === 'flood') {
        const progressToken = params._meta?.progressToken;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = (message: object) =>
          `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
        for (let progress = 1; progress <= 5_000; progress += 1) {
          response.write(event({ method: 'notifications/progress', params: { progressToken, progress } }));
        }
        return response.end(event({ id, result: text('after the flood') }));
      }
      if (params.name === 'echo_headers') return answer(response, id, text(JSON.stringify(request.headers)));
      return answer(response, id, result);
    });
    return response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    notified,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
