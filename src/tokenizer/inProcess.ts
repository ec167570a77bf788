import type { TokenCounter, TokenEncoding } from '../core/index.ts';
import { countParts } from './countParts.ts';
import { cutToTokens } from './cutToTokens.ts';
import { loadEngine } from './loadEngine.ts';
import { PassHandle } from './passHandle.ts';
import { PrefixPass } from './prefixPass.ts';

/**
 * The counter without a worker, for tests and command lines: the same engine on the calling thread, which it
 * holds for about 60 ms per MB of text.
 */
export function createInProcessCounter(): TokenCounter {
  return {
    count: async (text, encoding) => (await loadEngine(encoding)).countText(text),
    countParts: async (parts, encoding) => countParts(await loadEngine(encoding), parts),
    cutToTokens: async (bytes, encoding, capTokens) =>
      cutToTokens(await loadEngine(encoding), bytes, capTokens),
    pass: inProcessPass,
  };
}

function inProcessPass(encoding: TokenEncoding, capTokens: number | null): PassHandle {
  let made: PrefixPass | null = null;
  const open = async () => {
    made ??= new PrefixPass(await loadEngine(encoding), capTokens);
    return made;
  };
  const report = ({ prefix, total }: PrefixPass) => {
    if (prefix !== null) handle.settlePrefix(prefix);
    if (total !== null) handle.settleTotal(total);
  };
  const handle: PassHandle = new PassHandle({
    async push(bytes) {
      const pass = await open();
      if (handle.hasFailed) return;
      pass.push(bytes);
      report(pass);
    },
    async end() {
      const pass = await open();
      if (handle.hasFailed) return;
      pass.end();
      report(pass);
    },
    cancel() {
      made = null;
    },
  });
  return handle;
}
