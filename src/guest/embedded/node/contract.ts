/** One `node …` call. Plain data: it crosses ports. */
export interface NodeJob {
  /** Everything after the word `node`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Seed of Math.random, crypto random and pids; the clock at start, epoch ms, null = real. */
  readonly seed: number;
  readonly clockStartMs: number | null;
}
