import { applyHunks } from '../../commands/extra/patch/apply.ts';
import type { GitCall } from '../base/gitCall.ts';
import { type Entry, hasObject, readObject, writeObject } from '../base/objects.ts';
import type { Repo } from '../base/repository.ts';
import { bytesFromUnits, unitsFromBytes } from '../base/text.ts';
import { applyTable } from '../commands/apply.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import { expandOid } from '../history/abbreviations.ts';
import { applyChange, headTree } from '../sequence/applyChange.ts';
import { modeIn, patchesIn, pathsOf } from './readPatch.ts';

/** How a patch that does not fit went as a merge with the files that it was made from. */
export type Merged = 'clean' | 'conflict' | 'nothing new' | 'no base';

/** Merges a patch into index and work tree, where the files that its `index` lines name are here. */
export async function mergePatch(git: GitCall, repo: Repo, units: string, name: string): Promise<Merged> {
  const given = applyTable.parse([]);
  const base = new Map<string, Entry>();
  const theirs = new Map<string, Entry>();
  const ours = await headTree(repo);
  for (const patch of patchesIn(units, false)) {
    const [oldPath, newPath] = pathsOf(patch, given);
    let text = '';
    let mode = '100644';
    if (oldPath !== null) {
      const line = patch.lead.find((each) => each.startsWith('index ')) ?? '';
      const short = /^index ([0-9a-f]+)\.\./.exec(line)?.[1];
      const oid = short === undefined ? ours.get(oldPath)?.oid : await expandOid(repo, short);
      if (!oid || !(await hasObject(repo, oid))) return 'no base';
      mode = / (\d{6})$/.exec(line)?.[1] ?? ours.get(oldPath)?.mode ?? mode;
      base.set(oldPath, { oid, mode });
      text = unitsFromBytes((await readObject(repo, oid)).bytes);
    }
    if (newPath === null) continue;
    const { text: patched, results } = applyHunks(text, patch.hunks, 0, { ignoreBlanks: false });
    if (results.some(({ applied }) => !applied)) return 'no base';
    const oid = await writeObject(repo, 'blob', bytesFromUnits(patched));
    theirs.set(newPath, { oid, mode: modeIn(patch) ?? mode });
  }
  git.print('Using index info to reconstruct a base tree...\n');
  for (const change of changesBetween(base, ours, (path) => base.has(path)))
    git.print(`${change.status}\t${pathOf(change)}\n`);
  git.print('Falling back to patching base and 3-way merge...\n');
  const { merged, isEmpty } = await applyChange(git, repo, {
    from: base,
    to: theirs,
    ours,
    names: { ours: 'HEAD', theirs: name },
  });
  return merged.conflicts.length > 0 ? 'conflict' : isEmpty ? 'nothing new' : 'clean';
}
