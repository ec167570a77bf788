import { tightLoop } from './tightLoop.ts';

/** The browser's own speed: milliseconds of one call in a plain worker, for each message. */
self.onmessage = ({ data: rounds }: MessageEvent<number>) => {
  const startedMs = performance.now();
  const sum = tightLoop(rounds);
  self.postMessage({ ms: performance.now() - startedMs, sum });
};
