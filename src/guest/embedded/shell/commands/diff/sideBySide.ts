import { displayed } from '../text/columns.ts';
import type { Side } from './formats.ts';
import type { Change } from './lineDiff.ts';

/** The columns of `diff -y`: where the gutter and the right half begin. Tabs are eight wide. */
function layout(width: number): { half: number; right: number } {
  const step = 8 + 3;
  const offset = Math.floor((width + step) / (2 * 8)) * 8;
  const half = Math.max(0, Math.min(offset - 3, width - offset));
  return { half, right: half > 0 ? offset : width };
}

function tabsTo(from: number, to: number): string {
  let text = '';
  let at = from;
  while (Math.floor(at / 8) * 8 + 8 <= to) {
    text += '\t';
    at = Math.floor(at / 8) * 8 + 8;
  }
  return text + ' '.repeat(to - at);
}

export function sideBySide(
  changes: readonly Change[],
  a: Side,
  b: Side,
  options: { readonly width: number; readonly onlyChanges: boolean; readonly leftOnly: boolean },
): string {
  const { half, right } = layout(options.width);
  const gutter = Math.floor((half + right - 1) / 2);
  const row = (left: string | null, sign: string, other: string | null): string => {
    const cut = displayed(left ?? '', half);
    let at = cut.width;
    let line = cut.text;
    if (sign !== ' ') {
      line += tabsTo(at, gutter) + sign;
      at = gutter + 1;
    }
    const second = displayed(other ?? '', half);
    if (other !== null && second.text !== '') line += tabsTo(at, right) + second.text;
    return `${line}\n`;
  };
  let text = '';
  let i = 0;
  let j = 0;
  const common = (to: number): void => {
    for (; i < to; i++, j++) {
      if (options.onlyChanges) continue;
      text += options.leftOnly ? row(a.lines[i]!, '(', null) : row(a.lines[i]!, ' ', b.lines[j]!);
    }
  };
  for (const change of changes) {
    common(change.oldAt);
    const paired = Math.min(change.oldCount, change.newCount);
    for (let index = 0; index < paired; index++)
      text += row(a.lines[change.oldAt + index]!, '|', b.lines[change.newAt + index]!);
    for (let index = paired; index < change.oldCount; index++)
      text += row(a.lines[change.oldAt + index]!, '<', null);
    for (let index = paired; index < change.newCount; index++)
      text += row(null, '>', b.lines[change.newAt + index]!);
    i = change.oldAt + change.oldCount;
    j = change.newAt + change.newCount;
  }
  common(a.lines.length);
  return text;
}
