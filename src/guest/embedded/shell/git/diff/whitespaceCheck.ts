import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { isBinary, unitsFromBytes, unitsFromText } from '../base/text.ts';
import { contentOf, type FileChange, pathOf } from './changes.ts';
import { editsBetween, linesOf } from './hunks.ts';

/** What `--check` finds wrong in an added line. */
function faultsOf(line: string): string[] {
  const faults: string[] = [];
  if (/[ \t\r]+\n?$/.test(line)) faults.push('trailing whitespace');
  if (/^[ \t]* \t/.test(line)) faults.push('space before tab in indent');
  return faults;
}

/** Blanks that should not be, in the lines that a change adds; in units, empty where there are none. */
export async function checkedChange(repo: Repo, change: FileChange): Promise<string> {
  if (!change.now) return '';
  const [before, after] = await Promise.all([contentOf(repo, change.old), contentOf(repo, change.now)]);
  if (isBinary(before) || isBinary(after)) return '';
  const [old, now] = [linesOf(unitsFromBytes(before)), linesOf(unitsFromBytes(after))];
  const name = unitsFromText(shownPath(pathOf(change)));
  let text = '';
  let end = now.length;
  while (end > 0 && now[end - 1]?.trim() === '') end--;
  let blanksAtEnd = false;
  for (const { nowFrom, nowTo } of editsBetween(old, now)) {
    for (let at = nowFrom; at < nowTo; at++) {
      const line = now[at]!;
      if (/^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/.test(line))
        text += `${name}:${at + 1}: leftover conflict marker\n`;
      const faults = faultsOf(line);
      if (faults.length === 0) continue;
      text += `${name}:${at + 1}: ${faults.join(', ')}.\n+${line.endsWith('\n') ? line : `${line}\n`}`;
    }
    blanksAtEnd ||= nowTo === now.length && nowTo > end;
  }
  return blanksAtEnd && end < now.length ? `${text}${name}:${end + 1}: new blank line at EOF.\n` : text;
}
