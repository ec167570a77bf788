import { isRecord } from './configure.ts';
import type { SpillFile, SpillSink } from './contract.ts';

/** Writes one after another behind a reader that does not wait. Failures are silent, as the tool has them. */
export class SpillWriter {
  #hasFailed = false;
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly file: SpillFile) {}

  /** The bytes are the sink's to keep. */
  write(bytes: Uint8Array): void {
    this.#last = this.#last
      .then(() => (this.#hasFailed ? undefined : this.file.write(bytes)))
      .catch(() => {
        this.#hasFailed = true;
      });
  }

  /** Once, after the last write. Gives the reference, null where anything failed. */
  async close(): Promise<string | null> {
    await this.#last;
    try {
      const reference: unknown = await this.file.close();
      return this.#hasFailed || typeof reference !== 'string' ? null : reference;
    } catch {
      return null;
    }
  }
}

/** @throws where the sink does not give a file. */
export async function openSpill(
  sink: SpillSink,
  run: Parameters<SpillSink['open']>[0],
): Promise<SpillWriter> {
  const file: unknown = await sink.open(run);
  if (!isSpillFile(file)) throw new TypeError('open gave nothing with write and close');
  return new SpillWriter(file);
}

function isSpillFile(value: unknown): value is SpillFile {
  return isRecord(value) && typeof value.write === 'function' && typeof value.close === 'function';
}
