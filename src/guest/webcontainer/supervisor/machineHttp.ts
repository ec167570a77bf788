import { request as httpRequest } from 'node:http';
import type { GuestHttpRequest, GuestHttpResponse } from '../../port.ts';

/** What the page takes at most. */
const longestBodyBytes = 32 * 1024 * 1024;
const longestWaitMs = 30_000;

/** One request to a server in the container. Rejects with a clause. */
export function requestServer(port: number, request: GuestHttpRequest): Promise<GuestHttpResponse> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = request;
    const asked = httpRequest(
      { host: 'localhost', port, method, path, headers: { ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        let total = 0;
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          total += part.length;
          if (total > longestBodyBytes) asked.destroy(new Error('the answer is too long'));
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const pairs: [string, string][] = [];
          for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
            pairs.push([answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '']);
          }
          resolve({
            status: answer.statusCode ?? 0,
            statusText: answer.statusMessage ?? '',
            headers: pairs,
            body: new Uint8Array(Buffer.concat(parts)),
          });
        });
      },
    );
    asked.setTimeout(longestWaitMs, () =>
      asked.destroy(new Error(`no answer within ${longestWaitMs / 1000} seconds`)),
    );
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });
}
