import { type HttpFailure, portOf } from './http.ts';

/** curl's code and sentence for a failure. */
export function curlFailure(
  failure: HttpFailure,
  url: URL,
  so: { readonly size: number; readonly elapsedMs: number },
): { readonly code: number; readonly sentence: string } {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const place = `${host} port ${portOf(url)}`;
  switch (failure.kind) {
    case 'refused':
      return {
        code: 7,
        sentence: `Failed to connect to ${place} after ${so.elapsedMs} ms: Couldn't connect to server`,
      };
    case 'not-allowed':
      return { code: 6, sentence: `Could not resolve host: ${host}: ${failure.detail}` };
    case 'unreachable':
      return {
        code: 7,
        sentence: `Failed to connect to ${place} after ${so.elapsedMs} ms: ${failure.detail}`,
      };
    case 'redirected':
      return { code: 47, sentence: failure.detail };
    case 'timeout':
      return {
        code: 28,
        sentence: `Operation timed out after ${so.elapsedMs} milliseconds with ${so.size} bytes received`,
      };
    case 'too-large':
      return { code: 63, sentence: `Maximum file size exceeded: ${failure.detail}` };
    case 'cut':
      return { code: 18, sentence: failure.detail };
    case 'empty':
      return { code: 52, sentence: failure.detail };
    case 'bad-request':
      return { code: 1, sentence: failure.detail };
  }
}
