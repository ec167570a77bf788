import { createGuestFetch, failureOf } from '../../../../network/client/index.ts';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import type { OutgoingClass } from './outgoing.ts';

export type PageRequest = ReturnType<typeof createGuestFetch>;

/** The guest itself, where its own servers are reached. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1?\]?)$/i.test(host);
}

/** Requests to hosts outside the guest: made by the page, which asks the user first. Errors carry a code as Node's. */
export function createPageRequest(system: NodeSystem): PageRequest {
  const ask = createGuestFetch((port) => void system.kernel.ask('network', [], [port]));
  return async (request) => {
    try {
      return await ask(request);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      const code =
        failure.code === 'timeout' ? 'ETIMEDOUT' : failure.code === 'cut' ? 'ECONNRESET' : 'ENETUNREACH';
      const { hostname } = new globalThis.URL(request.url);
      throw Object.assign(new Error((error as Error).message), { code, hostname });
    }
  };
}

/** A request as the page is asked for it, without the headers that only its own connection can know. */
export function askedOfPage(
  request: Pick<InstanceType<OutgoingClass>, 'getHeaders'> & {
    readonly protocol: string;
    readonly host: string;
    readonly path: string;
    readonly method: string;
  },
  port: number,
  body: readonly Uint8Array[],
): Parameters<PageRequest>[0] {
  const { protocol, host, path, method } = request;
  const portText = port === (protocol === 'https:' ? 443 : 80) ? '' : `:${port}`;
  const headers = Object.entries(request.getHeaders()).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name),
  );
  return {
    url: `${protocol}//${host}${portText}${path}`,
    method,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: body.length > 0 ? Buffer.concat(body) : null,
  };
}
