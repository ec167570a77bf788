import type { GuestFs } from '../../guest/index.ts';

/** Bytes that may wait for the guest before whoever writes has to wait too. */
const maxWaitingBytes = 256 * 1024;

/**
 * The log of a job as a file of the guest that grows while the job runs. One append is under way at a time; what comes
 * meanwhile goes together. A file system that takes no more ends the log, never the job.
 */
export class JobLog {
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #flushing: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(
    private readonly fs: Pick<GuestFs, 'write' | 'append' | 'stat'>,
    readonly path: string,
  ) {}

  /** Makes the empty file: a path that a model is told is there. */
  async create(): Promise<void> {
    await this.fs.write(this.path, new Uint8Array());
  }

  /** Copies the bytes. Resolves when more may come. */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#failure !== null) return;
    this.#waiting.push(bytes.slice());
    this.#waitingBytes += bytes.length;
    this.#flushing ??= this.#flush();
    if (this.#waitingBytes > maxWaitingBytes) await this.#flushing;
  }

  /** Resolves when everything is in the file; gives its size and time, null where it could not be written. */
  async settled(): Promise<{ readonly bytes: number; readonly mtimeMs: number } | null> {
    await this.#flushing;
    if (this.#failure !== null) return null;
    const stat = await this.fs.stat(this.path).catch(() => null);
    return stat === null ? null : { bytes: stat.size, mtimeMs: stat.mtimeMs };
  }

  async #flush(): Promise<void> {
    // A moment, so that many small chunks become one append.
    await Promise.resolve();
    while (this.#waiting.length > 0 && this.#failure === null) {
      const bytes = joined(this.#waiting, this.#waitingBytes);
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.fs.append(this.path, bytes).catch((error: unknown) => {
        this.#failure = error;
      });
    }
    this.#flushing = null;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
