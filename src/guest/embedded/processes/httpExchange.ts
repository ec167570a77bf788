import type { GuestHttpRequest, GuestHttpResponse } from '../../port.ts';
import { HttpParser } from '../node/modules/http/parser.ts';
import type { GuestConnection } from '../shell/index.ts';

/** A longer answer is refused: the page asks for pages, not for downloads. */
const longestBodyBytes = 32 * 1024 * 1024;

function headOf({ method, path, headers, body }: GuestHttpRequest, port: number): Uint8Array {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const lines = [`${method} ${path} HTTP/1.1`];
  if (!given.has('host')) lines.push(`Host: localhost:${port}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body && !given.has('content-length')) lines.push(`Content-Length: ${body.length}`);
  lines.push('Connection: close');
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\n`);
}

/** One request in HTTP/1.1 over a connection to a server of the guest. Throws where there is no whole answer. */
export async function exchangeHttp(
  connection: GuestConnection,
  request: GuestHttpRequest,
  port: number,
): Promise<GuestHttpResponse> {
  const words = [request.method, request.path, ...Object.entries(request.headers).flat()];
  if (words.some((word) => /[\r\n\0]/.test(word)))
    throw new Error('a request has no line breaks in its head');
  const answer = { status: 0, statusText: '', headers: [] as (readonly [string, string])[], ended: false };
  const parts: Uint8Array[] = [];
  let length = 0;
  const parser = new HttpParser(false, {
    onHead(head) {
      if (head.status < 200) return 'empty';
      const { status, statusText, rawHeaders } = head;
      Object.assign(answer, { status, statusText });
      for (let at = 0; at < rawHeaders.length; at += 2)
        answer.headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
      return request.method === 'HEAD' || status === 204 || status === 304 ? 'empty' : 'body';
    },
    onBody(bytes) {
      length += bytes.length;
      if (length > longestBodyBytes) throw new Error(`the answer is longer than ${longestBodyBytes} bytes`);
      parts.push(bytes.slice());
    },
    onEnd() {
      answer.ended = true;
    },
  });
  try {
    await connection.write(headOf(request, port));
    if (request.body) await connection.write(request.body);
    for await (const bytes of connection.input) {
      parser.push(bytes);
      if (answer.ended) break;
    }
    if (!answer.ended) parser.finish();
  } finally {
    connection.close();
  }
  if (answer.status === 0) throw new Error('the server ended the connection without an answer');
  const body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  const { status, statusText, headers } = answer;
  return { status, statusText, headers, body };
}
