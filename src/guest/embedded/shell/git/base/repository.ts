import type { PromiseFsClient } from 'isomorphic-git';
import type { FileOps } from '../../../files/index.ts';
import { gitFs } from './fsAdapter.ts';
import { parentOf, resolvePath } from './paths.ts';

/** A repository with its work tree. */
export interface Repo {
  readonly files: FileOps;
  readonly fs: PromiseFsClient;
  /** The work tree. */
  readonly root: string;
  readonly gitDir: string;
  readonly bare: boolean;
  /** Where the call stands below the root: empty or `a/b/`. */
  readonly prefix: string;
  /** isomorphic-git keeps parsed packs here for the length of one call. */
  readonly cache: object;
}

export function repoAt(files: FileOps, root: string, gitDir: string, cwd: string, bare = false): Repo {
  const below = cwd === root || !cwd.startsWith(root === '/' ? '/' : `${root}/`);
  const prefix = below ? '' : `${cwd.slice(root === '/' ? 1 : root.length + 1)}/`;
  return { files, fs: gitFs(files), root, gitDir, bare, prefix, cache: {} };
}

/** What isomorphic-git is told about a repository in every call. */
export function isoArgs(repo: Repo) {
  return { fs: repo.fs, dir: repo.root, gitdir: repo.gitDir, cache: repo.cache };
}

/** Looks for `.git` here and in the folders above; `GIT_DIR` and `GIT_WORK_TREE` come first. */
export async function findRepository(
  files: FileOps,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Repo | null> {
  if (env.GIT_DIR) {
    const gitDir = resolvePath(cwd, env.GIT_DIR);
    const root = env.GIT_WORK_TREE ? resolvePath(cwd, env.GIT_WORK_TREE) : cwd;
    return (await isGitDir(files, gitDir)) ? repoAt(files, root, gitDir, cwd) : null;
  }
  for (let folder = cwd; ; folder = parentOf(folder)) {
    const root = folder === '' ? '/' : folder;
    const gitDir = `${folder}/.git`;
    if (await isGitDir(files, gitDir)) return repoAt(files, root, gitDir, cwd);
    if (await isBareRepository(files, root)) return repoAt(files, root, root, cwd, true);
    if (folder === '') return null;
  }
}

async function isGitDir(files: FileOps, path: string): Promise<boolean> {
  try {
    return (await files.stat(`${path}/HEAD`)).kind === 'file';
  } catch {
    return false;
  }
}

async function isBareRepository(files: FileOps, path: string): Promise<boolean> {
  if (!(await isGitDir(files, path))) return false;
  try {
    return (await files.stat(`${path}/objects`)).kind === 'directory';
  } catch {
    return false;
  }
}
