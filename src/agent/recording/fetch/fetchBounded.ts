import type { FetchAnswer, FetchRequest } from './messages.ts';

const failed = (message: string): FetchAnswer => ({ kind: 'failed', message });

/**
 * Reads an address as a stranger would: no cookies, no referrer, no way on to another address, and no more bytes than
 * were asked for. Never rejects.
 */
export async function fetchBounded({ url, maxBytes }: FetchRequest, ask: typeof fetch): Promise<FetchAnswer> {
  let response: Response;
  try {
    response = await ask(url, {
      credentials: 'omit',
      referrer: '',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      mode: 'cors',
    });
  } catch {
    return failed(
      'It could not be fetched: there is no such host, it sends on to another address, or it does not allow other pages to read it (CORS). Save the file there and open it here.',
    );
  }
  if (!response.ok) return failed(`It could not be fetched: the host answered ${response.status}.`);
  const reader = response.body?.getReader();
  if (reader === undefined) return failed('The host answered with nothing.');
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > maxBytes) {
        await reader.cancel().catch(() => {});
        return failed(`It is larger than ${maxBytes / 1024 / 1024} MB, more than any recording.`);
      }
      pieces.push(value);
    }
  } catch {
    return failed('The connection broke off. Try again.');
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { kind: 'bytes', bytes };
}
