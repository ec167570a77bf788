import type { Reach, ReachRequest } from './reachMessages.ts';

/**
 * Asks one host whether it is there, since the page itself has no network. Its policy names that host alone, and it
 * takes answers of hosts that allow nobody to read them: nothing of an answer is looked at.
 */

/** A refusal by a policy is told a little after the request fails. */
const violationMs = 50;

let isForbidden = false;
self.addEventListener('securitypolicyviolation', () => {
  isForbidden = true;
});

self.onmessage = ({ data }: MessageEvent<ReachRequest>) => {
  // The page takes the first answer.
  const answer = (reach: Reach) => self.postMessage(reach);
  setTimeout(() => answer('silent'), data.limitMs);
  fetch(data.url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' }).then(
    () => answer('reached'),
    () => setTimeout(() => answer(isForbidden ? 'unknown' : 'refused'), violationMs),
  );
};
