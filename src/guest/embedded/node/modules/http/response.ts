import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import type { HeaderValue } from './headers.ts';
import type { Incoming } from './incoming.ts';
import type { OutgoingClass } from './outgoing.ts';
import { statusCodes } from './statusCodes.ts';

type GivenHeaders = Record<string, HeaderValue> | readonly unknown[];

/** `http.ServerResponse`. */
export function createResponseClass(system: NodeSystem, Outgoing: OutgoingClass) {
  return class ServerResponse extends Outgoing {
    statusCode = 200;
    statusMessage: string | undefined;
    override sendDate = true;
    readonly req: Incoming;

    constructor(request: Incoming) {
      super();
      this.req = request;
      if (request.method === 'HEAD') this._hasBody = false;
    }

    writeHead(status: number, ...rest: unknown[]): this {
      if (this.headersSent) {
        throw nodeError(
          Error,
          'ERR_HTTP_HEADERS_SENT',
          'Cannot write headers after they are sent to the client',
        );
      }
      const code = Number(status) | 0;
      if (code < 100 || code > 999)
        throw nodeError(RangeError, 'ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${status}`);
      this.statusCode = code;
      const [first, second] = rest;
      const headers = (typeof first === 'string' ? second : first) as GivenHeaders | undefined;
      if (typeof first === 'string') this.statusMessage = first;
      if (Array.isArray(headers)) {
        const pairs = Array.isArray(headers[0]) ? (headers as [string, HeaderValue][]) : pairsOf(headers);
        for (const [name] of pairs) this.removeHeader(name);
        for (const [name, value] of pairs) this.appendHeader(name, value);
      } else if (headers)
        for (const [name, value] of Object.entries(headers))
          if (name) this.setHeader(name, value as HeaderValue);
      this.fixHead();
      return this;
    }

    /** Milliseconds; the server's, where one makes it. */
    _keepAliveTimeout = 5000;

    override _implicitHeader(): void {
      this.writeHead(this.statusCode);
    }

    protected override firstLine(): string {
      const message = this.statusMessage ?? statusCodes[this.statusCode] ?? 'unknown';
      this.statusMessage = message;
      if (this.statusCode === 204 || this.statusCode === 304 || this.statusCode < 200) this._hasBody = false;
      return `HTTP/1.1 ${this.statusCode} ${message}`;
    }

    protected override defaultLines(): string {
      let lines = '';
      if (this.sendDate && !this.store.has('date'))
        lines += `Date: ${new Date(system.clock.nowMs()).toUTCString()}\r\n`;
      const connection = this.store.get('connection');
      if (connection !== undefined) {
        if (/\bclose\b/i.test(String(connection))) this.shouldKeepAlive = false;
        return lines;
      }
      if (!this.shouldKeepAlive) return `${lines}Connection: close\r\n`;
      const seconds = Math.floor(this._keepAliveTimeout / 1000);
      const limit = this._keepAliveTimeout > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : '';
      return `${lines}Connection: keep-alive\r\n${limit}`;
    }

    #interim(text: string, callback?: () => void): void {
      this.withSocket((socket) => socket.write(text, () => callback?.()));
    }
    writeContinue(callback?: () => void): void {
      this.#interim('HTTP/1.1 100 Continue\r\n\r\n', callback);
    }
    writeProcessing(callback?: () => void): void {
      this.#interim('HTTP/1.1 102 Processing\r\n\r\n', callback);
    }
    writeEarlyHints(hints: Record<string, string | readonly string[]>, callback?: () => void): void {
      const lines = Object.entries(hints).map(
        ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}\r\n`,
      );
      this.#interim(`HTTP/1.1 103 Early Hints\r\n${lines.join('')}\r\n`, callback);
    }
  };
}

function pairsOf(flat: readonly unknown[]): [string, HeaderValue][] {
  const pairs: [string, HeaderValue][] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([String(flat[at]), flat[at + 1] as HeaderValue]);
  return pairs;
}

export type ResponseClass = ReturnType<typeof createResponseClass>;
export type Response = InstanceType<ResponseClass>;
