import { expect, test } from 'vitest';
import type { GuestNetworkBroker } from '../../../../src/guest/network/broker/index.ts';
import { createGuestFetch, failureOf } from '../../../../src/guest/network/client/index.ts';
import { answerWindowBytes, longestAnswerBytes } from '../../../../src/guest/network/messages.ts';
import { testBroker, testServer } from './brokerBench.ts';

const get = { method: 'GET', headers: {}, body: null };

function fetchOver(broker: GuestNetworkBroker, pid = 101) {
  return createGuestFetch((port) => broker.accept(pid, port));
}

async function failureFrom(asked: Promise<unknown>) {
  return asked.then(
    () => null,
    (error: unknown) => failureOf(error),
  );
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

test('with nothing allowed no request leaves, and whoever listens hears the host', async () => {
  const broker = testBroker();
  const heard: string[] = [];
  broker.onRefused((host) => heard.push(host));
  const failure = await failureFrom(fetchOver(broker)({ ...get, url: 'https://registry.example/x' }));
  expect(failure).toEqual({
    code: 'not-allowed',
    host: 'registry.example',
    message:
      "network is off in this guest for registry.example; the user can allow registry.example in the session's settings",
  });
  expect(heard).toEqual(['registry.example']);
});

test("a refused address of the user's own network is not offered", async () => {
  const server = await testServer((_, response) => response.end('secret'));
  const broker = testBroker();
  const heard: string[] = [];
  broker.onRefused((host) => heard.push(host));
  expect((await failureFrom(fetchOver(broker)({ ...get, url: server.url })))?.code).toBe('not-allowed');
  expect([heard, server.seen]).toEqual([[], []]);
});

test('an allowed host answers with status, headers and body, and sees method, headers and body', async () => {
  const server = await testServer(async (request, response) => {
    const body = await bytesOf(request);
    response.writeHead(201, {
      'x-sent': String(request.headers['x-own']),
      'x-cookie': String(request.headers.cookie),
    });
    response.end(`got ${body}`);
  });
  const broker = testBroker();
  broker.allow([server.host]);
  const answer = await fetchOver(broker)({
    url: `${server.url}/a?b=1`,
    method: 'post',
    headers: { 'X-Own': 'yes', Cookie: 'no' },
    body: new TextEncoder().encode('hello'),
  });
  expect([answer.status, answer.headers['x-sent'], answer.headers['x-cookie']]).toEqual([
    201,
    'yes',
    'undefined',
  ]);
  expect((await bytesOf(answer.body)).toString()).toBe('got hello');
  expect(server.seen).toEqual(['POST /a?b=1']);
});

test('a host is allowed with its port: the neighbour on the same machine is not', async () => {
  const allowed = await testServer((_, response) => response.end());
  const other = await testServer((_, response) => response.end());
  const broker = testBroker();
  broker.allow([allowed.host]);
  expect((await failureFrom(fetchOver(broker)({ ...get, url: other.url })))?.code).toBe('not-allowed');
  expect(other.seen).toEqual([]);
});

test("the page's own server is refused even where it is allowed", async () => {
  const page = await testServer((_, response) => response.end());
  const broker = testBroker(page.url);
  broker.allow([page.host, page.host.replace('127.0.0.1', 'localhost')]);
  const asked = fetchOver(broker)({ ...get, url: page.url.replace('127.0.0.1', 'localhost') });
  expect((await failureFrom(asked))?.code).toBe('bad-request');
  expect(page.seen).toEqual([]);
});

test('a redirect is not followed, to whatever place it leads', async () => {
  const target = await testServer((_, response) => response.end());
  const server = await testServer((_, response) => response.writeHead(302, { location: target.url }).end());
  const broker = testBroker();
  broker.allow([server.host, target.host]);
  expect((await failureFrom(fetchOver(broker)({ ...get, url: server.url })))?.code).toBe('redirected');
  expect(target.seen).toEqual([]);
});

test('a large body comes whole, and no more of it is fetched than its reader takes', async () => {
  const total = 24 * 1024 * 1024;
  const server = await testServer((_, response) => response.end(Buffer.alloc(total, 7)));
  const broker = testBroker();
  broker.allow([server.host]);
  const answer = await fetchOver(broker)({ ...get, url: server.url });
  let taken = 0;
  for await (const piece of answer.body) {
    taken += piece.length;
    expect(piece.length).toBeLessThanOrEqual(answerWindowBytes);
  }
  expect(taken).toBe(total);
});

test.each([
  ['exactly the longest answer', longestAnswerBytes, null],
  ['one byte more', longestAnswerBytes + 1, 'too-large'],
])('%s ends with %j → %j', async (_, length, code) => {
  const server = await testServer((_request, response) => {
    const piece = Buffer.alloc(1024 * 1024);
    for (let left = length; left > 0; left -= piece.length)
      response.write(piece.subarray(0, Math.min(left, piece.length)));
    response.end();
  });
  const broker = testBroker();
  broker.allow([server.host]);
  const answer = await fetchOver(broker)({ ...get, url: server.url });
  expect((await failureFrom(bytesOf(answer.body)))?.code ?? null).toBe(code);
});

test('a body that breaks off fails where it is read, with what came before', async () => {
  const server = await testServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const broker = testBroker();
  broker.allow([server.host]);
  const answer = await fetchOver(broker)({ ...get, url: server.url });
  const got: string[] = [];
  const reading = (async () => {
    for await (const piece of answer.body) got.push(Buffer.from(piece).toString());
  })();
  expect((await failureFrom(reading))?.code).toBe('cut');
  expect(got).toEqual(['half']);
});

test('nobody there is unreachable, silence ends with timeout, and the caller may stop before', async () => {
  const silent = await testServer(() => {});
  const broker = testBroker();
  broker.allow([silent.host, '127.0.0.1:9']);
  const ask = fetchOver(broker);
  expect((await failureFrom(ask({ ...get, url: 'http://127.0.0.1:9/' })))?.code).toBe('unreachable');
  expect((await failureFrom(ask({ ...get, url: silent.url, timeoutMs: 30 })))?.code).toBe('timeout');
  const stop = new AbortController();
  const asked = failureFrom(ask({ ...get, url: silent.url, signal: stop.signal }));
  stop.abort();
  expect((await asked)?.code).toBe('cut');
});

/** A server whose answer never ends; resolves when its client went away. */
async function endlessServer() {
  let hungUp = () => {};
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve;
  });
  const server = await testServer((_, response) => {
    response.write('x');
    response.on('close', hungUp);
  });
  return { server, gone };
}

