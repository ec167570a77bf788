import type { ProfileRef, RecordKey, SentView, SessionState } from '../../core/index.ts';
import { type WhatIfResult, whatIfResult } from '../inspector/whatIf.ts';

/** What makes two refs word an output alike. */
export function nameOfRef({ id, version, quirks, overrides }: ProfileRef): string {
  return JSON.stringify([id, version, quirks, overrides]);
}

/**
 * Results of a session as other profiles would have worded them, made one after the other and kept. A result that was
 * sent under that very profile is itself.
 */
export class WhatIfViews {
  readonly #made = new Map<string, Map<RecordKey, WhatIfResult>>();

  constructor(private readonly session: Parameters<typeof whatIfResult>[0]) {}

  /**
   * `onMade` comes after each result with how many are done; false ends it, and what is there by then is given.
   * Rejects where a stored output cannot be read.
   */
  async under(
    ref: ProfileRef,
    state: SessionState,
    onMade: (done: number, all: number) => boolean,
  ): Promise<ReadonlyMap<RecordKey, SentView>> {
    const name = nameOfRef(ref);
    const made = this.#made.get(name) ?? new Map<RecordKey, WhatIfResult>();
    this.#made.set(name, made);
    const calls = state.turns.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
    const recorded = calls.flatMap(({ record, sent }) => (record && sent ? [{ record, sent }] : []));
    const usedStems = new Set<string>();
    const views = new Map<RecordKey, SentView>();
    for (const [at, { record, sent }] of recorded.entries()) {
      const isItself = nameOfRef(sent.profile) === name;
      const result = isItself
        ? { sent, savedPath: record.savedAs?.path ?? null }
        : (made.get(record.key) ?? (await whatIfResult(this.session, record, ref, usedStems)));
      made.set(record.key, result);
      views.set(record.key, result.sent);
      if (result.savedPath !== null) usedStems.add(stemOf(result.savedPath));
      if (!onMade(at + 1, recorded.length)) break;
    }
    return views;
  }
}

/** The name of a file without its folder and ending, as names of saved outputs are told apart. */
function stemOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]*$/, '')
    .toLowerCase();
}
