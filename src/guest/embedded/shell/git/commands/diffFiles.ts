import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { hashObject } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { type Repo, repoAt } from '../base/repository.ts';
import type { FileChange, FileSide } from '../diff/changes.ts';
import { printChanges, selectChanges } from '../diff/diffOptions.ts';
import { absolute, modeOf, worktreeBytes } from '../index/worktree.ts';

/** What is at one side: files by their path below it; the empty path is a file itself. */
type Found = ReadonlyMap<string, FileSide>;

/** Two files or two folders of the guest, repository or not. */
export async function diffFiles(git: GitCall, given: GivenOptions, repo: Repo | null): Promise<number> {
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
  // Shown as they were named, read from where they are.
  const isRooted = [from, to].some((word) => word.startsWith('/') && word !== '/dev/null');
  const base = repoAt(git.program.files, isRooted ? '/' : git.cwd, repo?.gitDir ?? '/.git', git.cwd);
  const sideOf = async (word: string): Promise<Found> => {
    if (word === '/dev/null') return new Map();
    const named = isRooted ? git.resolve(word).slice(1) : word.replace(/\/$/, '');
    const found = await filesAt(base, named);
    if (!found) throw new GitFailure(`error: Could not access '${word}'\n`, 1);
    return found;
  };
  let [old, now] = [await sideOf(from), await sideOf(to)];
  // A file against a folder is the one of its name in it.
  const name = (word: string) => word.split('/').at(-1) ?? word;
  if (old.has('') && !now.has('') && to !== '/dev/null') now = onlyFile(now, name(from));
  else if (now.has('') && !old.has('') && from !== '/dev/null') old = onlyFile(old, name(to));
  const changes: FileChange[] = [];
  for (const path of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [a, b] = [old.get(path) ?? null, now.get(path) ?? null];
    if (a && b && a.oid === b.oid && a.mode === b.mode) continue;
    changes.push({ status: !a ? 'A' : !b ? 'D' : 'M', old: a, now: b });
  }
  const selected = await selectChanges(base, changes, given);
  await printChanges(git, base, selected, given, { patchByDefault: true });
  return selected.length > 0 ? 1 : 0;
}

function onlyFile(found: Found, name: string): Found {
  const side = found.get(name);
  return new Map(side ? [['', side]] : []);
}

async function filesAt(base: Repo, named: string): Promise<Found | null> {
  const found = new Map<string, FileSide>();
  const visit = async (path: string, below: string): Promise<void> => {
    const stat = await base.files.lstat(absolute(base, path));
    if (stat.kind === 'directory') {
      for (const { name } of await base.files.readdir(absolute(base, path)))
        if (name !== '.git') await visit(`${path}/${name}`, below === '' ? name : `${below}/${name}`);
      return;
    }
    const oid = hashObject('blob', await worktreeBytes(base, path));
    found.set(below, { oid, mode: modeOf(stat), inWorktree: true, path });
  };
  try {
    await visit(named, '');
    return found;
  } catch {
    return null;
  }
}
