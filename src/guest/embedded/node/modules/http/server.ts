import { Buffer } from '../buffer/construct.ts';
import type { ServerClass } from '../net/server.ts';
import type { Socket } from '../net/socket.ts';
import type { Incoming, IncomingClass } from './incoming.ts';
import { HttpParser, type ParseError } from './parser.ts';
import type { Response, ResponseClass } from './response.ts';

/** `http.Server`: requests of each connection, one after the other. */
export function createHttpServerClass(
  NetServer: ServerClass,
  IncomingMessage: IncomingClass,
  ServerResponse: ResponseClass,
) {
  return class Server extends NetServer {
    timeout = 0;
    keepAliveTimeout = 5000;
    headersTimeout = 60_000;
    requestTimeout = 300_000;
    maxHeadersCount: number | null = null;
    maxRequestsPerSocket = 0;
    readonly #idle = new Map<Socket, () => boolean>();

    constructor(...args: unknown[]) {
      const [options, listener] = typeof args[0] === 'function' ? [{}, args[0]] : [args[0] ?? {}, args[1]];
      super({ ...(options as object), allowHalfOpen: true });
      if (typeof listener === 'function') this.on('request', listener as (...given: unknown[]) => void);
      this.on('connection', (socket: Socket) => this.#serve(socket));
      const { keepAliveTimeout, requestTimeout, headersTimeout } = options as Partial<Record<string, number>>;
      Object.assign(
        this,
        Object.fromEntries(
          Object.entries({ keepAliveTimeout, requestTimeout, headersTimeout }).filter(
            ([, value]) => value !== undefined,
          ),
        ),
      );
    }

    setTimeout(ms?: number, callback?: () => void): this {
      this.timeout = ms ?? 0;
      if (callback) this.on('timeout', callback);
      return this;
    }

    closeAllConnections(): void {
      for (const socket of this.connections) socket.destroy();
    }

    closeIdleConnections(): void {
      for (const [socket, isIdle] of this.#idle) if (isIdle()) socket.destroy();
    }

    override close(callback?: (error?: Error) => void): this {
      super.close(callback);
      this.closeIdleConnections();
      return this;
    }

    #serve(socket: Socket): void {
      let request: Incoming | null = null;
      let response: Response | null = null;
      const isIdle = () => request === null && response === null && parser.isIdle;
      this.#idle.set(socket, isIdle);
      socket.once('close', () => {
        this.#idle.delete(socket);
        if (response && !response.writableFinished) {
          response.destroyed = true;
          response.emit('close');
        }
        if (request && !request.complete)
          request.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      });
      if (this.timeout > 0) {
        socket.setTimeout(this.timeout, () => {
          if (!this.emit('timeout', socket)) socket.destroy();
        });
      }

      const finishExchange = () => {
        const answered = response;
        if (!answered?.writableFinished || !request?.complete) return;
        const last = !answered.shouldKeepAlive || !this.listening;
        answered.detachSocket();
        [request, response] = [null, null];
        answered.emit('close');
        if (last) socket.destroySoon();
        else read(() => parser.resume());
      };

      const parser = new HttpParser(true, {
        onHead: (head, upgrades) => {
          const incoming = new IncomingMessage(socket);
          incoming.takeHead(head, true);
          if (upgrades && this.listenerCount(head.method === 'CONNECT' ? 'connect' : 'upgrade') > 0) {
            incoming.upgrade = true;
            this.#upgrade(socket, incoming, head.method, onData, () => parser.rest);
            return 'upgrade';
          }
          const outgoing = new ServerResponse(incoming);
          outgoing._keepAliveTimeout = this.keepAliveTimeout;
          [request, response] = [incoming, outgoing];
          const wish = String(incoming.headers.connection ?? '').toLowerCase();
          outgoing.shouldKeepAlive =
            head.version === '1.0' ? wish.includes('keep-alive') : !wish.includes('close');
          incoming.wants = () => void (socket.isPaused() && socket.resume());
          outgoing.assignSocket(socket);
          outgoing.on('finish', () => {
            // What the program did not read is not kept.
            if (!incoming.complete) incoming.resume();
            else if (!incoming.readableFlowing && !incoming.destroyed) incoming.resume();
            finishExchange();
          });
          this.#announce(incoming, outgoing);
          return 'body';
        },
        onBody: (bytes) => {
          if (request && !request.destroyed && !request.push(copyOf(bytes))) socket.pause();
        },
        onEnd: (rawTrailers) => {
          const incoming = request;
          if (!incoming) return;
          incoming.rawTrailers = rawTrailers;
          incoming.complete = true;
          incoming.push(null);
          parser.pause();
          finishExchange();
        },
      });

      const read = (action: () => void) => {
        try {
          action();
        } catch (error) {
          socket.removeListener('data', onData);
          if (this.emit('clientError', error, socket)) return;
          const status =
            (error as ParseError).code === 'HPE_HEADER_OVERFLOW'
              ? '431 Request Header Fields Too Large'
              : '400 Bad Request';
          if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
          socket.destroySoon();
        }
      };
      const onData = (bytes: Uint8Array) => read(() => parser.push(bytes));
      socket.on('data', onData);
      socket.on('end', () => {
        if (response === null) socket.end();
        else if (request && !request.complete) socket.destroy();
      });
      socket.on('error', (error: Error) => {
        this.emit('clientError', error, socket);
      });
    }

    #announce(request: Incoming, response: Response): void {
      const expects = request.headers.expect;
      if (expects === undefined) {
        this.emit('request', request, response);
        return;
      }
      if (/100-continue/i.test(String(expects))) {
        if (this.listenerCount('checkContinue') > 0) this.emit('checkContinue', request, response);
        else {
          response.writeContinue();
          this.emit('request', request, response);
        }
      } else if (this.listenerCount('checkExpectation') > 0) this.emit('checkExpectation', request, response);
      else response.writeHead(417).end();
    }

    #upgrade(
      socket: Socket,
      request: Incoming,
      method: string,
      onData: (bytes: Uint8Array) => void,
      rest: () => Uint8Array,
    ): void {
      socket.removeListener('data', onData);
      socket.removeAllListeners('end');
      this.#idle.delete(socket);
      request.complete = true;
      // Behind the parser, which still holds what came after the head.
      queueMicrotask(() => {
        // As if nobody had listened yet: the first who does sets it going.
        Object.assign(socket, { readableFlowing: null });
        this.emit(method === 'CONNECT' ? 'connect' : 'upgrade', request, socket, copyOf(rest()));
      });
    }
  };
}

/** The parser's views lie over the connection's own memory. */
function copyOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}
