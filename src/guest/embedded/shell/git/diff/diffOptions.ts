import type { GitCall } from '../base/gitCall.ts';
import { zeroOid } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { unitsFromBytes, unitsFromText } from '../base/text.ts';
import { shortOid } from '../history/abbreviations.ts';
import { contentOf, type FileChange, pathOf } from './changes.ts';
import type { Whitespace } from './hunks.ts';
import { type PatchOptions, patchOf, plainPatch } from './patch.ts';
import { withRenames } from './renames.ts';
import { countChange, nameOf, shortStat, statTable, summaryLines } from './stat.ts';
import { checkedChange } from './whitespaceCheck.ts';

/** Words for an `OptionTable` that diff, show and log share. */
export const diffWords =
  'p,u,patch s,no-patch U,unified= stat=? numstat shortstat summary name-only name-status raw w,ignore-all-space b,ignore-space-change ignore-blank-lines ignore-space-at-eol M,find-renames=? no-renames full-index no-prefix src-prefix= dst-prefix= default-prefix output= S= G= pickaxe-regex pickaxe-all stat-width= C,find-copies=? no-color color-moved=? ws-error-highlight= color=? word-diff=? word-diff-regex= color-words=? patience histogram minimal diff-algorithm= no-ext-diff no-textconv text z compact-summary patch-with-stat diff-filter= R relative=? abbrev=? exit-code quiet check';

const shapes = [
  'stat',
  'numstat',
  'shortstat',
  'summary',
  'name-only',
  'name-status',
  'patch-with-stat',
  'compact-summary',
  'raw',
  'check',
  'stat-width',
];

/** Whether the call names a form other than a patch, or no output at all. */
export function asksForShape(given: GivenOptions): boolean {
  return given.has('patch', 'unified', 'no-patch', ...shapes);
}

/** Whether a patch was asked for by name. */
export function asksForPatch(given: GivenOptions): boolean {
  return given.has('patch', 'unified', 'patch-with-stat');
}

function whitespaceOf(given: GivenOptions): Whitespace {
  if (given.has('ignore-all-space')) return 'all';
  return given.has('ignore-space-change', 'ignore-space-at-eol') ? 'amount' : 'exact';
}

/** A change the other way round, as `-R` shows it. */
function turned(change: FileChange): FileChange {
  const status = change.status === 'A' ? 'D' : change.status === 'D' ? 'A' : change.status;
  return { ...change, status, old: change.now, now: change.old };
}

/** Whether a change has what `-S` (another number of times than before) or `-G` (in a changed line) looks for. */
export async function isPicked(repo: Repo, change: FileChange, given: GivenOptions): Promise<boolean> {
  const counted = given.value('S');
  const sought = counted ?? given.value('G');
  if (sought === undefined || change.status === 'U') return true;
  const needle = unitsFromText(sought);
  if (counted === undefined) {
    const regexp = new RegExp(needle);
    const lines = (await patchOf(repo, change, { ...plainPatch, context: 0 })).split('\n');
    return lines.some((line) => /^[-+](?!--|\+\+)/.test(line) && regexp.test(line.slice(1)));
  }
  const source = given.has('pickaxe-regex') ? needle : needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const countIn = async (side: FileChange['old']) =>
    unitsFromBytes(await contentOf(repo, side)).match(new RegExp(source, 'g'))?.length ?? 0;
  return (await countIn(change.old)) !== (await countIn(change.now));
}

/** Renames found and unwanted kinds left out. */
export async function selectChanges(
  repo: Repo,
  changes: readonly FileChange[],
  given: GivenOptions,
): Promise<FileChange[]> {
  const ordered = given.has('R') ? changes.map(turned) : changes;
  const isExact = given.value('find-renames')?.startsWith('100');
  let selected = given.has('no-renames', 'no-no-renames')
    ? [...ordered]
    : await withRenames(repo, ordered, isExact ? 1 : undefined);
  if (given.has('S', 'G')) {
    const picked: FileChange[] = [];
    for (const change of selected) if (await isPicked(repo, change, given)) picked.push(change);
    selected = picked;
  }
  const filter = given.value('diff-filter');
  if (filter === undefined) return selected;
  const excludes = filter === filter.toLowerCase();
  return selected.filter(({ status }) => filter.toUpperCase().includes(status) !== excludes);
}

function prefixesOf(given: GivenOptions): readonly [string, string] {
  if (given.has('no-prefix', 'no-no-prefix')) return ['', ''];
  const names = [given.value('src-prefix') ?? 'a/', given.value('dst-prefix') ?? 'b/'] as const;
  return given.has('R') ? [names[1], names[0]] : names;
}

function wordsOf(given: GivenOptions): PatchOptions['words'] {
  const style = given.value('word-diff') ?? (given.has('color-words') ? 'color' : undefined);
  const regexp = given.value('word-diff-regex') ?? (given.value('color-words') || undefined);
  if (style === 'none' || (style === undefined && regexp === undefined)) return undefined;
  const named = style === 'porcelain' || style === 'color' ? style : 'plain';
  return { style: named, pattern: regexp === undefined ? null : new RegExp(regexp, 'g') };
}

