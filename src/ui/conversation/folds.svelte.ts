/**
 * What is open and what is folded in a conversation, by the ids of its items. It outlives the rows, which are
 * unmounted when they scroll away, and is the one place that search and "unfold all" change.
 */
export class Folds {
  /** Cards are open until they are folded. */
  #folded = $state.raw<ReadonlySet<string>>(new Set());
  /** Cards that show their whole output instead of its last lines. */
  #whole = $state.raw<ReadonlySet<string>>(new Set());
  /** What is closed until it is opened: reasoning, words of the harness, the rest of a long message. */
  #opened = $state.raw<ReadonlySet<string>>(new Set());

  isFolded(id: string): boolean {
    return this.#folded.has(id);
  }

  isWhole(id: string): boolean {
    return this.#whole.has(id);
  }

  isOpen(id: string): boolean {
    return this.#opened.has(id);
  }

  toggleCard(id: string): void {
    this.#folded = toggled(this.#folded, id);
  }

  toggleWhole(id: string): void {
    this.#whole = toggled(this.#whole, id);
  }

  setOpen(id: string, open: boolean): void {
    if (this.#opened.has(id) !== open) this.#opened = toggled(this.#opened, id);
  }

  /** Opens whatever of these items is closed, so that what they hold can be seen. */
  reveal(ids: readonly string[]): void {
    if (ids.some((id) => this.#folded.has(id))) {
      this.#folded = new Set([...this.#folded].filter((id) => !ids.includes(id)));
    }
    if (ids.some((id) => !this.#opened.has(id))) this.#opened = new Set([...this.#opened, ...ids]);
  }

  /** Every card open to the last lines of its output, every note and thought shown. */
  unfoldAll(ids: readonly string[]): void {
    this.#folded = new Set();
    this.#opened = new Set(ids);
  }

  /** Every card one line, every note and thought closed, no output whole. */
  foldAll(ids: readonly string[]): void {
    this.#folded = new Set(ids);
    this.#whole = new Set();
    this.#opened = new Set();
  }
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
