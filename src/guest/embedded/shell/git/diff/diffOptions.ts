import type { GitCall } from '../base/gitCall.ts';
import type { GivenOptions } from '../base/options.ts';
import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { type FileChange, pathOf } from './changes.ts';
import type { Whitespace } from './hunks.ts';
import { patchOf, plainPatch } from './patch.ts';
import { withRenames } from './renames.ts';
import { countChange, nameOf, shortStat, statTable, summaryLines } from './stat.ts';

/** Words for an `OptionTable` that diff, show and log share. */
export const diffWords =
  'p,u,patch s,no-patch U,unified= stat=? numstat shortstat summary name-only name-status raw w,ignore-all-space b,ignore-space-change ignore-blank-lines ignore-space-at-eol M,find-renames=? no-renames full-index no-prefix color=? word-diff=? patience histogram minimal diff-algorithm= no-ext-diff no-textconv text z compact-summary patch-with-stat diff-filter= R relative=? abbrev=? exit-code quiet check';

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
];

/** Whether the call names a form other than a patch, or no output at all. */
export function asksForShape(given: GivenOptions): boolean {
  return given.has('patch', 'unified', 'no-patch', ...shapes);
}

function whitespaceOf(given: GivenOptions): Whitespace {
  if (given.has('ignore-all-space')) return 'all';
  return given.has('ignore-space-change', 'ignore-space-at-eol') ? 'amount' : 'exact';
}

/** Renames found and unwanted kinds left out. */
export async function selectChanges(
  repo: Repo,
  changes: readonly FileChange[],
  given: GivenOptions,
): Promise<FileChange[]> {
  const renamed = given.has('no-renames', 'no-no-renames') ? [...changes] : await withRenames(repo, changes);
  const filter = given.value('diff-filter');
  if (filter === undefined) return renamed;
  const excludes = filter === filter.toLowerCase();
  return renamed.filter(({ status }) => filter.toUpperCase().includes(status) !== excludes);
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
  const wantsPatch =
    given.has('patch', 'unified', 'patch-with-stat') || (shape.patchByDefault && !asksForShape(given));
  if (!wantsPatch && !given.has(...shapes)) return;
  shape.separate?.();
  const end = given.has('z') ? '\0' : '\n';
  const name = (path: string) => (given.has('z') ? path : shownPath(path));
  const whitespace = whitespaceOf(given);
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
  if (given.has('stat', 'numstat', 'shortstat', 'patch-with-stat', 'compact-summary')) {
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
    if (given.has('stat', 'patch-with-stat', 'compact-summary')) git.print(statTable(counts));
    else if (given.has('shortstat')) git.print(shortStat(counts));
  }
  if (given.has('summary')) git.print(summaryLines(changes));
  if (!wantsPatch) return;
  if (given.has(...shapes)) git.print('\n');
  const patch = {
    ...plainPatch,
    context: given.count('unified', 3),
    whitespace,
    prefixes: !given.has('no-prefix'),
    fullIndex: given.has('full-index'),
  };
  for (const change of changes) {
    if (change.inConflict) continue;
    git.printUnits(await patchOf(repo, change, patch));
    await git.drain();
    if (!git.isRead) return;
  }
}
