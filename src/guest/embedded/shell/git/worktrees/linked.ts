import type { GitCall } from '../base/gitCall.ts';
import { refOid } from '../base/refs.ts';
import { type Repo, repoAt } from '../base/repository.ts';

/** One folder in which files of a repository are checked out. */
export interface WorkTree {
  readonly path: string;
  /** Of a linked one its name below `.git/worktrees`; null for the main one. */
  readonly id: string | null;
  readonly bare: boolean;
  readonly branch: string | null;
  /** Null on a branch without a commit. */
  readonly oid: string | null;
  /** The reason why it is locked, perhaps empty; null where it is not. */
  readonly locked: string | null;
  /** Its folder is gone. */
  readonly prunable: boolean;
}

async function described(
  git: GitCall,
  repo: Repo,
  place: { readonly path: string; readonly id: string | null; readonly bare: boolean },
): Promise<WorkTree> {
  const { files } = git.program;
  const admin = place.id === null ? repo.commonDir : `${repo.commonDir}/worktrees/${place.id}`;
  const read = async (path: string) => {
    try {
      return new TextDecoder().decode(await files.readFile(path)).trim();
    } catch {
      return null;
    }
  };
  const head = (await read(`${admin}/HEAD`)) ?? '';
  const ref = /^ref: (.*)$/.exec(head)?.[1] ?? null;
  return {
    ...place,
    branch: ref?.replace(/^refs\/heads\//, '') ?? null,
    oid: ref === null ? head : await refOid(repo, ref),
    locked: place.id === null ? null : await read(`${admin}/locked`),
    prunable: place.id !== null && (await read(`${place.path}/.git`)) === null,
  };
}

/** The main work tree first, then the linked ones in order of their paths. */
export async function workTrees(git: GitCall, repo: Repo): Promise<WorkTree[]> {
  const { files } = git.program;
  const common = repo.commonDir;
  const isBare = !common.endsWith('/.git');
  const mainPath = isBare ? common : common.slice(0, -'/.git'.length) || '/';
  const found = [await described(git, repo, { path: mainPath, id: null, bare: isBare })];
  const entries = await files.readdir(`${common}/worktrees`).catch(() => []);
  const linked: WorkTree[] = [];
  for (const { name } of entries) {
    const text = await files.readFile(`${common}/worktrees/${name}/gitdir`).catch(() => null);
    if (text === null) continue;
    const path = new TextDecoder()
      .decode(text)
      .trim()
      .replace(/\/\.git$/, '');
    linked.push(await described(git, repo, { path, id: name, bare: false }));
  }
  return [...found, ...linked.sort((a, b) => (a.path < b.path ? -1 : 1))];
}

/** The other work tree in which a branch is checked out; null where it is in none. */
export async function holderOf(git: GitCall, repo: Repo, branch: string): Promise<WorkTree | null> {
  // Without linked ones there is nothing to look at.
  if (repo.commonDir === repo.gitDir && !(await hasLinked(repo))) return null;
  const all = await workTrees(git, repo);
  return all.find((each) => each.branch === branch && each.path !== repo.root && !each.bare) ?? null;
}

async function hasLinked(repo: Repo): Promise<boolean> {
  const entries = await repo.files.readdir(`${repo.commonDir}/worktrees`).catch(() => []);
  return entries.length > 0;
}

/** A work tree as a repository of its own. */
export function repoOf(git: GitCall, repo: Repo, { path, id, bare }: WorkTree): Repo {
  const gitDir = id === null ? repo.commonDir : `${repo.commonDir}/worktrees/${id}`;
  return repoAt(git.program.files, path, gitDir, path, bare, repo.commonDir);
}
