import type { PromiseFsClient } from 'isomorphic-git';
import type { FileOps } from '../../../files/index.ts';
import { parseConfig } from './configFile.ts';
import { gitFs } from './fsAdapter.ts';
import { parentOf, resolvePath } from './paths.ts';
import { withSharedFolders } from './sharedFiles.ts';

/** A repository with its work tree. */
export interface Repo {
  readonly files: FileOps;
  readonly fs: PromiseFsClient;
  /** The work tree. */
  readonly root: string;
  readonly gitDir: string;
  /** What its work trees share; `gitDir` but for a linked one. */
  readonly commonDir: string;
  readonly bare: boolean;
  /** Where the call stands below the root: empty or `a/b/`. */
  readonly prefix: string;
  /** isomorphic-git keeps parsed packs here for the length of one call. */
  readonly cache: object;
}

export function repoAt(
  files: FileOps,
  root: string,
  gitDir: string,
  cwd: string,
  bare = false,
  commonDir = gitDir,
): Repo {
  const below = cwd === root || !cwd.startsWith(root === '/' ? '/' : `${root}/`);
  const prefix = below ? '' : `${cwd.slice(root === '/' ? 1 : root.length + 1)}/`;
  const seen = commonDir === gitDir ? files : withSharedFolders(files, gitDir, commonDir);
  return { files: seen, fs: gitFs(seen), root, gitDir, commonDir, bare, prefix, cache: {} };
}

/** What isomorphic-git is told about a repository in every call. */
export function isoArgs(repo: Repo) {
  return { fs: repo.fs, dir: repo.root, gitdir: repo.gitDir, cache: repo.cache };
}

async function textOf(files: FileOps, path: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await files.readFile(path));
  } catch {
    return null;
  }
}

/** Looks for `.git` here and in the folders above; `GIT_DIR` and `GIT_WORK_TREE` come first. */
export async function findRepository(
  files: FileOps,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Repo | null> {
  if (env.GIT_DIR) {
    const named = resolvePath(cwd, env.GIT_DIR);
    const gitDir = (await linkedDir(files, named)) ?? named;
    if (!(await isGitDir(files, gitDir))) return null;
    const commonDir = await commonDirOf(files, gitDir);
    const config = parseConfig((await textOf(files, `${commonDir}/config`)) ?? '');
    const value = (key: string) => config.findLast((entry) => entry.key === key)?.value;
    const tree = env.GIT_WORK_TREE ?? value('core.worktree');
    const bare = tree === undefined && value('core.bare') === 'true';
    const root = tree !== undefined ? resolvePath(cwd, tree) : bare ? gitDir : cwd;
    return repoAt(files, root, gitDir, cwd, bare, commonDir);
  }
  for (let folder = cwd; ; folder = parentOf(folder)) {
    const found = await openRepository(files, folder === '' ? '/' : folder, cwd);
    if (found || folder === '' || folder === '/') return found;
  }
}

/** The repository whose work tree or bare folder `root` is; null where it is none. */
export async function openRepository(files: FileOps, root: string, cwd = root): Promise<Repo | null> {
  const gitDir = `${root === '/' ? '' : root}/.git`;
  if (await isGitDir(files, gitDir)) return repoAt(files, root, gitDir, cwd);
  const linked = await linkedDir(files, gitDir);
  if (linked !== null && (await isGitDir(files, linked)))
    return repoAt(files, root, linked, cwd, false, await commonDirOf(files, linked));
  return (await isBareRepository(files, root))
    ? repoAt(files, root, root, cwd, !root.endsWith('/.git'))
    : null;
}

/** Where a `.git` that is a file points: of a linked work tree, or of a submodule. */
async function linkedDir(files: FileOps, path: string): Promise<string | null> {
  const target = /^gitdir: (.*)/.exec((await textOf(files, path)) ?? '')?.[1]?.trim();
  return target === undefined ? null : resolvePath(parentOf(path), target);
}

async function commonDirOf(files: FileOps, gitDir: string): Promise<string> {
  const text = await textOf(files, `${gitDir}/commondir`);
  return text === null ? gitDir : resolvePath(gitDir, text.trim());
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
