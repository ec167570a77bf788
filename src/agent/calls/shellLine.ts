/** The line in front of the session's one shell: what is asked of it runs one after the other, in the order asked. */
export class ShellLine {
  #last: Promise<void> = Promise.resolve();
  #length = 0;

  /** Nothing runs, and nothing waits. */
  get isFree(): boolean {
    return this.#length === 0;
  }

  /** Resolves, or rejects, as the run does. */
  run(run: () => Promise<void>): Promise<void> {
    this.#length += 1;
    const done = this.#last.then(run).finally(() => {
      this.#length -= 1;
    });
    this.#last = done.catch(() => {});
    return done;
  }
}
