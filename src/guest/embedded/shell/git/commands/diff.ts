import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { type Entry, flattenTree, readObject, type Tree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { bytesFromUnits } from '../base/text.ts';
import { changesBetween, type FileChange, type FileSide, pathOf } from '../diff/changes.ts';
import { diffWords, printChanges, selectChanges } from '../diff/diffOptions.ts';
import { commitOf, resolveRevision, revisionsAndPaths } from '../history/revisions.ts';
import { mergeBases } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { belowRoot } from '../index/pathspec.ts';
import { lookAt, trackedNow } from '../index/worktree.ts';
import { diffFiles } from './diffFiles.ts';

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
  const { revisions, paths, words } = await revisionsAndPaths(git, repo, given);
  if (revisions.length > 2) die('more than two revisions to compare');
  const output = given.value('output');
  if (output !== undefined) {
    const rest = args.filter((arg) => !arg.startsWith('--output='));
    let exitCode = 0;
    const units = await git.captured(async () => {
      exitCode = await diff(git, rest);
    });
    await git.files.writeFile(git.resolve(output), bytesFromUnits(units));
    return exitCode;
  }
  const blobs = await blobChange(git, repo, given, revisions, words);
  if (blobs) {
    await printChanges(git, repo, [blobs], given, { patchByDefault: true });
    return given.has('exit-code', 'quiet') ? 1 : 0;
  }
  const { old, now, unmerged } = await sides(git, repo, revisions, given);
  const isWanted = (path: string) =>
    paths.matches(path) && (!given.has('relative') || path.startsWith(repo.prefix));
  const changes = changesBetween(old, now, isWanted);
  const all = [
    ...unmerged.filter((change) => isWanted(pathOf(change))),
    ...(await selectChanges(repo, changes, given)),
  ].sort((a, b) => ((a.now ?? a.old)!.path < (b.now ?? b.old)!.path ? -1 : 1));
  if (given.has('check')) {
    const found = await git.captured(() => printChanges(git, repo, all, given, { patchByDefault: true }));
    git.printUnits(found);
    return found === '' ? 0 : 2;
  }
  await printChanges(git, repo, all, given, { patchByDefault: true });
  return all.length > 0 && given.has('exit-code', 'quiet') ? 1 : 0;
}

/** Two blobs, or a blob and a file: null where the words name something else. */
async function blobChange(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
  revisions: readonly string[],
  paths: readonly string[],
): Promise<FileChange | null> {
  const words = [...revisions, ...paths];
  if (revisions.length === 0 || words.length !== 2 || given.has('cached', 'staged')) return null;
  const sides: FileSide[] = [];
  for (const [at, word] of words.entries()) {
    if (at < revisions.length) {
      const oid = await resolveRevision(git, repo, word);
      if (oid === null || (await readObject(repo, oid)).type !== 'blob') return null;
      const path = word.includes(':') ? word.slice(word.indexOf(':') + 1) : word;
      sides.push({ oid, mode: '100644', path });
      continue;
    }
    const path = belowRoot(git.cwd, repo, word, git);
    const now = await lookAt(repo, path, await GitIndex.read(repo));
    if (!now) return null;
    sides.push({ ...now.entry, path });
  }
  const [old, now] = [sides[0]!, sides[1]!];
  return old.oid === now.oid && old.mode === now.mode ? null : { status: 'M', old, now };
}
