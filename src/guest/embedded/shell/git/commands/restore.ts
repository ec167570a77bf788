import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, type Tree } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { readHead } from '../base/refs.ts';
import { resolveRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { removeFile, writeEntry, writeFileOf } from '../index/update.ts';

const table = new OptionTable(
  'restore',
  's,source= S,staged W,worktree q,quiet ours theirs m,merge p,patch progress no-progress ignore-unmerged overlay no-overlay',
);

export async function restore(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  if (given.has('patch')) die("choosing hunks by hand is not in this guest's git; name whole files instead");
  if (given.operands.length === 0) die('you must specify path(s) to restore');
  const staged = given.has('staged');
  const worktree = given.has('worktree') || !staged;
  const index = await GitIndex.read(repo);
  const named = given.value('source');
  let source: Tree;
  if (named !== undefined)
    source = await flattenTree(
      repo,
      (await resolveRevision(git, repo, named)) ?? die(`could not resolve ${named}`),
    );
  else if (staged)
    source = await flattenTree(repo, (await readHead(repo)).oid ?? die('could not resolve HEAD'));
  else source = index.tree;
  const spec = pathspecOf(git, repo, given.operands);
  const known = [...source.keys(), ...index.entries.map(({ path }) => path)];
  const unmatched = spec.unmatched(known);
  if (unmatched.length > 0) {
    throw new GitFailure(
      unmatched.map((word) => `error: pathspec '${word}' did not match any file(s) known to git\n`).join(''),
      1,
    );
  }
  const side = given.has('ours') ? 2 : given.has('theirs') ? 3 : 0;
  for (const path of [...new Set(known)].filter((each) => spec.matches(each))) {
    const entry = source.get(path) ?? (side > 0 ? index.get(path, side) : undefined);
    if (!staged && named === undefined && side === 0 && index.conflicts.includes(path)) {
      throw new GitFailure(`error: path '${path}' is unmerged\n`, 1);
    }
    if (entry) {
      if (staged && worktree) await writeEntry(repo, index, path, entry);
      else if (staged) {
        const old = index.get(path);
        const seen = old?.oid === entry.oid && old.mode === entry.mode ? old.seen : null;
        index.set({ path, stage: 0, oid: entry.oid, mode: entry.mode, seen });
      } else await writeFileOf(repo, path, entry);
      continue;
    }
    if (worktree && index.has(path)) await removeFile(repo, path);
    if (staged) index.remove(path);
  }
  await index.write(repo);
  return 0;
}
