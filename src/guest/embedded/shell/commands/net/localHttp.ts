import { bytesFromText } from '../../disk/bytes.ts';
import type { GuestConnection } from '../../network.ts';
import { joined } from '../commandOutput.ts';
import { type Headers, type HttpAnswer, HttpFailure, type HttpRequest } from './http.ts';

const longestHeadBytes = 256 * 1024;

/** One request in HTTP/1.1 over a connection to a server of the guest, which is closed with the answer's end. */
export async function askLocalServer(connection: GuestConnection, request: HttpRequest): Promise<HttpAnswer> {
  const stop = limited(connection, request);
  try {
    await connection.write(requestHead(request));
    if (request.body) await connection.write(request.body);
    const reader = new ByteReader(connection.input, stop.failure);
    let head = await readHead(reader);
    // "Continue" and its like come before the answer.
    while (head.status >= 100 && head.status < 200) head = await readHead(reader);
    return { ...head, body: bodyOf(reader, head, request.method, stop.dispose) };
  } catch (error) {
    stop.dispose();
    throw error;
  }
}

function limited(connection: GuestConnection, request: HttpRequest) {
  let failure: HttpFailure | null = null;
  const end = (why: HttpFailure) => {
    failure ??= why;
    connection.close();
  };
  const onAbort = () => end(new HttpFailure('cut', 'stopped'));
  const { timeoutMs, signal } = request;
  const timer =
    timeoutMs === null ? null : setTimeout(() => end(new HttpFailure('timeout', 'timed out')), timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    /** Why the connection was closed by us, where it was. */
    failure: () => failure,
    dispose: () => {
      if (timer !== null) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      connection.close();
    },
  };
}

function requestHead({ url, method, headers, body }: HttpRequest): Uint8Array {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`];
  if (!given.has('host')) lines.push(`Host: ${url.host}`);
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (body && !given.has('content-length')) lines.push(`Content-Length: ${body.length}`);
  // One request a connection: the end of the stream is then an end that every server understands.
  if (!given.has('connection')) lines.push('Connection: close');
  return bytesFromText(`${lines.join('\r\n')}\r\n\r\n`);
}

interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
}

async function readHead(reader: ByteReader): Promise<Head> {
  const first = await reader.line();
  if (first === null) throw new HttpFailure('empty', 'Empty reply from server');
  const match = /^HTTP\/\d(?:\.\d)? (\d{3}) ?(.*)$/.exec(first);
  if (!match) throw new HttpFailure('bad-request', 'Received HTTP/0.9 when not allowed');
  const headers: (readonly [string, string])[] = [];
  for (let line = await reader.line(); line !== null && line !== ''; line = await reader.line()) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  return { status: Number(match[1]), statusText: match[2]!, headers };
}

async function* bodyOf(
  reader: ByteReader,
  head: Head,
  method: string,
  dispose: () => void,
): AsyncGenerator<Uint8Array> {
  const header = (name: string) => head.headers.find(([key]) => key.toLowerCase() === name)?.[1];
  try {
    if (method === 'HEAD' || head.status === 204 || head.status === 304) return;
    const length = header('content-length');
    if (/\bchunked\b/i.test(header('transfer-encoding') ?? '')) yield* chunkedBody(reader);
    else if (length === undefined) yield* reader.rest();
    else yield* reader.exactly(Number(length));
  } finally {
    dispose();
  }
}

async function* chunkedBody(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const size = Number.parseInt((await reader.line()) ?? '', 16);
    if (Number.isNaN(size))
      throw new HttpFailure('cut', 'transfer closed with outstanding read data remaining');
    if (size === 0) break;
    yield* reader.exactly(size);
    await reader.line();
  }
  // Trailers, which nobody asked for.
  for (let line = await reader.line(); line; line = await reader.line());
}

/** Lines and counted bytes from a stream of pieces. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #failure: () => HttpFailure | null;
  #held: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>, failure: () => HttpFailure | null) {
    this.#source = source[Symbol.asyncIterator]();
    this.#failure = failure;
  }

  /** Without its line end; null at the end of the stream. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#held.indexOf(10);
      if (end >= 0) {
        const line = new TextDecoder('latin1').decode(this.#held.subarray(0, end));
        this.#held = this.#held.subarray(end + 1);
        return line.replace(/\r$/, '');
      }
      if (this.#held.length > longestHeadBytes)
        throw new HttpFailure('bad-request', 'Too large response headers');
      const more = await this.#more();
      if (!more) return null;
      this.#held = joined([this.#held, more]);
    }
  }

  async *exactly(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      const bytes = this.#held.length > 0 ? this.#held : await this.#more();
      if (!bytes) throw new HttpFailure('cut', `transfer closed with ${left} bytes remaining to read`);
      const taken = bytes.subarray(0, left);
      this.#held = bytes.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#held.length > 0) yield this.#held;
    for (let bytes = await this.#more(); bytes; bytes = await this.#more()) yield bytes;
  }

  async #more(): Promise<Uint8Array | null> {
    const next = await this.#source.next().catch(() => null);
    const failure = this.#failure();
    if (failure) throw failure;
    if (next === null) throw new HttpFailure('cut', 'Recv failure: Connection reset by peer');
    return next.done ? null : next.value;
  }
}
