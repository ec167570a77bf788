import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { isBinary, unitsFromBytes, unitsFromText } from '../base/text.ts';
import { shortOid } from '../history/abbreviations.ts';
import { contentOf, type FileSide } from './changes.ts';
import { editsBetween, linesOf } from './hunks.ts';

const context = 3;

/** A line that the result no longer has, and which of the parents had it. */
interface Lost {
  readonly text: string;
  readonly parents: Set<number>;
}

/** One place of the result: what was lost in front of it, and which parents lack its line. */
interface Place {
  lost: Lost[];
  readonly newTo: Set<number>;
  shown: boolean;
}

/** Puts lines that another parent lost too together with those known, in an order that suits both. */
function joinLost(known: readonly Lost[], texts: readonly string[], parent: number): Lost[] {
  const edits = editsBetween(
    known.map(({ text }) => text),
    texts,
    'exact',
    'last',
  );
  const all: Lost[] = [];
  let [a, b] = [0, 0];
  const same = (end: number) => {
    for (; a < end; a++, b++) {
      known[a]!.parents.add(parent);
      all.push(known[a]!);
    }
  };
  for (const edit of edits) {
    same(edit.oldFrom);
    for (; a < edit.oldTo; a++) all.push(known[a]!);
    for (; b < edit.nowTo; b++) all.push({ text: texts[b]!, parents: new Set([parent]) });
  }
  same(known.length);
  return all;
}

/** Marks runs in which all differences are to the same parents, and not to all: there one side was simply taken. */
function hidePlainTakes(places: readonly Place[], parents: number): void {
  const key = (set: ReadonlySet<number>) => [...set].sort().join();
  const everyone = [...Array(parents).keys()].join();
  for (let from = 0; from < places.length; ) {
    if (!places[from]!.shown) {
      from++;
      continue;
    }
    let to = from + 1;
    for (let next = to; next < Math.min(places.length, to + context); next++)
      if (places[next]!.shown) to = next + 1;
    const kinds = new Set<string>();
    for (const { lost, newTo } of places.slice(from, to)) {
      if (newTo.size > 0) kinds.add(key(newTo));
      for (const each of lost) kinds.add(key(each.parents));
    }
    const [only] = kinds;
    if (kinds.size === 1 && only !== everyone)
      for (const place of places.slice(from, to)) place.shown = false;
    from = to;
  }
}

/** The hunks of a result against all of its parents (`@@@`), in units; empty where each line is some parent's choice. */
export function combinedHunks(parents: readonly (readonly string[])[], result: readonly string[]): string {
  const places: Place[] = Array.from({ length: result.length + 1 }, () => ({
    lost: [],
    newTo: new Set(),
    shown: false,
  }));
  /** Per parent, how many of its lines stand before each place. */
  const before = parents.map((lines, parent) => {
    const counts = new Array<number>(result.length + 2).fill(0);
    let [a, b] = [0, 0];
    const same = (end: number) => {
      for (; b < end; a++, b++) counts[b] = a;
    };
    for (const edit of editsBetween(lines, result, 'exact', 'last')) {
      same(edit.nowFrom);
      counts[b] = a;
      places[b]!.lost = joinLost(places[b]!.lost, lines.slice(edit.oldFrom, edit.oldTo), parent);
      a = edit.oldTo;
      for (; b < edit.nowTo; b++) {
        if (b > edit.nowFrom) counts[b] = a;
        places[b]!.newTo.add(parent);
      }
    }
    same(result.length);
    if (counts[result.length] === 0) counts[result.length] = a;
    counts[result.length + 1] = lines.length;
    return counts;
  });
  for (const place of places) place.shown = place.newTo.size > 0 || place.lost.length > 0;
  hidePlainTakes(places, parents.length);
  const isShown = (at: number) =>
    places.slice(Math.max(0, at - context), at + context + 1).some(({ shown }) => shown);
  const visible = places.map((_place, at) => isShown(at));
  let text = '';
  let title = '';
  for (let from = 0; from < places.length; ) {
    if (!visible[from]) {
      if (/^[A-Za-z_$]/.test(result[from] ?? '')) title = result[from]!;
      from++;
      continue;
    }
    let to = from;
    while (to < places.length && visible[to]) to++;
    const marks = '@'.repeat(parents.length + 1);
    const ranges = before.map((counts) => ` -${counts[from]! + 1},${counts[to]! - counts[from]!}`).join('');
    const lines = Math.min(to, result.length) - from;
    text += `${marks}${ranges} +${from + 1},${lines} ${marks}${titleOf(title)}\n`;
    for (let at = from; at < to; at++) {
      for (const { text: line, parents: of } of places[at]!.lost) {
        text += parents.map((_lines, parent) => (of.has(parent) ? '-' : ' ')).join('') + ended(line);
      }
      if (at === result.length) break;
      text +=
        parents.map((_lines, parent) => (places[at]!.newTo.has(parent) ? '+' : ' ')).join('') +
        ended(result[at]!);
    }
    from = to;
  }
  return text;
}

function ended(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}

/** git leaves the last letter of the place out here. */
function titleOf(line: string): string {
  const text = line.slice(0, 40).trimEnd();
  return text.length > 1 ? ` ${text.slice(0, -1)}` : '';
}

/** `diff --cc` of one file against its parents; empty where nothing is worth showing. `result` null: deleted. */
export async function combinedPatch(
  repo: Repo,
  path: string,
  parents: readonly FileSide[],
  result: FileSide | null,
): Promise<string> {
  const bytes = await Promise.all([...parents, result].map((side) => contentOf(repo, side)));
  const shorts = await Promise.all(parents.map(({ oid }) => shortOid(repo, oid)));
  const now = result && !result.inWorktree ? await shortOid(repo, result.oid) : '0000000';
  const head = `diff --cc ${shownPath(path)}\nindex ${shorts.join(',')}..${now}\n`;
  if (bytes.some(isBinary)) return unitsFromText(`${head}Binary files differ\n`);
  const lines = bytes.map((each) => linesOf(unitsFromBytes(each)));
  const hunks = combinedHunks(lines.slice(0, -1), lines.at(-1)!);
  if (hunks === '') return '';
  return (
    unitsFromText(
      `${head}--- ${shownPath(`a/${path}`)}\n+++ ${result ? shownPath(`b/${path}`) : '/dev/null'}\n`,
    ) + hunks
  );
}
