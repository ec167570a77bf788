import type { ByteSource, Sources } from './byteSource.ts';
import { readAll } from './readRecords.ts';

interface Named {
  readonly source: ByteSource;
  /** What stands for it where the interpreter carries standard input. */
  readonly ticket: string;
  /** All that was left when somebody asked for a place in it. */
  whole: Promise<Uint8Array> | null;
}

/** The outputs of `<(…)` that commands read by their names (`/dev/fd/63`), while they are written. */
export class NamedSubstitutions {
  readonly #sources: Sources;
  readonly #open = new Map<string, Named>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  add(path: string, source: ByteSource): void {
    this.#open.set(path, { source, ticket: this.#sources.add(source), whole: null });
  }

  has(path: string): boolean {
    return this.#open.has(path);
  }

  source(path: string): ByteSource | null {
    return this.#open.get(path)?.source ?? null;
  }

  ticket(path: string): string | null {
    return this.#open.get(path)?.ticket ?? null;
  }

  /** For commands that read from a place, which a pipe has not: all of it, kept. Null where the path is none of these. */
  async whole(path: string, stopped: () => boolean): Promise<Uint8Array | null> {
    const named = this.#open.get(path);
    if (!named) return null;
    named.whole ??= readAll(named.source, Number.MAX_SAFE_INTEGER, stopped).then(({ bytes }) => bytes);
    return named.whole;
  }

  /** The command that had it has ended: whoever still writes is told so. */
  close(path: string): void {
    const named = this.#open.get(path);
    if (!named) return;
    this.#open.delete(path);
    this.#sources.remove(named.ticket);
  }
}