test('a request ends with its run, and with the permission of its host', async () => {
  for (const end of [
    (broker: GuestNetworkBroker) => broker.ended(7),
    (broker: GuestNetworkBroker) => broker.allow([]),
  ]) {
    const { server, gone } = await endlessServer();
    const broker = testBroker();
    broker.allow([server.host]);
    const answer = await fetchOver(broker, 7)({ ...get, url: server.url });
    const read = failureFrom(bytesOf(answer.body));
    end(broker);
    await gone;
    expect((await read)?.code).toBe('cut');
  }
});

test('a reader that leaves early stops the request', async () => {
  const { server, gone } = await endlessServer();
  const broker = testBroker();
  broker.allow([server.host]);
  const answer = await fetchOver(broker)({ ...get, url: server.url });
  for await (const _ of answer.body) break;
  await gone;
});

test('a guest that floods the broker is told that it is too much', async () => {
  const silent = await testServer(() => {});
  const broker = testBroker();
  broker.allow([silent.host]);
  const ask = fetchOver(broker);
  const stop = new AbortController();
  const asked = Array.from({ length: 65 }, () =>
    failureFrom(ask({ ...get, url: silent.url, signal: stop.signal })),
  );
  expect((await asked[64])?.code).toBe('unavailable');
  stop.abort();
  await Promise.all(asked);
});
