import type { Process } from '../processes/processTable.ts';

/** What each process is born with: its seed, and where its clock begins. */
export class Births {
  readonly #seed: number;
  readonly #clockStartMs: number | null;

  constructor({ seed, clockStartMs }: { readonly seed: number; readonly clockStartMs: number | null }) {
    this.#seed = seed;
    this.#clockStartMs = clockStartMs;
  }

  /**
   * When a process begins, epoch ms: with virtual time when its starter says, whose clock the kernel does not see.
   * `asked` came from guest code.
   */
  timeOf(asked: unknown, parent: Process | null): number {
    if (this.#clockStartMs === null) return Date.now();
    const isTime = typeof asked === 'number' && Math.abs(asked) <= 8.64e15;
    return isTime ? asked : (parent?.startedMs ?? this.#clockStartMs);
  }

  /** Processes of one guest differ, the same process of the same seed does not (Weyl's sequence by the golden ratio). */
  of({ pid, startedMs }: Process): { readonly seed: number; readonly clockStartMs: number | null } {
    const seed = (this.#seed + Math.imul(pid, 0x9e3779b9)) >>> 0;
    return { seed, clockStartMs: this.#clockStartMs === null ? null : startedMs };
  }
}
