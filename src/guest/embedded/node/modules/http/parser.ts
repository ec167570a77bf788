/** HTTP/1.1 out of bytes that come in any pieces, for servers (requests) and clients (answers). */

export interface MessageHead {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** "1.1" */
  readonly version: string;
  /** Names and values in turn, as written. */
  readonly rawHeaders: readonly string[];
}

export interface ParserHandlers {
  /** Answers what follows: a body as the headers say, none whatever they say, or another protocol. */
  readonly onHead: (head: MessageHead, upgrades: boolean) => 'body' | 'empty' | 'upgrade';
  readonly onBody: (bytes: Uint8Array) => void;
  readonly onEnd: (rawTrailers: readonly string[]) => void;
}

const largestHeadBytes = 16 * 1024;
const decoder = new TextDecoder('latin1');

export class ParseError extends Error {
  readonly bytesParsed = 0;
  constructor(
    readonly code: string,
    readonly reason: string,
  ) {
    super(`Parse Error: ${reason}`);
  }
}

type State =
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk'
  | 'chunk-end'
  | 'trailers'
  | 'until-close'
  | 'upgraded';

export class HttpParser {
  #state: State = 'head';
  #held: Uint8Array = new Uint8Array(0);
  #left = 0;
  #paused = false;
  readonly #isServer: boolean;
  readonly #handlers: ParserHandlers;

  constructor(isServer: boolean, handlers: ParserHandlers) {
    this.#isServer = isServer;
    this.#handlers = handlers;
  }

  /** Nothing of a message is there. */
  get isIdle(): boolean {
    return this.#state === 'head' && this.#held.length === 0;
  }

  /** What came behind a head that asked for another protocol. */
  get rest(): Uint8Array {
    return this.#held;
  }