/** ` (new)`, ` (mode +x)`: what `--compact-summary` puts behind a name. */
function compactNote({ status, old, now }: FileChange): string {
  const executable = (side: FileChange['old']) => side?.mode === '100755';
  if (status === 'A') return ` (new${executable(now) ? ' +x' : now?.mode === '120000' ? ' +l' : ''})`;
  if (status === 'D') return ' (gone)';
  if (!old || !now || old.mode === now.mode) return '';
  return ` (mode ${executable(now) ? '+x' : executable(old) ? '-x' : now.mode === '120000' ? '+l' : '-l'})`;
}

/** `:100644 100644 1234567 89abcde M	path` */
export async function rawLine(
  repo: Repo,
  change: FileChange,
  abbreviates: boolean,
  end: string,
): Promise<string> {
  const { old, now, status, likeness = 0 } = change;
  const oid = async (side: FileChange['old']) => {
    if (!side || side.inWorktree) return abbreviates ? '0000000' : zeroOid;
    return abbreviates ? shortOid(repo, side.oid) : side.oid;
  };
  const mode = (side: FileChange['old']) => side?.mode ?? '000000';
  const letter = status === 'R' ? `R${String(likeness).padStart(3, '0')}` : status;
  const names = status === 'R' ? [old!.path, now!.path] : [pathOf(change)];
  const shown = names.map((name) => (end === '\0' ? name : shownPath(name)));
  const separator = end === '\0' ? '\0' : '\t';
  return `:${mode(old)} ${mode(now)} ${await oid(old)} ${await oid(now)} ${letter}${separator}${shown.join(separator)}${end}`;
}

/** Prints changes in the forms that were asked for. `separate` is called once before the first output. */
export async function printChanges(
  git: GitCall,
  repo: Repo,
  changes: readonly FileChange[],
  given: GivenOptions,
  shape: { readonly patchByDefault: boolean; readonly separate?: () => void },
): Promise<void> {
  if (changes.length === 0 || given.has('quiet')) return;
  const wantsPatch = asksForPatch(given) || (shape.patchByDefault && !asksForShape(given));
  if (!wantsPatch && !given.has(...shapes)) return;
  shape.separate?.();
  if (given.has('check')) {
    for (const change of changes) git.printUnits(await checkedChange(repo, change));
    return;
  }
  const end = given.has('z') ? '\0' : '\n';
  const name = (path: string) => (given.has('z') ? path : shownPath(path));
  const whitespace = whitespaceOf(given);
  if (given.has('raw'))
    for (const change of changes)
      git.print(await rawLine(repo, change, !given.has('no-abbrev', 'no-no-abbrev', 'full-index'), end));
  if (given.has('name-only')) for (const change of changes) git.print(`${name(pathOf(change))}${end}`);
  if (given.has('name-status')) {
    for (const change of changes) {
      const { status, old, now, likeness = 0 } = change;
      const separator = given.has('z') ? '\0' : '\t';
      const words =
        status === 'R'
          ? [`R${String(likeness).padStart(3, '0')}`, name(old!.path), name(now!.path)]
          : [status, name(pathOf(change))];
      git.print(`${words.join(separator)}${end}`);
    }
  }
  if (given.has('stat', 'numstat', 'shortstat', 'patch-with-stat', 'compact-summary', 'stat-width')) {
    const all = await Promise.all(changes.map((change) => countChange(repo, change, whitespace)));
    // Where white space does not count a file may turn out not to have changed at all.
    const counts = all.filter(
      ({ added, removed, binary, change: { status, old, now } }) =>
        whitespace === 'exact' || binary || added + removed > 0 || status !== 'M' || old?.mode !== now?.mode,
    );
    if (given.has('numstat')) {
      for (const { added, removed, binary, change } of counts) {
        const [plus, minus] = binary ? ['-', '-'] : [String(added), String(removed)];
        git.print(`${plus}\t${minus}\t${nameOf(change)}${end}`);
      }
    }
    const asked = Number((given.value('stat') ?? '').split(',')[0] || given.value('stat-width') || 80);
    const noteOf = given.has('compact-summary') ? compactNote : undefined;
    if (given.has('stat', 'patch-with-stat', 'compact-summary', 'stat-width'))
      git.print(statTable(counts, asked, noteOf));
    else if (given.has('shortstat')) git.print(shortStat(counts));
  }
  if (given.has('summary')) git.print(summaryLines(changes));
  if (!wantsPatch) return;
  if (given.has(...shapes)) git.print('\n');
  const patch = {
    ...plainPatch,
    context: given.count('unified', 3),
    whitespace,
    prefixes: prefixesOf(given),
    words: wordsOf(given),
    fullIndex: given.has('full-index'),
  };
  for (const change of changes) {
    if (change.inConflict) continue;
    git.printUnits(await patchOf(repo, change, patch));
    await git.drain();
    if (!git.isRead) return;
  }
}
