import { abortError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import type { Socket } from '../net/socket.ts';
import type { HeaderValue } from './headers.ts';
import type { Incoming, IncomingClass } from './incoming.ts';
import type { OutgoingClass } from './outgoing.ts';
import { askedOfPage, isLoopback, type PageRequest } from './pageRequest.ts';
import { HttpParser } from './parser.ts';
import { type AgentLike, checkedRequest, hangUp, type RequestOptions, sendsBody } from './requestOptions.ts';

interface RequestParts {
  readonly Outgoing: OutgoingClass;
  readonly IncomingMessage: IncomingClass;
  readonly connect: (options: object) => Socket;
  /** For hosts outside the guest. */
  readonly pageRequest: PageRequest;
  readonly globalAgent: () => unknown;
}

/** `http.ClientRequest`: one connection a request to servers of the guest, the page's broker for all others. */
export function createRequestClass(system: NodeSystem, parts: RequestParts) {
  return class ClientRequest extends parts.Outgoing {
    declare readonly method: string;
    declare readonly path: string;
    readonly host: string;
    declare readonly protocol: string;
    readonly agent: unknown;
    aborted = false;
    reusedSocket = false;
    res: Incoming | null = null;
    maxHeadersCount: number | null = null;
    #closed = false;
    readonly #port: number;
    readonly #viaPage: boolean;
    readonly #body: Uint8Array[] = [];

    constructor(options: RequestOptions, callback?: (response: Incoming) => void) {
      super();
      const { agent = parts.globalAgent(), defaultPort = 80 } = options;
      this.agent = agent;
      const { protocol, path, method } = checkedRequest(options, agent, defaultPort);
      Object.assign(this, { protocol, path, method });
      this.useChunkedEncodingByDefault = sendsBody(this.method);
      this.host = options.hostname || options.host || 'localhost';
      this.#port = Number(options.port || defaultPort);
      this.shouldKeepAlive = agent !== false && (agent as AgentLike | null)?.keepAlive === true;
      this.#viaPage = !this.#connector(options) && (this.protocol === 'https:' || !isLoopback(this.host));
      this.#takeHeaders(options, defaultPort);
      if (callback) this.once('response', callback);
      if (options.timeout) this.setTimeout(options.timeout);
      const { signal } = options;
      if (signal) {
        const onAbort = () => this.destroy(abortError(signal.reason));
        if (signal.aborted) system.loop.nextTick(onAbort);
        else signal.addEventListener('abort', onAbort, { once: true });
      }
      const release = system.loop.hold();
      system.loop.nextTick(() => {
        release();
        if (!this.destroyed) this.#start(options);
      });
    }

    #takeHeaders(options: RequestOptions, defaultPort: number): void {
      const { headers = {}, setHost = true } = options;
      if (Array.isArray(headers)) {
        for (let at = 0; at < headers.length; at += 2)
          this.appendHeader(String(headers[at]), headers[at + 1] as HeaderValue);
      } else for (const [name, value] of Object.entries(headers)) this.setHeader(name, value as HeaderValue);
      if (setHost && !this.hasHeader('host')) {
        const name = this.host.includes(':') && !this.host.startsWith('[') ? `[${this.host}]` : this.host;
        this.setHeader('Host', this.#port === defaultPort ? name : `${name}:${this.#port}`);
      }
      if (options.auth && !this.hasHeader('authorization')) {
        this.setHeader('Authorization', `Basic ${Buffer.from(options.auth).toString('base64')}`);
      }
    }

    protected override firstLine(): string {
      return `${this.method} ${this.path} HTTP/1.1`;
    }

    protected override defaultLines(): string {
      return this.store.has('connection')
        ? ''
        : `Connection: ${this.shouldKeepAlive ? 'keep-alive' : 'close'}\r\n`;
    }

    #connector(options: RequestOptions) {
      return options.createConnection ?? (this.agent as AgentLike | null)?.createConnection?.bind(this.agent);
    }

    #start(options: RequestOptions): void {
      const create = this.#connector(options);
      if (this.#viaPage) return;
      const place = { ...options, host: this.host, port: this.#port };
      let taken = false;
      const take = (error: Error | null, socket?: Socket) => {
        if (taken) return;
        taken = true;
        if (error || !socket) this.#failed(error ?? new Error('no socket'));
        else this.#use(socket);
      };
      if (!create) take(null, parts.connect({ host: this.host, port: this.#port }));
      else {
        const socket = create(place, take);
        if (socket) take(null, socket);
      }
    }

    #failed(error: Error): void {
      if (this.#closed) return;
      this.#closed = true;
      this.destroyed = true;
      this.emit('error', error);
      this.emit('close');
    }

    #use(socket: Socket): void {
      const parser = new HttpParser(false, {
        onHead: (head, upgrades) => {
          if (head.status === 100) {
            this.emit('continue');
            return 'empty';
          }
          if (head.status > 100 && head.status < 200 && head.status !== 101) {
            this.emit('information', {
              statusCode: head.status,
              statusMessage: head.statusText,
              rawHeaders: head.rawHeaders,
            });
            return 'empty';
          }
          const incoming = new parts.IncomingMessage(socket);
          incoming.takeHead(head, false);
          this.#answeredBy(incoming);
          if ((upgrades && head.status === 101) || (this.method === 'CONNECT' && head.status < 300)) {
            this.#upgraded(socket, incoming, onData, () => parser.rest);
            return 'upgrade';
          }
          incoming.wants = () => void (socket.isPaused() && socket.resume());
          this.#respond(incoming);
          return this.method === 'HEAD' || head.status === 204 || head.status === 304 ? 'empty' : 'body';
        },
        onBody: (bytes) => {
          if (this.res && !this.res.destroyed && !this.res.push(Buffer.from(bytes))) socket.pause();
        },
        onEnd: (rawTrailers) => {
          const incoming = this.res;
          if (!incoming) return;
          incoming.rawTrailers = rawTrailers;
          incoming.complete = true;
          incoming.push(null);
          // One request a connection: the server's side learns that no other comes.
          if (this.writableFinished) socket.destroySoon();
          else this.once('finish', () => socket.destroySoon());
        },
      });
      const attempt = (action: () => void) => {
        try {
          action();
        } catch (error) {
          socket.destroy(error as Error);
        }
      };
      const onData = (bytes: Uint8Array) => attempt(() => parser.push(bytes));
      socket.on('data', onData);
      socket.on('end', () => attempt(() => parser.finish()));
      socket.on('error', (error: Error) => {
        if (this.res) this.res.destroy(error);
        else this.#failed(error);
      });
      socket.on('close', () => {
        const incoming = this.res;
        if (!incoming) {
          this.#failed(hangUp());
          return;
        }
        if (!incoming.complete) {
          incoming.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
        }
        if (this.#closed) return;
        this.#closed = true;
        this.destroyed = true;
        this.emit('close');
      });
      this.assignSocket(socket);
    }

    #answeredBy(incoming: Incoming): void {
      this.res = incoming;
      incoming.req = this;
    }

    #respond(incoming: Incoming): void {
      // Where nobody listens the answer is thrown away.
      if (!this.emit('response', incoming)) incoming.resume();
    }

    #upgraded(
      socket: Socket,
      incoming: Incoming,
      onData: (bytes: Uint8Array) => void,
      rest: () => Uint8Array,
    ): void {
      socket.removeListener('data', onData);
      socket.removeAllListeners('end');
      incoming.complete = true;
      queueMicrotask(() => {
        // As if nobody had listened yet: the first who does sets it going.
        Object.assign(socket, { readableFlowing: null });
        const event = this.method === 'CONNECT' ? 'connect' : 'upgrade';
        if (!this.emit(event, incoming, socket, Buffer.from(rest()))) socket.destroy();
      });
    }

    override _write(chunk: Uint8Array, encoding: unknown, done: (error?: Error | null) => void): void {
      if (!this.#viaPage) {
        super._write(chunk, encoding, done);
        return;
      }
      this.#body.push(new Uint8Array(chunk));
      done();
    }

    override _final(done: (error?: Error | null) => void): void {
      if (!this.#viaPage) {
        super._final(done);
        return;
      }
      this.fixHead();
      done();
      this.#askPage();
    }

    /** The page makes the request, once its body is whole. */
    #askPage(): void {
      const release = system.loop.hold();
      parts.pageRequest(askedOfPage(this, this.#port, this.#body)).then(
        (answer) => system.loop.enqueue(() => void this.#pageAnswered(answer, release)),
        (error: Error) =>
          system.loop.enqueue(() => {
            release();
            this.#failed(error);
          }),
      );
    }

    async #pageAnswered(answer: Awaited<ReturnType<PageRequest>>, release: () => void): Promise<void> {
      const incoming = new parts.IncomingMessage(this.socket as Socket);
      const rawHeaders = Object.entries(answer.headers).flat();
      const { status, statusText } = answer;
      incoming.takeHead({ method: '', url: '', version: '1.1', status, statusText, rawHeaders }, false);
      this.#answeredBy(incoming);
      this.#respond(incoming);
      try {
        for await (const bytes of answer.body) {
          if (!incoming.push(Buffer.from(bytes)))
            await new Promise<void>((resolve) => (incoming.wants = resolve));
        }
        incoming.complete = true;
        incoming.push(null);
      } catch (error) {
        incoming.destroy(error as Error);
      } finally {
        release();
        this.#closed = true;
        this.emit('close');
      }
    }

    abort(): void {
      if (this.aborted) return;
      this.aborted = true;
      system.loop.nextTick(() => this.emit('abort'));
      this.destroy();
    }

    override destroy(error?: Error): this {
      if (this.destroyed) return this;
      this.destroyed = true;
      this.res?.destroy(error);
      if (this.socket) this.socket.destroy(error);
      else system.loop.nextTick(() => this.#failed(error ?? hangUp()));
      return this;
    }

    setNoDelay(): void {}
    setSocketKeepAlive(): void {}
  };
}
