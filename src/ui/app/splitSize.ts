/** How far the line of a split can be moved, in per cent of both panes. */
export interface SplitLimits {
  readonly least: number;
  readonly most: number;
  /** The pane can be folded away, to 0. */
  readonly folds?: boolean;
}

/** Per cent that an arrow key moves the line. */
const keyStep = 5;

/** The size for a line that was dragged to `wanted`: a pane that folds does so in the lower half of its least size. */
export function dragged(wanted: number, { least, most, folds }: SplitLimits): number {
  if (folds && wanted < least / 2) return 0;
  return Math.min(most, Math.max(least, wanted));
}

interface Line {
  readonly now: number;
  /** The size to unfold to. */
  readonly unfolded: number;
  readonly direction: 'horizontal' | 'vertical';
  readonly sized: 'start' | 'end';
}

/** The size after a key, null where the key is not the line's. */
export function keyed(key: string, line: Line, limits: SplitLimits): number | null {
  const { now, unfolded, direction, sized } = line;
  const smallest = limits.folds ? 0 : limits.least;
  const [back, forth] = direction === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const grows = sized === 'start' ? forth : back;
  switch (key) {
    case 'Home':
      return sized === 'start' ? smallest : limits.most;
    case 'End':
      return sized === 'start' ? limits.most : smallest;
    case 'Enter':
      if (!limits.folds) return null;
      return now === 0 ? unfolded : 0;
    case grows:
      return now === 0 ? limits.least : Math.min(limits.most, now + keyStep);
    case back:
    case forth:
      return now <= limits.least ? smallest : Math.max(limits.least, now - keyStep);
    default:
      return null;
  }
}

const prefix = 'spillway:split:';

/** The size that this browser remembers; null where it has none that fits, or storage is blocked. */
export function readSize(id: string, { least, most, folds }: SplitLimits): number | null {
  try {
    const stored = localStorage.getItem(prefix + id);
    const size = stored === null ? Number.NaN : Number(stored);
    return (size >= least && size <= most) || (folds && size === 0) ? size : null;
  } catch {
    return null;
  }
}

export function writeSize(id: string, size: number): void {
  try {
    localStorage.setItem(prefix + id, String(size));
  } catch {
    // Blocked or full: the size holds until the page is left.
  }
}
