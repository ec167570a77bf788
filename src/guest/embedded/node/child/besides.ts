/**
 * Whether this process and what it has started, or two of the latter, could write at the same time. In which order
 * they did is chance, and with virtual time the record of the run must say so. Who does nothing but wait for a child,
 * as `node --test` does, is not meant.
 */
export class Besides {
  #alive = 0;
  #ranBeside = false;

  get ranBeside(): boolean {
    return this.#ranBeside;
  }

  /** A child runs from here on; the answer is called at its end, once or more. */
  started(): () => void {
    if (this.#alive > 0) this.#ranBeside = true;
    this.#alive += 1;
    let alive = true;
    return () => {
      if (alive) this.#alive -= 1;
      alive = false;
    };
  }

  /** A thread, or a child that has said so of itself. */
  mark(): void {
    this.#ranBeside = true;
  }

  /** This process changes a file. */
  changes(): void {
    if (this.#alive > 0) this.#ranBeside = true;
  }
}
