/// <reference lib="webworker" />
import { LineScan } from './lineScan.ts';
import type { MatcherAnswer, MatcherRequest } from './matcherProtocol.ts';

let scan: LineScan | null = null;

function answer(request: MatcherRequest): MatcherAnswer {
  const { id } = request;
  try {
    if (request.type === 'open') scan = new LineScan(request.options);
    else if (request.type === 'push') scan?.push(request.bytes);
    else return { id, result: scan?.end() ?? null };
    return { id, result: null };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

self.addEventListener('message', (event: MessageEvent<MatcherRequest>) => {
  self.postMessage(answer(event.data));
});
