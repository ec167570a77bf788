/** One change of a file at a time, in the order asked: two edits of one step must both be in the file. */
export class PathLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(path: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(path) ?? Promise.resolve()).then(action);
    const settled = turn.catch(() => {});
    this.#last.set(path, settled);
    void settled.then(() => {
      if (this.#last.get(path) === settled) this.#last.delete(path);
    });
    return turn;
  }
}