  /** Throws a ParseError. */
  push(bytes: Uint8Array): void {
    if (this.#held.length === 0) this.#held = bytes;
    else {
      const joined = new Uint8Array(this.#held.length + bytes.length);
      joined.set(this.#held);
      joined.set(bytes, this.#held.length);
      this.#held = joined;
    }
    this.#run();
  }

  /** Reads on only when told to: a server answers one request before it looks at the next. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#run();
  }

  #run(): void {
    while (!this.#paused && this.#held.length > 0 && this.#step());
  }

  /** The stream is at its end. Throws where the message is not. */
  finish(): void {
    if (this.#state === 'until-close') this.#end([]);
    else if (this.#state !== 'head' || this.#held.length > 0) {
      if (this.#state !== 'upgraded') throw new ParseError('HPE_INVALID_EOF_STATE', 'Invalid EOF state');
    }
  }

  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#readHead();
      case 'length':
      case 'chunk': {
        const taken = this.#held.subarray(0, this.#left);
        this.#held = this.#held.subarray(taken.length);
        this.#left -= taken.length;
        this.#handlers.onBody(taken);
        if (this.#left === 0) {
          if (this.#state === 'chunk') this.#state = 'chunk-end';
          else this.#end([]);
        }
        return true;
      }
      case 'chunk-end':
        if (this.#line() === null) return false;
        this.#state = 'chunk-size';
        return true;
      case 'chunk-size':
        return this.#readChunkSize();
      case 'trailers':
        return this.#readTrailers();
      case 'until-close': {
        const all = this.#held;
        this.#held = new Uint8Array(0);
        this.#handlers.onBody(all);
        return false;
      }
      default:
        return false;
    }
  }

  /** Without its end; null where that is not there yet. */
  #line(): string | null {
    const end = this.#held.indexOf(10);
    if (end === -1) {
      this.#refuseEndless();
      return null;
    }
    const line = decoder.decode(new Uint8Array(this.#held.subarray(0, end))).replace(/\r$/, '');
    this.#held = this.#held.subarray(end + 1);
    return line;
  }

  /** A line or trailer without an end would be held, and copied with every piece, for ever. */
  #refuseEndless(): void {
    if (this.#held.length > largestHeadBytes) throw new ParseError('HPE_HEADER_OVERFLOW', 'Header overflow');
  }

  /** All lines up to an empty one, or null. */
  #block(): string[] | null {
    let end = -1;
    let at = this.#held.indexOf(10);
    while (at !== -1) {
      const next = this.#held[at + 1];
      if (next === 10 || (next === 13 && this.#held[at + 2] === 10)) {
        end = at + (next === 10 ? 2 : 3);
        break;
      }
      at = this.#held.indexOf(10, at + 1);
    }
    if (end === -1) {
      if (this.#held.length > largestHeadBytes)
        throw new ParseError('HPE_HEADER_OVERFLOW', 'Header overflow');
      return null;
    }
    const text = decoder.decode(new Uint8Array(this.#held.subarray(0, end)));
    this.#held = this.#held.subarray(end);
    return text.split(/\r?\n/).slice(0, -2);
  }

  #readHead(): boolean {
    // Empty lines in front of a message are skipped.
    while (this.#held[0] === 13 || this.#held[0] === 10) this.#held = this.#held.subarray(1);
    const lines = this.#block();
    if (!lines) return false;
    const [first = '', ...rest] = lines;
    const rawHeaders = headersOf(rest);
    const head = { ...this.#firstLine(first), rawHeaders };
    const value = (name: string) => fieldIn(rawHeaders, name);
    const upgrades =
      (/\bupgrade\b/i.test(value('connection') ?? '') && value('upgrade') !== undefined) ||
      head.method === 'CONNECT';
    const follows = this.#handlers.onHead(head, upgrades);
    const isInterim = !this.#isServer && head.status >= 100 && head.status < 200 && head.status !== 101;
    if (isInterim) return true;
    if (follows === 'upgrade') {
      this.#state = 'upgraded';
      return false;
    }
    const length = value('content-length');
    if (follows === 'empty') this.#end([]);
    else if (/\bchunked\b/i.test(value('transfer-encoding') ?? '')) this.#state = 'chunk-size';
    else if (length !== undefined) {
      if (!/^\d+$/.test(length))
        throw new ParseError('HPE_INVALID_CONTENT_LENGTH', 'Invalid character in Content-Length');
      this.#left = Number(length);
      this.#state = 'length';
      if (this.#left === 0) this.#end([]);
    } else if (this.#isServer) this.#end([]);
    else this.#state = 'until-close';
    return true;
  }

  #firstLine(line: string): Omit<MessageHead, 'rawHeaders'> {
    if (this.#isServer) {
      const [, method = '', url = '', version = ''] =
        /^([!#$%&'*+\-.^_`|~\w]+) (\S+) HTTP\/(\d\.\d)$/.exec(line) ?? [];
      if (method === '') throw new ParseError('HPE_INVALID_METHOD', 'Invalid method encountered');
      return { method, url, version, status: 0, statusText: '' };
    }
    const [, version = '', status = '', statusText = ''] = /^HTTP\/(\d\.\d) (\d{3}) ?(.*)$/.exec(line) ?? [];
    if (status === '') throw new ParseError('HPE_INVALID_CONSTANT', 'Expected HTTP/');
    return { method: '', url: '', version, status: Number(status), statusText };
  }

  #readChunkSize(): boolean {
    const line = this.#line();
    if (line === null) return false;
    const size = /^([0-9a-f]+)\s*(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) throw new ParseError('HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size');
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? 'trailers' : 'chunk';
    return true;
  }

  #readTrailers(): boolean {
    if (this.#held[0] === 13 || this.#held[0] === 10) {
      if (this.#line() === null) return false;
      this.#end([]);
      return true;
    }
    const lines = this.#block();
    if (!lines) {
      this.#refuseEndless();
      return false;
    }
    this.#end(headersOf(lines));
    return true;
  }

  #end(rawTrailers: readonly string[]): void {
    this.#state = 'head';
    this.#handlers.onEnd(rawTrailers);
  }
}

function headersOf(lines: readonly string[]): string[] {
  const raw: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && raw.length > 0) {
      // A continued line of old.
      raw[raw.length - 1] += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0 || /\s/.test(line.slice(0, colon))) {
      throw new ParseError('HPE_INVALID_HEADER_TOKEN', 'Invalid header token');
    }
    raw.push(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return raw;
}

function fieldIn(raw: readonly string[], wanted: string): string | undefined {
  for (let at = 0; at < raw.length; at += 2) if (raw[at]?.toLowerCase() === wanted) return raw[at + 1];
  return undefined;
}
