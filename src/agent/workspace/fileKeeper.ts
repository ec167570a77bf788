import type { After } from '../timers.ts';

const keepAfterMs = 1_000;

export interface FileKeeperDeps {
  readonly after: After;
  /** Asked when it is time; where it may not, whoever hinders it makes a checkpoint of its own. */
  readonly mayKeep: () => boolean;
  readonly checkpoint: () => Promise<unknown>;
}

/** Files that change between steps, by a terminal or a child left running, are journalled soon after. */
export class FileKeeper {
  #cancel: (() => void) | null = null;
  #disposed = false;

  constructor(private readonly deps: FileKeeperDeps) {}

  filesChanged(): void {
    if (this.#disposed) return;
    this.#cancel ??= this.deps.after(keepAfterMs, () => {
      this.#cancel = null;
      if (this.deps.mayKeep()) void this.deps.checkpoint().catch(() => {});
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancel?.();
  }
}
