/** One bar of a stacked picture: parts in the order of the series, from the bottom. */
export interface Bar {
  readonly key: string;
  readonly title: string;
  readonly parts: readonly number[];
}

/** How a part is drawn: colour and texture, so that none is told by its colour alone. */
export interface BarSeries {
  readonly key: string;
  readonly title: string;
  /** A custom property of theme.css. */
  readonly ink: string;
  readonly texture: 'solid' | 'lines' | 'dots' | 'hollow';
}

export interface BarPart {
  readonly series: number;
  readonly from: number;
  readonly to: number;
}

/** Parts of a bar with their ends along its length; those of nothing are not there. */
export function stacked(parts: readonly number[]): readonly BarPart[] {
  const out: BarPart[] = [];
  let at = 0;
  parts.forEach((value, series) => {
    if (value <= 0) return;
    out.push({ series, from: at, to: at + value });
    at += value;
  });
  return out;
}
