import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How one request is answered, with its faults. */
export interface HostReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whole body; or … */
  readonly body?: string;
  /** … the events of a stream. */
  readonly events?: readonly string[];
  /** The stream's bytes are sent in pieces of this many bytes, each in its own TCP segment. */
  readonly dripBytes?: number;
  /** Break off after this many events, in the middle of the next one, by destroying the connection. */
  readonly cutAfter?: number;
  /** End cleanly after this many events, as a proxy does that gives up. */
  readonly endAfter?: number;
  /** Send this many events and then nothing until the client goes away. */
  readonly hangAfter?: number;
  /** Leave out every CORS header, as a server does that no page may ask. */
  readonly refuseCors?: boolean;
  /** Answer with 307 to this URL. */
  readonly redirectTo?: string;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Resolves when the connection of this request is gone. */
  readonly closed: Promise<void>;
}

export interface ProviderHost {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Every request but CORS preflights, in order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  readonly preflights: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** The n-th request gets the n-th reply, the last one over and over; or a function decides. */
export type HostScript = readonly HostReply[] | ((request: ReceivedRequest, index: number) => HostReply);

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function corsHeaders(request: IncomingMessage): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-allow-private-network': 'true',
    'access-control-expose-headers': 'retry-after',
  };
}

async function writeBytes(response: ServerResponse, bytes: Buffer, reply: HostReply): Promise<void> {
  const size = reply.dripBytes ?? bytes.length;
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    response.write(bytes.subarray(at, at + size));
    await nextTick();
  }
}

async function answer(
  response: ServerResponse,
  reply: HostReply,
  cors: Record<string, string>,
): Promise<void> {
  if (reply.redirectTo !== undefined) {
    response.writeHead(307, { location: reply.redirectTo, ...cors }).end();
    return;
  }
  const isStream = reply.events !== undefined;
  response.writeHead(reply.status ?? 200, {
    'content-type': isStream ? 'text/event-stream' : 'application/json',
    ...cors,
    ...reply.headers,
  });
  if (!isStream) {
    response.end(reply.body ?? '');
    return;
  }
  const events = reply.events ?? [];
  const whole = Math.min(reply.cutAfter ?? reply.endAfter ?? reply.hangAfter ?? events.length, events.length);
  response.flushHeaders();
  await writeBytes(response, Buffer.from(events.slice(0, whole).join('')), reply);
  if (reply.hangAfter !== undefined) return;
  if (reply.cutAfter === undefined) {
    response.end();
    return;
  }
  const next = events[whole] ?? '';
  await writeBytes(response, Buffer.from(next.slice(0, Math.ceil(next.length / 2))), reply);
  response.socket?.destroy();
}

/** Starts a server on loopback that plays a provider. It keeps what it was asked, headers and body whole. */
export async function startProviderHost(script: HostScript): Promise<ProviderHost> {
  const requests: ReceivedRequest[] = [];
  const preflights: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      request.socket.setNoDelay(true);
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      const received: ReceivedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: await readBody(request),
        closed,
      };
      const isPreflight = request.method === 'OPTIONS';
      const index = requests.length;
      (isPreflight ? preflights : requests).push(received);
      const reply =
        typeof script === 'function'
          ? script(received, index)
          : (script[Math.min(index, script.length - 1)] ?? {});
      const cors = reply.refuseCors ? {} : corsHeaders(request);
      if (isPreflight) response.writeHead(204, cors).end();
      else await answer(response, reply, cors);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    preflights,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
