import { posixError } from './posixErrors.ts';

/** Bytes that the guest's files and spools may hold together, so that a full disk comes before a dead process. */
export class SpaceBudget {
  #usedBytes = 0;

  constructor(readonly maxBytes: number) {}

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Exchanges `oldBytes` for `newBytes`; throws ENOSPC, and changes nothing, where that does not fit. */
  replace(oldBytes: number, newBytes: number, path: string): void {
    const next = this.#usedBytes - oldBytes + newBytes;
    if (next > this.maxBytes && newBytes > oldBytes) throw posixError('ENOSPC', 'write', path);
    this.#usedBytes = next;
  }
}
