import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { type Entry, flattenTree, hashObject, type Tree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { readHead } from '../base/refs.ts';
import { type Repo, repoAt } from '../base/repository.ts';
import { changesBetween, type FileChange, pathOf } from '../diff/changes.ts';
import { diffWords, printChanges, selectChanges } from '../diff/diffOptions.ts';
import { commitOf, resolveRevision, revisionsAndPaths } from '../history/revisions.ts';
import { mergeBases } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { absolute, modeOf, trackedNow } from '../index/worktree.ts';

const table = new OptionTable('diff', `cached staged no-index merge-base ${diffWords}`);

async function treeOf(git: GitCall, repo: Repo, revision: string): Promise<Tree> {
  const oid = await resolveRevision(git, repo, revision);
  return flattenTree(repo, oid ?? (await commitOf(git, repo, revision)));
}

/** The two sets of files that a call compares. */
async function sides(
  git: GitCall,
  repo: Repo,
  revisions: readonly string[],
  given: GivenOptions,
): Promise<{ readonly old: Tree; readonly now: Tree; readonly unmerged: readonly FileChange[] }> {
  const range = /^(.*?)(\.\.\.?)(.*)$/.exec(revisions[0] ?? '');
  if (range && revisions.length === 1) {
    const left = await commitOf(git, repo, range[1] || 'HEAD');
    const right = await commitOf(git, repo, range[3] || 'HEAD');
    const from = range[2] === '...' ? ((await mergeBases(repo, [left, right]))[0] ?? left) : left;
    return { old: await flattenTree(repo, from), now: await flattenTree(repo, right), unmerged: [] };
  }
  if (revisions.length === 2) {
    const [old, now] = await Promise.all(revisions.map((revision) => treeOf(git, repo, revision)));
    return { old: old!, now: now!, unmerged: [] };
  }
  const index = await GitIndex.read(repo);
  const { conflicts } = index;
  const named = revisions[0] === undefined ? null : await treeOf(git, repo, revisions[0]);
  if (given.has('cached', 'staged')) {
    const head = named ?? (await flattenTree(repo, (await readHead(repo)).oid));
    const staged = new Map([...index.tree].filter(([path]) => !index.get(path)?.intentToAdd));
    return {
      old: withoutConflicts(head, conflicts),
      now: staged,
      unmerged: conflicts.map((path) => unmergedChange(index, path, null)),
    };
  }
  const { tree: now, refreshed } = await trackedNow(repo, index);
  if (refreshed) await index.write(repo);
  const known = new Map([...index.tree].filter(([path]) => !index.get(path)?.intentToAdd));
  return {
    old: named ?? known,
    now: named ? now : withoutConflicts(now, conflicts),
    unmerged: named ? [] : conflicts.flatMap((path) => conflictChanges(index, path, now)),
  };
}

function unmergedChange(index: GitIndex, path: string, result: Entry | null): FileChange {
  const parents = ([2, 3] as const).flatMap((stage) => {
    const entry = index.get(path, stage);
    return entry ? [{ oid: entry.oid, mode: entry.mode, path }] : [];
  });
  const side = parents[0] ?? { oid: '', mode: '100644', path };
  return { status: 'U', old: side, now: side, sides: { parents, result: result && { ...result, path } } };
}

/** A path in conflict, and besides what its file is against our side. */
function conflictChanges(index: GitIndex, path: string, now: Tree): FileChange[] {
  const result = now.get(path) ?? null;
  const ours = index.get(path, 2);
  const unmerged = unmergedChange(index, path, result);
  if (!ours || (result?.oid === ours.oid && result.mode === ours.mode)) return [unmerged];
  const old = { oid: ours.oid, mode: ours.mode, path };
  const status = result ? 'M' : 'D';
  return [unmerged, { status, old, now: result && { ...result, path }, inConflict: true }];
}

function withoutConflicts(tree: Tree, conflicts: readonly string[]): Tree {
  return conflicts.length === 0 ? tree : new Map([...tree].filter(([path]) => !conflicts.includes(path)));
}

export async function diff(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repoIfAny();
  if (given.has('no-index') || !repo) return diffFiles(git, given, repo);
  const { revisions, paths } = await revisionsAndPaths(git, repo, given);
  if (revisions.length > 2) die('more than two revisions to compare');
  const { old, now, unmerged } = await sides(git, repo, revisions, given);
  const isWanted = (path: string) =>
    paths.matches(path) && (!given.has('relative') || path.startsWith(repo.prefix));
  const changes = changesBetween(old, now, isWanted);
  const all = [
    ...unmerged.filter((change) => isWanted(pathOf(change))),
    ...(await selectChanges(repo, changes, given)),
  ].sort((a, b) => ((a.now ?? a.old)!.path < (b.now ?? b.old)!.path ? -1 : 1));
  await printChanges(git, repo, all, given, { patchByDefault: true });
  return all.length > 0 && given.has('exit-code', 'quiet') ? 1 : 0;
}

/** Two files of the guest, repository or not. */
async function diffFiles(git: GitCall, given: GivenOptions, repo: Repo | null): Promise<number> {
  const [from, to] = given.operands;
  if (from === undefined || to === undefined) {
    const usage = 'usage: git diff --no-index [<options>] <path> <path>\n';
    throw new GitFailure(
      repo
        ? usage
        : `warning: Not a git repository. Use --no-index to compare two paths outside a working tree\n${usage}`,
      129,
    );
  }
  const root = repoAt(git.program.files, '/', repo?.gitDir ?? '/.git', '/');
  const sideOf = async (word: string) => {
    const path = git.resolve(word).slice(1);
    try {
      const stat = await root.files.stat(absolute(root, path));
      const oid = hashObject('blob', await root.files.readFile(absolute(root, path)));
      const entry: Entry = { oid, mode: modeOf(stat), inWorktree: true };
      return { ...entry, path };
    } catch {
      return die(`Could not access '${word}'`);
    }
  };
  const old = await sideOf(from);
  const now = await sideOf(to);
  if (old.oid === now.oid && old.mode === now.mode) return 0;
  // Shown as they were named, read from where they are.
  const shown = relativeSides(git, old, now, from, to);
  await printChanges(git, shown.repo, [{ status: 'M', old: shown.old, now: shown.now }], given, {
    patchByDefault: true,
  });
  return 1;
}

function relativeSides(git: GitCall, old: Entry, now: Entry, from: string, to: string) {
  const base = from.startsWith('/') || to.startsWith('/') ? '/' : git.cwd;
  const repo = repoAt(git.program.files, base, '/.git', base);
  const strip = (word: string) => (word.startsWith('/') ? word.slice(1) : word);
  return { repo, old: { ...old, path: strip(from) }, now: { ...now, path: strip(to) } };
}
