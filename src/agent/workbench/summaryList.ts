import type { SessionState } from '../../core/index.ts';
import type { SessionSummary, Store } from '../../store/index.ts';
import type { After } from '../timers.ts';

/** The stored list may lag behind the logs by this much; it is derived from them. */
const writeEveryMs = 500;

/** The row of a session. */
export function summaryOf(state: SessionState): SessionSummary {
  const { id, title, createdAtMs, changedAtMs, guest, model, turns, outputBytes, origin } = state;
  const from = origin === undefined ? {} : { origin };
  return { id, title, createdAtMs, changedAtMs, guest, model, turns: turns.length, outputBytes, ...from };
}

/** The session list: true at once on the screen, stored a little later, so that no call pays for it. */
export class SummaryList {
  readonly #byId: Map<string, SessionSummary>;
  readonly #dirty = new Set<string>();
  #writes: Promise<unknown> = Promise.resolve();
  #cancel: (() => void) | null = null;

  constructor(
    private readonly store: Store,
    private readonly after: After,
    summaries: readonly SessionSummary[],
    private readonly onChange: () => void,
  ) {
    this.#byId = new Map(summaries.map((summary) => [summary.id, summary]));
  }

  /** Newest first. */
  get sessions(): readonly SessionSummary[] {
    return [...this.#byId.values()].sort((a, b) => b.changedAtMs - a.changedAtMs);
  }

  put(summary: SessionSummary): void {
    this.#dirty.add(summary.id);
    this.#cancel ??= this.after(writeEveryMs, () => this.#write());
    this.show(summary);
  }

  /** A row that another tab stores. */
  show(summary: SessionSummary): void {
    const before = this.#byId.get(summary.id);
    this.#byId.set(summary.id, summary);
    // Listeners hear of what a list shows; bytes and times alone are no news.
    if (before === undefined || before.title !== summary.title || before.turns !== summary.turns)
      this.onChange();
  }

  async putNow(summary: SessionSummary): Promise<void> {
    this.put(summary);
    this.#write();
    await this.#writes;
  }

  async remove(id: string): Promise<void> {
    this.#byId.delete(id);
    this.#dirty.delete(id);
    await this.#writes;
    this.onChange();
  }

  /** Writes what waits; resolves when it is stored or storage has refused it. */
  async settled(): Promise<void> {
    this.#write();
    await this.#writes;
  }

  #write(): void {
    this.#cancel?.();
    this.#cancel = null;
    const summaries = [...this.#dirty].flatMap((id) => this.#byId.get(id) ?? []);
    this.#dirty.clear();
    this.#writes = this.#writes.then(async () => {
      for (const summary of summaries) {
        if (this.#byId.has(summary.id)) await this.store.putSummary(summary).catch(() => {});
      }
    });
  }
}
