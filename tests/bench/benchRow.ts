/** One printed line of the benchmark. A target is printed beside the value and never fails a run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  /** Unit of `value`, such as `ms` or `MB/s`. */
  readonly unit: string;
  /** `value` over the value of what it is measured against, in the same run. */
  readonly ratio?: number;
  /** What the ratio is against, in words. */
  readonly against?: string;
  /** The goal, in words with its unit. */
  readonly target?: string;
}
