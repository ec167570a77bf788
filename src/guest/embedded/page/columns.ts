import { displayWidth } from './displayWidth.ts';

const gap = 2;

/** Lays names out in columns of a screen `width` columns wide, downwards first, as `ls` does. */
export function columnsOf(names: readonly string[], width: number): string[] {
  const widest = Math.max(...names.map(displayWidth)) + gap;
  const columns = Math.max(1, Math.floor(width / widest));
  const rows = Math.ceil(names.length / columns);
  return Array.from({ length: rows }, (_, row) =>
    names
      .filter((_name, index) => index % rows === row)
      .map((name) => name + ' '.repeat(widest - displayWidth(name)))
      .join('')
      .trimEnd(),
  );
}
