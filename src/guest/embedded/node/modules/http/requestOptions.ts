import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { Socket } from '../net/socket.ts';
import { checkMethod, type HeaderValue } from './headers.ts';

export interface RequestOptions {
  readonly protocol?: string;
  readonly host?: string | null;
  readonly hostname?: string | null;
  readonly port?: number | string | null;
  readonly defaultPort?: number;
  readonly path?: string | null;
  readonly method?: string;
  readonly headers?: Record<string, HeaderValue | undefined> | readonly unknown[];
  readonly auth?: string | null;
  readonly agent?: unknown;
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly setHost?: boolean;
  readonly createConnection?: (
    options: object,
    done: (error: Error | null, socket: Socket) => void,
  ) => Socket | undefined;
}

export interface AgentLike {
  readonly keepAlive?: boolean;
  readonly protocol?: string;
  createConnection?(options: object, done: (error: Error | null, socket: Socket) => void): Socket | undefined;
}

/** Protocol, path and method of a request; throws where they are none. */
export function checkedRequest(
  options: RequestOptions,
  agent: unknown,
  defaultPort: number,
): { readonly protocol: string; readonly path: string; readonly method: string } {
  const expected = (agent as AgentLike | null)?.protocol ?? (defaultPort === 443 ? 'https:' : 'http:');
  const { protocol = expected, method = 'GET' } = options;
  if (protocol !== expected) {
    const message = `Protocol "${protocol}" not supported. Expected "${expected}"`;
    throw nodeError(TypeError, 'ERR_INVALID_PROTOCOL', message);
  }
  const path = options.path || '/';
  if (/[^\u0021-\u00ff]/.test(path)) {
    throw nodeError(TypeError, 'ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
  }
  for (const name of ['hostname', 'host'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw invalidArgType(`options.${name}`, ['string', 'undefined', 'null'], value);
  }
  checkMethod(method);
  return { protocol, path, method: method.toUpperCase() };
}

/** The server closed the connection without an answer. */
export function hangUp(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Whether requests of that method have a body unless told otherwise. */
export const sendsBody = (method: string): boolean => !bodiless.has(method);
