import type NodeStream from 'node:stream';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import type { Socket } from '../net/socket.ts';
import { HeaderStore, type HeaderValue, validateHeaderName, validateHeaderValue } from './headers.ts';

type Done = (error?: Error | null) => void;

/** `http.OutgoingMessage`: head and body of what is sent. */
export function createOutgoingClass(system: NodeSystem) {
  const { Writable } = system.builtin<typeof NodeStream>('stream');

  return class OutgoingMessage extends Writable {
    headersSent = false;
    sendDate = false;
    shouldKeepAlive = true;
    chunkedEncoding = false;
    useChunkedEncodingByDefault = true;
    finished = false;
    strictContentLength = false;
    socket: Socket | null = null;
    /** Node's own name. False for answers that have none: to HEAD, 204, 304. */
    _hasBody = true;
    protected readonly store = new HeaderStore();
    #trailers = '';
    /** The only piece of the body, whose length is then known. */
    #whole: number | null = null;
    #headWritten = false;
    #headText: string | null = null;
    #onSocket: (() => void)[] = [];

    constructor() {
      super({ decodeStrings: true, autoDestroy: false });
    }

    get connection(): Socket | null {
      return this.socket;
    }

    /** The first line. */
    protected firstLine(): string {
      return '';
    }

    /** Fields that go without saying, behind those that were set. */
    protected defaultLines(): string {
      return '';
    }

    #check(action: string): void {
      if (this.headersSent) {
        throw nodeError(
          Error,
          'ERR_HTTP_HEADERS_SENT',
          `Cannot ${action} headers after they are sent to the client`,
        );
      }
    }

    setHeader(name: string, value: HeaderValue): this {
      this.#check('set');
      this.store.set(name, value);
      return this;
    }
    setHeaders(headers: Iterable<readonly [string, HeaderValue]>): this {
      this.#check('set');
      for (const [name, value] of headers) this.setHeader(name, value);
      return this;
    }
    appendHeader(name: string, value: HeaderValue): this {
      this.#check('append');
      this.store.append(name, value);
      return this;
    }
    getHeader(name: string): HeaderValue | undefined {
      return this.store.get(name);
    }
    getHeaders(): Record<string, HeaderValue> {
      return this.store.all();
    }
    getHeaderNames(): string[] {
      return this.store.names();
    }
    getRawHeaderNames(): string[] {
      return this.store.rawNames();
    }
    hasHeader(name: string): boolean {
      return this.store.has(name);
    }
    removeHeader(name: string): void {
      this.#check('remove');
      this.store.delete(name);
    }
    addTrailers(trailers: Record<string, string> | readonly (readonly [string, string])[]): void {
      for (const [name, value] of Array.isArray(trailers) ? trailers : Object.entries(trailers)) {
        validateHeaderName(name, 'Trailer name');
        validateHeaderValue(name, value);
        this.#trailers += `${name}: ${value}\r\n`;
      }
    }
    flushHeaders(): void {
      if (!this.headersSent) this._implicitHeader();
      if (!this.#headWritten) this.#send(Buffer.from(this.#head(), 'latin1'), () => {});
    }
    setTimeout(ms: number, callback?: () => void): this {
      if (callback) this.on('timeout', callback);
      this.withSocket((socket) => socket.setTimeout(ms, () => this.emit('timeout')));
      return this;
    }

    /** Now or when the connection is there. */
    withSocket(action: (socket: Socket) => void): void {
      if (this.socket) action(this.socket);
      else
        this.#onSocket.push(() => {
          if (this.socket) action(this.socket);
        });
    }

    assignSocket(socket: Socket): void {
      this.socket = socket;
      this.emit('socket', socket);
      for (const action of this.#onSocket.splice(0)) action();
    }

    detachSocket(): void {
      this.socket = null;
    }

    /** The head counts as sent from now on, and nothing of the body is known yet. */
    protected fixHead(): void {
      this.headersSent = true;
    }

    /** Node's own name; packages put their `writeHead` around what a server's does, to set fields at the last moment. */
    _implicitHeader(): void {
      this.fixHead();
    }

    /** Node's own name: the head as it is sent, null before it is fixed. */
    get _header(): string | null {
      if (this.headersSent) this.#headText ??= this.#composeHead();
      return this.#headText;
    }

    #head(): string {
      this.headersSent = true;
      this.#headWritten = true;
      return this._header ?? '';
    }

    #composeHead(): string {
      const first = this.firstLine();
      const has = (name: string) => this.store.has(name);
      let length = '';
      if (this._hasBody && !has('content-length') && !has('transfer-encoding')) {
        if (this.#whole !== null) {
          if (this.#whole > 0 || this.useChunkedEncodingByDefault)
            length = `Content-Length: ${this.#whole}\r\n`;
        } else {
          length = 'Transfer-Encoding: chunked\r\n';
          this.chunkedEncoding = true;
        }
      } else if (/\bchunked\b/i.test(String(this.store.get('transfer-encoding') ?? '')))
        this.chunkedEncoding = true;
      return `${first}\r\n${this.store.lines()}${this.defaultLines()}${length}\r\n`;
    }

    #send(bytes: Uint8Array, done: Done): void {
      this.withSocket((socket) => {
        if (socket.destroyed) done();
        else {
          // Who hangs up is told of by the connection: an answer that nobody reads is no error of its own.
          socket.write(bytes, () => done());
        }
      });
    }

    override _write(chunk: Uint8Array, _encoding: unknown, done: Done): void {
      const parts: Uint8Array[] = this.#headWritten ? [] : [Buffer.from(this.#head(), 'latin1')];
      if (this._hasBody && chunk.length > 0) {
        if (this.chunkedEncoding)
          parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
        else parts.push(chunk);
      }
      if (parts.length === 0) done();
      else this.#send(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), done);
    }

    override _final(done: Done): void {
      let text = this.#headWritten ? '' : this.#head();
      if (this.chunkedEncoding && this._hasBody) text += `0\r\n${this.#trailers}\r\n`;
      if (text === '') {
        done();
        return;
      }
      this.#send(Buffer.from(text, 'latin1'), done);
    }

    override write(...args: unknown[]): boolean {
      if (!this.headersSent) this._implicitHeader();
      return super.write(...(args as [unknown]));
    }

    override end(...args: unknown[]): this {
      if (this.finished) {
        const callback = args.at(-1);
        const error = nodeError(
          Error,
          'ERR_STREAM_ALREADY_FINISHED',
          'Cannot call end after a stream was finished',
        );
        if (typeof callback === 'function')
          system.loop.nextTick(callback as (...given: unknown[]) => void, error);
        return this;
      }
      const [chunk, encoding] = args;
      const isData = chunk !== undefined && chunk !== null && typeof chunk !== 'function';
      if (!this.headersSent) {
        const kind = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';
        // Nothing was written before: so this is the whole body.
        if (this.writableLength === 0) {
          this.#whole = isData
            ? typeof chunk === 'string'
              ? Buffer.byteLength(chunk, kind)
              : (chunk as Uint8Array).length
            : 0;
        }
        this._implicitHeader();
      }
      this.finished = true;
      return super.end(...(args as [])) as this;
    }

    override destroy(error?: Error): this {
      if (this.destroyed) return this;
      this.destroyed = true;
      this.withSocket((socket) => void socket.destroy(error));
      return this;
    }
  };
}

export type OutgoingClass = ReturnType<typeof createOutgoingClass>;
