import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { isBinary, plural, unitsFromBytes } from '../base/text.ts';
import { contentOf, type FileChange, pathOf } from './changes.ts';
import { editsBetween, linesOf, type Whitespace } from './hunks.ts';

/** How much of one file changed. */
export interface FileCount {
  readonly change: FileChange;
  readonly added: number;
  readonly removed: number;
  /** Bytes before and after, where lines mean nothing. */
  readonly binary: readonly [number, number] | null;
}

export async function countChange(
  repo: Repo,
  change: FileChange,
  whitespace: Whitespace = 'exact',
): Promise<FileCount> {
  if (change.old && change.now && change.old.oid === change.now.oid) {
    return { change, added: 0, removed: 0, binary: null };
  }
  const [old, now] = await Promise.all([contentOf(repo, change.old), contentOf(repo, change.now)]);
  if (isBinary(old) || isBinary(now))
    return { change, added: 0, removed: 0, binary: [old.length, now.length] };
  const oldLines = linesOf(unitsFromBytes(old));
  const nowLines = linesOf(unitsFromBytes(now));
  if (change.status === 'A') return { change, added: nowLines.length, removed: 0, binary: null };
  if (change.status === 'D') return { change, added: 0, removed: oldLines.length, binary: null };
  let [added, removed] = [0, 0];
  for (const edit of editsBetween(oldLines, nowLines, whitespace)) {
    removed += edit.oldTo - edit.oldFrom;
    added += edit.nowTo - edit.nowFrom;
  }
  return { change, added, removed, binary: null };
}

/** `src/{old => new}/file.ts` */
export function renamedName(from: string, to: string): string {
  const quotes = shownPath(from) !== from || shownPath(to) !== to;
  if (quotes) return `${shownPath(from)} => ${shownPath(to)}`;
  let front = 0;
  for (let at = 0; at < from.length && at < to.length && from[at] === to[at]; at++) {
    if (from[at] === '/') front = at + 1;
  }
  let back = 0;
  const most = Math.min(from.length, to.length) - front;
  for (let at = 1; at <= most + (front > 0 ? 1 : 0) && from.at(-at) === to.at(-at); at++) {
    if (from.at(-at) === '/') back = at;
  }
  const fromMiddle = from.slice(front, Math.max(front, from.length - back));
  const toMiddle = to.slice(front, Math.max(front, to.length - back));
  const [head, tail] = [from.slice(0, front), back > 0 ? from.slice(from.length - back) : ''];
  if (head === '' && tail === '') return `${from} => ${to}`;
  return `${head}{${fromMiddle} => ${toMiddle}}${tail}`;
}

export function nameOf(change: FileChange): string {
  if (change.status === 'R' && change.old && change.now) return renamedName(change.old.path, change.now.path);
  return shownPath(pathOf(change));
}

const terminalWidth = 80;

function scaled(count: number, most: number, columns: number): number {
  return count === 0 ? 0 : 1 + Math.floor((count * (columns - 1)) / most);
}

/** ` 2 files changed, 3 insertions(+), 1 deletion(-)` */
export function shortStat(counts: readonly FileCount[]): string {
  const sum = (name: 'added' | 'removed') => counts.reduce((all, count) => all + count[name], 0);
  const [added, removed] = [sum('added'), sum('removed')];
  const files = counts.filter(({ change }) => change.status !== 'U').length;
  let line = ` ${plural(files, 'file')} changed`;
  if (added > 0 || removed === 0) line += `, ${plural(added, 'insertion')}(+)`;
  if (removed > 0 || added === 0) line += `, ${plural(removed, 'deletion')}(-)`;
  return `${files === 0 ? ' 0 files changed' : line}\n`;
}

/** The table of `--stat`, as wide as git makes it where there is no terminal. */
export function statTable(
  counts: readonly FileCount[],
  width = terminalWidth,
  noteOf: (change: FileChange) => string = () => '',
): string {
  if (counts.length === 0) return '';
  const most = Math.max(0, ...counts.map(({ added, removed }) => added + removed));
  const names = counts.map(({ change }) => nameOf(change) + noteOf(change));
  const hasBinary = counts.some(({ binary }) => binary);
  const numberWidth = Math.max(String(most).length, hasBinary ? 3 : 0);
  const binWidth = Math.max(
    0,
    ...counts.map(({ binary }) => (binary ? `${binary[0]} -> ${binary[1]} bytes`.length + 4 : 0)),
  );
  let graph = most + 4 > binWidth ? most : binWidth - 4;
  let nameWidth = Math.max(...names.map((name) => name.length));
  if (nameWidth + numberWidth + 6 + graph > width) {
    if (graph > Math.floor((width * 3) / 8) - numberWidth - 6) {
      graph = Math.max(6, Math.floor((width * 3) / 8) - numberWidth - 6);
    }
    if (nameWidth > width - numberWidth - 6 - graph) nameWidth = width - numberWidth - 6 - graph;
    else graph = width - numberWidth - 6 - nameWidth;
  }
  const lines = counts.map(({ added, removed, binary, change }, index) => {
    const name = shortened(names[index]!, nameWidth).padEnd(nameWidth);
    // git leaves out the line end here.
    if (change.status === 'U') return ` ${name} | Unmerged`;
    if (binary) {
      const bytes =
        binary[0] === binary[1] && change.old?.oid === change.now?.oid
          ? ''
          : ` ${binary[0]} -> ${binary[1]} bytes`;
      return ` ${name} | ${'Bin'.padStart(numberWidth)}${bytes}\n`;
    }
    let [plus, minus] = [added, removed];
    if (graph <= most) {
      let total = scaled(plus + minus, most, graph);
      if (total < 2 && plus > 0 && minus > 0) total = 2;
      if (plus < minus) {
        plus = scaled(plus, most, graph);
        minus = total - plus;
      } else {
        minus = scaled(minus, most, graph);
        plus = total - minus;
      }
    }
    const bar = `${'+'.repeat(plus)}${'-'.repeat(minus)}`;
    return ` ${name} | ${String(added + removed).padStart(numberWidth)}${bar === '' ? '' : ` ${bar}`}\n`;
  });
  return `${lines.join('')}${shortStat(counts)}`;
}

/** The end of a long path, cut at a slash where that can be. */
function shortened(name: string, columns: number): string {
  if (name.length <= columns) return name;
  const kept = name.slice(name.length - (columns - 3));
  const slash = kept.indexOf('/');
  return `...${slash < 0 ? kept : kept.slice(slash)}`;
}

/** ` create mode 100644 a`, ` rename a => b (90%)`: what `commit` and `--summary` say besides. */
export function summaryLines(changes: readonly FileChange[]): string {
  const lines = changes.flatMap((change) => {
    const { status, old, now } = change;
    if (status === 'A') return [` create mode ${now?.mode} ${shownPath(pathOf(change))}`];
    if (status === 'D') return [` delete mode ${old?.mode} ${shownPath(pathOf(change))}`];
    const modes = old && now && old.mode !== now.mode ? ` mode change ${old.mode} => ${now.mode}` : '';
    if (status === 'R') {
      return [` rename ${nameOf(change)} (${change.likeness}%)`, ...(modes === '' ? [] : [modes])];
    }
    return modes === '' ? [] : [`${modes} ${shownPath(pathOf(change))}`];
  });
  return lines.map((line) => `${line}\n`).join('');
}
