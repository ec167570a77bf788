import { SvelteMap } from 'svelte/reactivity';
import type { TokenCounter, TranscriptCall } from '../../core/index.ts';

/** Counts model views as they are asked for, each text once. */
export class ViewTokens {
  readonly #counts = new SvelteMap<string, number>();
  readonly #asked = new Set<string>();

  constructor(private readonly counter: TokenCounter) {}

  /** Tokens of the model view (o200k_base); null while they are counted, or where there is no text. */
  of({ model }: TranscriptCall): number | null {
    return model.kind === 'absent' ? null : (this.#counts.get(model.text) ?? null);
  }

  /** Has the views counted, in order. */
  async count(calls: readonly TranscriptCall[]): Promise<void> {
    for (const { model } of calls) {
      if (model.kind === 'absent' || this.#asked.has(model.text)) continue;
      this.#asked.add(model.text);
      this.#counts.set(model.text, await this.counter.count(model.text, 'o200k_base'));
    }
  }
}
