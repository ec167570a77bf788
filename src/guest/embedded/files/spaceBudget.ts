import { posixError } from './posixErrors.ts';

/** Bytes that the guest's files and spools may hold together, so that a full disk comes before a dead process. */
export class SpaceBudget {
  #usedBytes = 0;

  /** `largestFileBytes` is what one file may hold, whatever room there is. */
  constructor(
    readonly maxBytes: number,
    readonly largestFileBytes = Number.POSITIVE_INFINITY,
  ) {}

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Exchanges `oldBytes` of a file for `newBytes`; throws ENOSPC or EFBIG, and changes nothing, where that does not fit. */
  replace(oldBytes: number, newBytes: number, path: string): void {
    if (newBytes > this.largestFileBytes && newBytes > oldBytes) throw posixError('EFBIG', 'write', path);
    const next = this.#usedBytes - oldBytes + newBytes;
    if (next > this.maxBytes && newBytes > oldBytes) throw posixError('ENOSPC', 'write', path);
    this.#usedBytes = next;
  }
}
