import type { TokenEncoding } from '../core/index.ts';
import { TokenEngine } from './engine.ts';

const engines = new Map<TokenEncoding, Promise<TokenEngine>>();

/** The tables of an encoding are 1 MB (o200k) or 0.4 MB (cl100k) gzipped: fetched at first use, each as its own chunk. */
function loadRanks(encoding: TokenEncoding) {
  return encoding === 'o200k_base'
    ? import('gpt-tokenizer/bpeRanks/o200k_base')
    : import('gpt-tokenizer/bpeRanks/cl100k_base');
}

/** The engine of this thread for an encoding. A load that failed (no network) is tried again at the next call. */
export function loadEngine(encoding: TokenEncoding): Promise<TokenEngine> {
  const kept = engines.get(encoding);
  if (kept !== undefined) return kept;
  const loading = loadRanks(encoding).then((ranks) => new TokenEngine(encoding, ranks.default));
  engines.set(encoding, loading);
  loading.catch(() => engines.delete(encoding));
  return loading;
}
