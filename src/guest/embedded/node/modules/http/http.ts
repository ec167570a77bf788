import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';
import type { ServerClass } from '../net/server.ts';
import type { Socket, SocketClass } from '../net/socket.ts';
import { callableClass } from '../small/callableClass.ts';
import { unavailableMembers } from '../small/unavailableMembers.ts';
import { validateHeaderName, validateHeaderValue } from './headers.ts';
import { createIncomingClass, type Incoming } from './incoming.ts';
import { createOutgoingClass } from './outgoing.ts';
import { createPageRequest } from './pageRequest.ts';
import { createRequestClass } from './request.ts';
import type { RequestOptions } from './requestOptions.ts';
import { createResponseClass } from './response.ts';
import { createHttpServerClass } from './server.ts';
import { methods, statusCodes } from './statusCodes.ts';

type Answered = (response: Incoming) => void;

interface AgentOptions {
  readonly keepAlive?: boolean;
  readonly maxSockets?: number;
}

/** `(url, options, callback)`, `(url, callback)` or `(options, callback)` as one set of options. */
function requestArguments(
  system: NodeSystem,
  args: readonly unknown[],
): { options: RequestOptions; callback: Answered | undefined } {
  const { urlToHttpOptions, URL } = system.builtin<typeof import('node:url')>('url');
  const rest = [...args];
  let options: RequestOptions = {};
  const [first] = rest;
  if (typeof first === 'string' || first instanceof globalThis.URL) {
    rest.shift();
    options = urlToHttpOptions(typeof first === 'string' ? new URL(first) : first) as RequestOptions;
  }
  const [second] = rest;
  if (second !== null && typeof second === 'object') {
    rest.shift();
    options = { ...options, ...second };
  }
  return { options, callback: rest.find((arg) => typeof arg === 'function') as Answered | undefined };
}

/** What `http` and `https` share. */
function createClient(system: NodeSystem, protocol: 'http:' | 'https:') {
  const net = system.builtin<{
    Socket: SocketClass;
    Server: ServerClass;
    connect: (options: object) => Socket;
  }>('net');
  const Emitter = system.builtin<new () => import('node:events').EventEmitter>('events');
  const defaultPort = protocol === 'https:' ? 443 : 80;
  const IncomingMessage = createIncomingClass(system);
  const Outgoing = createOutgoingClass(system);

  class Agent extends Emitter {
    readonly keepAlive: boolean;
    readonly maxSockets: number;
    readonly options: AgentOptions;
    readonly defaultPort = defaultPort;
    readonly protocol = protocol;
    readonly sockets = {};
    readonly freeSockets = {};
    readonly requests = {};
    maxFreeSockets = 256;
    maxTotalSockets = Number.POSITIVE_INFINITY;

    constructor(options: AgentOptions = {}) {
      super();
      this.options = { ...options };
      this.keepAlive = options.keepAlive ?? false;
      this.maxSockets = options.maxSockets ?? Number.POSITIVE_INFINITY;
    }
    getName({
      host = 'localhost',
      port = '',
      localAddress = '',
    }: Record<string, string | number> = {}): string {
      return `${host}:${port}:${localAddress}`;
    }
    destroy(): void {}
  }

  let globalAgent = new Agent({ keepAlive: true });
  const ClientRequest = createRequestClass(system, {
    Outgoing,
    IncomingMessage,
    connect: net.connect,
    pageRequest: createPageRequest(system),
    globalAgent: () => globalAgent,
  });
  const request = (...args: unknown[]) => {
    const { options, callback } = requestArguments(system, args);
    return new ClientRequest({ defaultPort, ...options }, callback);
  };
  const PublicRequest = callableClass(
    class extends ClientRequest {
      constructor(...args: unknown[]) {
        const { options, callback } = requestArguments(system, args);
        super({ defaultPort, ...options }, callback);
      }
    },
    'ClientRequest',
  );
  return {
    net,
    IncomingMessage,
    Outgoing,
    members: {
      Agent: callableClass(Agent, 'Agent'),
      ClientRequest: PublicRequest,
      request,
      get: (...args: unknown[]) => {
        const made = request(...args);
        made.end();
        return made;
      },
      get globalAgent() {
        return globalAgent;
      },
      set globalAgent(agent) {
        globalAgent = agent;
      },
    },
  };
}

export function createHttp(system: NodeSystem): object {
  const { net, IncomingMessage, Outgoing, members } = createClient(system, 'http:');
  const ServerResponse = createResponseClass(system, Outgoing);
  const Server = createHttpServerClass(net.Server, IncomingMessage, ServerResponse);
  const exports = {
    _connectionListener: () => {},
    METHODS: methods,
    STATUS_CODES: statusCodes,
    IncomingMessage: callableClass(IncomingMessage, 'IncomingMessage'),
    OutgoingMessage: callableClass(Outgoing, 'OutgoingMessage'),
    Server: callableClass(Server, 'Server'),
    ServerResponse: callableClass(ServerResponse, 'ServerResponse'),
    createServer(...args: unknown[]) {
      const [options] = args;
      if (
        options !== undefined &&
        typeof options !== 'function' &&
        (typeof options !== 'object' || options === null)
      ) {
        throw invalidArgType('options', 'object', options);
      }
      return new Server(...args);
    },
    validateHeaderName,
    validateHeaderValue,
    setMaxIdleHTTPParsers() {},
    maxHeaderSize: 16_384,
  };
  return Object.defineProperties(exports, Object.getOwnPropertyDescriptors(members));
}

/** `https`: requests to hosts that the user has allowed go through the page; there are no servers. */
export function createHttps(system: NodeSystem): object {
  const { Agent, get, request } = createClient(system, 'https:').members;
  return {
    ...unavailableMembers('https', ['Server', 'createServer']),
    Agent,
    globalAgent: new Agent({ keepAlive: true }),
    get,
    request,
  };
}
