/** Points of a chart, in its own pixels. An axis is logarithmic where it does not say that it is linear. */
export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly isLinear?: true;
}

export interface Series {
  readonly key: string;
  /** A null is not known yet. */
  readonly points: readonly { readonly x: number; readonly y: number | null }[];
}

/** Whole powers of ten around the values; at least one decade. */
export function decades(values: readonly number[]): Scale {
  const known = values.filter((value) => value > 0);
  if (known.length === 0) return { from: 1, to: 10 };
  const from = 10 ** Math.floor(Math.log10(Math.min(...known)));
  const to = 10 ** Math.ceil(Math.log10(Math.max(...known)));
  return { from, to: to > from ? to : from * 10 };
}

/** A linear axis from 0 to a round number at or over all values, at least 1. */
export function fromZero(values: readonly number[]): Scale {
  const most = Math.max(1, ...values);
  const step = roundStep(most);
  return { from: 0, to: Math.ceil(most / step) * step, isLinear: true };
}

/** A distance of 1, 2 or 5 times a power of ten that cuts a range into two to five. */
function roundStep(range: number): number {
  const power = 10 ** Math.floor(Math.log10(range));
  const times = range / power;
  return Math.max(1, times <= 1 ? power / 2 : times <= 2.5 ? power / 2 : times <= 5 ? power : 2 * power);
}

export function position(value: number, scale: Scale, start: number, end: number): number {
  if (scale.isLinear) {
    const along = (value - scale.from) / Math.max(scale.to - scale.from, Number.MIN_VALUE);
    return start + Math.max(0, Math.min(1, along)) * (end - start);
  }
  const share = Math.log(Math.max(value, scale.from) / scale.from) / Math.log(scale.to / scale.from);
  return start + Math.min(1, share) * (end - start);
}

/** Marks of an axis: each power of ten, or each of `base` from a start; round numbers on a linear one. */
export function ticks(scale: Scale, base = 10): readonly number[] {
  const found: number[] = [];
  if (scale.isLinear) {
    const step = roundStep(Math.max(1, scale.to - scale.from));
    for (let at = Math.ceil(scale.from / step) * step; at <= scale.to; at += step) found.push(at);
    return found;
  }
  for (let at = scale.from; at <= scale.to * 1.0001; at *= base) found.push(at);
  return found;
}

/** The line of a series as an SVG path; a gap where a point is not known, a dot where it has no neighbour. */
export function linePath(series: Series, x: Scale, y: Scale, frame: ChartFrame): string {
  const parts: string[] = [];
  let points = 0;
  for (const point of series.points) {
    if (point.y === null) {
      if (points === 1) parts.push('h0');
      points = 0;
      continue;
    }
    const px = position(point.x, x, frame.left, frame.width - frame.right);
    const py = position(point.y, y, frame.height - frame.bottom, frame.top);
    parts.push(`${points === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`);
    points++;
  }
  if (points === 1) parts.push('h0');
  return parts.join('');
}

/** Where the names of lines stand so that none lies on another, as near to its own line as there is room. */
export function spread(wanted: readonly number[], gap: number, from: number, to: number): readonly number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  const placed = order.map(({ y }) => y);
  for (let at = 1; at < placed.length; at++)
    placed[at] = Math.max(placed[at] ?? 0, (placed[at - 1] ?? 0) + gap);
  // What has run over the end is pushed back up.
  let most = to;
  for (let at = placed.length - 1; at >= 0; at--) {
    placed[at] = Math.min(placed[at] ?? 0, most);
    most = (placed[at] ?? 0) - gap;
  }
  const out = new Array<number>(wanted.length).fill(from);
  for (const [at, entry] of order.entries()) out[entry.at] = Math.max(from, placed[at] ?? from);
  return out;
}
