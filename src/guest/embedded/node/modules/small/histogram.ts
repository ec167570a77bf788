import { checkInteger } from '../../nodeErrors/argumentErrors.ts';

/** `perf_hooks.createHistogram`, with every value kept. */
export function createHistogram() {
  let values: number[] = [];
  const sorted = () => values.toSorted((left, right) => left - right);
  const mean = () => values.reduce((sum, value) => sum + value, 0) / values.length;
  const histogram = {
    record(value: unknown) {
      checkInteger(value, 'val', 1);
      values.push(value);
    },
    recordDelta() {},
    add(other: { readonly valuesOf: () => readonly number[] }) {
      values.push(...other.valuesOf());
    },
    reset() {
      values = [];
    },
    percentile(percent: number): number {
      return sorted()[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)] ?? 0;
    },
    get count() {
      return values.length;
    },
    get min() {
      return sorted()[0] ?? 9223372036854776000;
    },
    get max() {
      return sorted().at(-1) ?? 0;
    },
    get mean() {
      return mean();
    },
    get stddev() {
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean()) ** 2, 0) / values.length);
    },
    exceeds: 0,
    get percentiles() {
      return new Map([0, 50, 75, 87.5, 100].map((percent) => [percent, histogram.percentile(percent)]));
    },
  };
  return Object.defineProperty(histogram, 'valuesOf', {
    value: () => values,
    enumerable: false,
  }) as typeof histogram & {
    valuesOf: () => readonly number[];
  };
}
