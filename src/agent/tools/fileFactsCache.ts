import type { LineIndex, TokenEncoding } from '../../core/index.ts';
import type { FileStat } from '../../guest/index.ts';

/** What one pass over a file has taught: its lines, and its tokens by encoding. */
export interface FileFacts {
  readonly index: LineIndex;
  readonly tokens: Map<TokenEncoding, number>;
}

/** Facts of files that have not changed since, so that a second page does not cost a second pass. */
export class FileFactsCache {
  readonly #facts = new Map<string, { readonly mark: string; readonly facts: FileFacts }>();

  constructor(private readonly maxFiles = 64) {}

  get(path: string, stat: FileStat): FileFacts | null {
    const kept = this.#facts.get(path);
    return kept !== undefined && kept.mark === markOf(stat) ? kept.facts : null;
  }

  set(path: string, stat: FileStat, facts: FileFacts): void {
    this.#facts.delete(path);
    this.#facts.set(path, { mark: markOf(stat), facts });
    const oldest = this.#facts.keys().next();
    if (this.#facts.size > this.maxFiles && oldest.done !== true) this.#facts.delete(oldest.value);
  }
}

function markOf({ size, mtimeMs }: FileStat): string {
  return `${size} ${mtimeMs}`;
}
