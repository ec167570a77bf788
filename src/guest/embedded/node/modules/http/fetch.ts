import type { NodeSystem } from '../../system.ts';
import { inspect } from '../util/inspect.ts';
import { addressFault, checkRequest, dataResponse } from './fetchChecks.ts';
import type { Incoming } from './incoming.ts';
import { createPageRequest, isLoopback } from './pageRequest.ts';

interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: AsyncIterable<Uint8Array>;
}

interface Ask {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal | undefined;
}

const mostRedirects = 20;

function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

/** What Node's `fetch` sends unless told otherwise. */
const defaults = [
  ['accept', '*/*'],
  ['accept-language', '*'],
  ['sec-fetch-mode', 'cors'],
  ['user-agent', 'node'],
  ['accept-encoding', 'gzip, deflate'],
] as const;

function urlOf(input: unknown): URL {
  const text = input instanceof globalThis.Request ? input.url : `${input as string}`;
  try {
    return new globalThis.URL(text);
  } catch {
    const cause = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: text });
    throw new TypeError(`Failed to parse URL from ${text}`, { cause });
  }
}

/** `fetch` of the guest: its own servers over the loopback, all others through the page's broker. */
export function createFetch(system: NodeSystem): object {
  const pageRequest = createPageRequest(system);
  addInspect();

  async function askLoopback(ask: Ask): Promise<Answer> {
    const http = system.builtin<typeof import('node:http')>('http');
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(ask.headers);
      if (ask.body && !ask.headers.has('content-length')) headers['content-length'] = String(ask.body.length);
      const { signal, method } = ask;
      const request = http.request(
        ask.url,
        { method, headers, ...(signal ? { signal } : {}) },
        (response) => {
          const raw = (response as unknown as Incoming).rawHeaders;
          const pairs: [string, string][] = [];
          for (let at = 0; at < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
          resolve({
            status: response.statusCode ?? 0,
            statusText: response.statusMessage ?? '',
            headers: pairs,
            body: response,
          });
        },
      );
      request.on('error', reject);
      request.end(ask.body ?? undefined);
    });
  }

  async function askPage({ url, method, headers, body, signal }: Ask): Promise<Answer> {
    const sent = Object.fromEntries(
      [...headers].filter(
        ([name]) => !/^(user-agent|accept-encoding|accept-language|sec-fetch-mode)$/.test(name),
      ),
    );
    const answer = await pageRequest({
      url: url.href,
      method,
      headers: sent,
      body,
      ...(signal ? { signal } : {}),
    });
    return { ...answer, headers: Object.entries(answer.headers) };
  }

  function bodyStream(answer: Answer): ReadableStream<Uint8Array> {
    const iterator = answer.body[Symbol.asyncIterator]();
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      cancel: async () => void (await iterator.return?.()),
    });
    const encoding = answer.headers
      .find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
      ?.toLowerCase();
    if (encoding !== 'gzip' && encoding !== 'deflate') return stream;
    return stream.pipeThrough(new system.natives.DecompressionStream(encoding));
  }

  async function fetch(input: unknown, init: RequestInit = {}): Promise<globalThis.Response> {
    let url = urlOf(input);
    const source = input instanceof globalThis.Request ? input : null;
    let method = (init.method ?? source?.method ?? 'GET').toUpperCase();
    const headers = new Headers(init.headers ?? source?.headers ?? {});
    const signal = init.signal ?? source?.signal ?? undefined;
    const given = init.body ?? null;
    checkRequest(url, method, init);
    if (signal?.aborted) throw signal.reason as Error;
    let body: Uint8Array | null = null;
    if (given !== null || source?.body) {
      // The browser knows how each kind of body is written.
      const carrier = given !== null ? new Response(given as BodyInit) : source;
      const kind = carrier?.headers.get('content-type');
      if (kind && !headers.has('content-type')) headers.set('content-type', kind);
      body = new Uint8Array((await carrier?.arrayBuffer()) ?? new ArrayBuffer(0));
    } else if (method === 'POST' || method === 'PUT') headers.set('content-length', '0');
    for (const [name, value] of defaults) if (!headers.has(name)) headers.set(name, value);

    const redirect = init.redirect ?? source?.redirect ?? 'follow';
    for (let redirects = 0; ; redirects++) {
      const data = url.protocol === 'data:' ? dataResponse(url) : null;
      if (data) return data;
      const fault = addressFault(url);
      if (fault) throw failed(fault);
      const ask: Ask = { url, method, headers, body, signal };
      let answer: Answer;
      try {
        answer =
          isLoopback(url.hostname) && url.protocol === 'http:' ? await askLoopback(ask) : await askPage(ask);
      } catch (error) {
        if (signal?.aborted) throw signal.reason as Error;
        throw failed(error);
      }
      const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
      const isRedirect = [301, 302, 303, 307, 308].includes(answer.status) && location !== undefined;
      if (isRedirect && redirect === 'error') throw failed(new Error('unexpected redirect'));
      if (!isRedirect || redirect === 'manual') return responseOf(answer, url, method, redirects > 0);
      if (redirects >= mostRedirects) throw failed(new Error('redirect count exceeded'));
      const changes =
        answer.status === 303 || ((answer.status === 301 || answer.status === 302) && method === 'POST');
      if (changes && method !== 'HEAD') {
        [method, body] = ['GET', null];
        for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name);
      }
      const next = new globalThis.URL(location, url);
      if (next.origin !== url.origin)
        for (const name of ['authorization', 'cookie', 'host']) headers.delete(name);
      url = next;
    }
  }

  function responseOf(answer: Answer, url: URL, method: string, redirected: boolean): globalThis.Response {
    const isEmpty = method === 'HEAD' || [101, 204, 205, 304].includes(answer.status);
    const stream = isEmpty ? null : bodyStream(answer);
    const response = new Response(stream as BodyInit | null, {
      status: answer.status,
      statusText: answer.statusText,
      headers: answer.headers as [string, string][],
    });
    // The browser keeps cookies that are set from whoever made the answer; Node does not.
    const headers = new Headers(answer.headers as [string, string][]);
    for (const [name, value] of Object.entries({ url: url.href, redirected, type: 'basic', headers })) {
      Object.defineProperty(response, name, { value, configurable: true, enumerable: false });
    }
    return response;
  }

  return { fetch };
}

/** Printed as Node prints them; the browser's own show nothing. */
function addInspect(): void {
  const add = (prototype: object, value: (this: never, depth: number, options: object) => unknown) => {
    if (!(inspect.custom in prototype))
      Object.defineProperty(prototype, inspect.custom, { value, configurable: true, writable: true });
  };
  add(Headers.prototype, function (this: Headers, depth, options) {
    if (depth < 0) return this;
    return `Headers ${inspect(Object.fromEntries(this), options)}`;
  });
  add(globalThis.Response.prototype, function (this: globalThis.Response, depth, options) {
    if (depth < 0) return this;
    const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
    return `Response ${inspect({ status, statusText, headers, body, bodyUsed, ok, redirected, type, url }, options)}`;
  });
}
