import type NodeStream from 'node:stream';
import type { NodeSystem } from '../../system.ts';
import type { Socket } from '../net/socket.ts';
import { distinctHeaders, joinedHeaders } from './headers.ts';
import type { MessageHead } from './parser.ts';

/** `http.IncomingMessage`: a request as a server has it, an answer as a client has it. */
export function createIncomingClass(system: NodeSystem) {
  const { Readable } = system.builtin<typeof NodeStream>('stream');

  return class IncomingMessage extends Readable {
    httpVersion = '';
    httpVersionMajor = 1;
    httpVersionMinor = 1;
    method: string | undefined;
    url = '';
    statusCode: number | undefined;
    statusMessage: string | undefined;
    rawHeaders: readonly string[] = [];
    rawTrailers: readonly string[] = [];
    complete = false;
    aborted = false;
    upgrade = false;
    readonly socket: Socket;
    /** Of an answer: what was asked. follow-redirects, and with it axios, reads it. */
    declare req?: object;
    /** Called when more of the body is wanted. */
    wants: () => void = () => {};
    #headers: Record<string, string | string[]> | undefined;

    constructor(socket: Socket) {
      super({ autoDestroy: true });
      this.socket = socket;
    }

    get connection(): Socket {
      return this.socket;
    }
    get headers(): Record<string, string | string[]> {
      this.#headers ??= joinedHeaders(this.rawHeaders);
      return this.#headers;
    }
    set headers(value: Record<string, string | string[]>) {
      this.#headers = value;
    }
    get headersDistinct(): Record<string, string[]> {
      return distinctHeaders(this.rawHeaders);
    }
    get trailers(): Record<string, string | string[]> {
      return joinedHeaders(this.rawTrailers);
    }
    get trailersDistinct(): Record<string, string[]> {
      return distinctHeaders(this.rawTrailers);
    }

    takeHead(head: MessageHead, isServer: boolean): void {
      this.httpVersion = head.version;
      [this.httpVersionMajor = 1, this.httpVersionMinor = 1] = head.version.split('.').map(Number);
      this.rawHeaders = head.rawHeaders;
      if (isServer) {
        this.method = head.method;
        this.url = head.url;
        return;
      }
      this.statusCode = head.status;
      this.statusMessage = head.statusText;
    }

    override _read(): void {
      this.wants();
    }

    override _destroy(error: Error | null, done: (error: Error | null) => void): void {
      if (!this.readableEnded || !this.complete) {
        if (!this.aborted && !this.complete) {
          this.aborted = true;
          this.emit('aborted');
        }
      }
      // What is read no further must not stop the connection.
      if (!this.complete && this.socket && !this.socket.destroyed) this.socket.destroy(error ?? undefined);
      system.loop.nextTick(() => done(error));
    }

    setTimeout(ms: number, callback?: () => void): this {
      if (callback) this.on('timeout', callback);
      this.socket.setTimeout(ms);
      return this;
    }
  };
}

export type IncomingClass = ReturnType<typeof createIncomingClass>;
export type Incoming = InstanceType<IncomingClass>;
