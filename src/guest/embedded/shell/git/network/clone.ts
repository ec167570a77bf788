import { setInConfig } from '../base/configFile.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, forgetPacks, readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { parentOf } from '../base/paths.ts';
import { attachHead, detachHead, logMove, logRef, refOid, writeRef } from '../base/refs.ts';
import { type Repo, repoAt } from '../base/repository.ts';
import { editConfig } from '../commands/config.ts';
import { createRepository } from '../commands/init.ts';
import { detachedAdvice } from '../commands/switching.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { theirRef } from './fetchPlan.ts';
import { repositoryAt } from './folderSide.ts';
import { folderOf, openSide, type RemoteRef, type RemoteSide } from './remoteSide.ts';
import { fetchFrom } from './updates.ts';

const table = new OptionTable(
  'clone',
  'q,quiet v,verbose progress b,branch= o,origin= depth= single-branch no-single-branch n,no-checkout no-tags tags bare mirror recurse-submodules=? recursive c,config= j,jobs= filter= shallow-since= l,local no-local no-hardlinks s,shared template= u,upload-pack= reference= dissociate separate-git-dir= sparse',
);

interface Source {
  /** As it stands in the config. */
  readonly url: string;
  readonly side: RemoteSide;
  /** Of a folder named by its path, whose objects are taken over as they are. */
  readonly folder: Repo | null;
}

async function sourceOf(git: GitCall, word: string): Promise<Source> {
  const folder = folderOf(word, git.cwd);
  const isPath = folder !== null && !word.startsWith('file://');
  const there = isPath ? await repositoryAt(git, folder) : null;
  // git stores the path as it was given, from the root on.
  const url = isPath ? (word.startsWith('/') ? word : `${git.cwd}/${word}`) : word;
  const side = await openSide(git, url, git.cwd);
  if (side) return { url: folder === null ? side.url : url, side, folder: there };
  if (isPath) return die(`repository '${word}' does not exist`);
  throw new GitFailure(
    `Cloning into '${folderNameOf(word)}'...\nfatal: '${folder}' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n`,
    128,
  );
}

function folderNameOf(word: string): string {
  const plain = word.replace(/\/+$/, '').replace(/\/\.git$/, '');
  return (plain.split('/').at(-1) ?? '').replace(/\.git$/, '');
}

export async function clone(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const [word, named] = given.operands;
  if (word === undefined) {
    throw new GitFailure(
      'fatal: You must specify a repository to clone.\n\nusage: git clone [<options>] [--] <repo> [<dir>]\n',
      129,
    );
  }
  const bare = given.has('bare', 'mirror');
  const source = await sourceOf(git, word);
  const name = named ?? `${folderNameOf(word)}${bare ? '.git' : ''}`;
  const root = git.resolve(name);
  const { files } = git.program;
  const there = await files.readdir(root).catch(() => null);
  if (there && there.length > 0)
    die(`destination path '${name}' already exists and is not an empty directory.`);
  const quiet = given.has('quiet');
  if (!quiet) await git.warn(`Cloning into ${bare ? 'bare repository ' : ''}'${name}'...\n`);
  await files.mkdir(root, true);
  const gitDir = bare ? root : `${root === '/' ? '' : root}/.git`;
  const repo = repoAt(files, root, gitDir, root, bare);
  try {
    const defaultBranch = (await git.config('init.defaultBranch')) ?? 'master';
    await createRepository(git, gitDir, defaultBranch, bare);
    return await fill(git, repo, source, given);
  } catch (error) {
    await files.rm(there ? gitDir : root, { recursive: true, force: true });
    throw error;
  }
}

/** Brings objects and refs into the new repository and checks its branch out. */
async function fill(git: GitCall, repo: Repo, source: Source, given: GivenOptions): Promise<number> {
  const { url, side } = source;
  const remote = given.value('origin') ?? 'origin';
  const quiet = given.has('quiet');
  const isMirror = given.has('mirror');
  const isBare = given.has('bare', 'mirror');
  const depth = given.has('depth') && source.folder === null ? given.count('depth', 1) : undefined;
  if (given.has('depth') && source.folder !== null)
    await git.warn('warning: --depth is ignored in local clones; use file:// instead.\n');
  const refs = await side.list(false);
  const head = refs.find(({ ref }) => ref === 'HEAD');
  const wanted = given.value('branch');
  const chosen = chosenRef(refs, wanted);
  const single =
    given.has('single-branch') ||
    (depth !== undefined && !given.has('no-single-branch', 'no-no-single-branch'));
  const branch = chosen?.ref.startsWith('refs/heads/') ? chosen.ref.slice('refs/heads/'.length) : null;
  const spec = isMirror
    ? '+refs/*:refs/*'
    : single && branch !== null
      ? `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`
      : `+refs/heads/*:refs/remotes/${remote}/*`;
  await editConfig(git, `${repo.gitDir}/config`, (text) => {
    const withUrl = setInConfig(text, `remote.${remote}.url`, url);
    if (isBare && !isMirror) return withUrl;
    const withFetch = setInConfig(withUrl, `remote.${remote}.fetch`, spec);
    return isMirror ? setInConfig(withFetch, `remote.${remote}.mirror`, 'true') : withFetch;
  });
  for (const setting of given.values('config')) {
    const [key = '', ...value] = setting.split('=');
    await editConfig(git, `${repo.gitDir}/config`, (text) => setInConfig(text, key, value.join('=')));
  }
  if (source.folder) await takeObjects(source.folder, repo);
  const entry: GitCallRepo = { git, repo };
  if (refs.length === 0) {
    if (wanted !== undefined) die(`Remote branch ${wanted} not found in upstream ${remote}`);
    await git.warn('warning: You appear to have cloned an empty repository.\n');
    if (source.folder && !quiet) await git.warn('done.\n');
    if (!isBare) await followUnborn(entry, remote);
    return 0;
  }
  if (wanted !== undefined && !chosen) die(`Remote branch ${wanted} not found in upstream ${remote}`);
  await fetchFrom(git, repo, {
    side,
    remote,
    refspecs: isBare ? [isMirror ? spec : '+refs/heads/*:refs/heads/*'] : [spec],
    depth,
    tags: given.has('no-tags', 'no-no-tags') ? 'none' : single ? 'follow' : 'all',
    prune: false,
    quiet: true,
  });
  await repo.files.rm(`${repo.gitDir}/FETCH_HEAD`, { recursive: false, force: true });
  await repo.files.rm(`${repo.gitDir}/logs`, { recursive: true, force: true });
  if (source.folder && !quiet) await git.warn('done.\n');
  const headBranch = head?.target?.replace(/^refs\/heads\//, '') ?? null;
  if (isBare) {
    if (branch !== null) await attachHead(repo, branch);
    else if (headBranch !== null) await attachHead(repo, headBranch);
    return 0;
  }
  if (headBranch !== null && (await refOid(repo, `refs/remotes/${remote}/${headBranch}`)) !== null) {
    const path = `${repo.gitDir}/refs/remotes/${remote}/HEAD`;
    await repo.files.mkdir(parentOf(path), true);
    await repo.files.writeFile(path, new TextEncoder().encode(`ref: refs/remotes/${remote}/${headBranch}\n`));
  }
  if (!chosen) {
    await git.warn('warning: remote HEAD refers to nonexistent ref, unable to checkout\n');
    return 0;
  }
  await standOn(entry, remote, url, chosen, branch);
  if (branch === null && !quiet && (await git.configFlag('advice.detachedHead', true)))
    await git.warn(detachedAdvice((await readCommit(repo, chosen.oid)).oid));
  if (given.has('no-checkout')) return 0;
  const index = new GitIndex();
  await forceTo(repo, index, await flattenTree(repo, chosen.oid));
  await index.write(repo);
  return 0;
}

interface GitCallRepo {
  readonly git: GitCall;
  readonly repo: Repo;
}

/** The ref that the clone stands on: the branch or tag asked for, else what their HEAD is. */
function chosenRef(refs: readonly RemoteRef[], wanted: string | undefined): RemoteRef | null {
  if (wanted !== undefined) {
    const places = [`refs/heads/${wanted}`, `refs/tags/${wanted}`];
    return places.flatMap((place) => refs.find(({ ref }) => ref === place) ?? [])[0] ?? null;
  }
  const head = refs.find(({ ref }) => ref === 'HEAD');
  if (!head) return null;
  const target = head.target === undefined ? undefined : theirRef(refs, head.target);
  return target ?? refs.find(({ ref, oid }) => ref.startsWith('refs/heads/') && oid === head.oid) ?? head;
}

/** Takes all objects of a folder over at once, packs among them. */
async function takeObjects(from: Repo, to: Repo): Promise<void> {
  for (const { name } of await from.files.readdir(`${from.gitDir}/objects`))
    await from.files.copy(`${from.commonDir}/objects/${name}`, `${to.gitDir}/objects/${name}`, true);
  forgetPacks(to);
}

/** A clone of nothing follows the branch that its own HEAD will make. */
async function followUnborn({ git, repo }: GitCallRepo, remote: string): Promise<void> {
  const branch = /^ref: refs\/heads\/(.*)/.exec((await git.textOf(`${repo.gitDir}/HEAD`)) ?? '')?.[1];
  if (branch !== undefined) await follow(git, repo, remote, branch);
}

function follow(git: GitCall, repo: Repo, remote: string, branch: string): Promise<void> {
  return editConfig(git, `${repo.gitDir}/config`, (text) =>
    setInConfig(
      setInConfig(text, `branch.${branch}.remote`, remote),
      `branch.${branch}.merge`,
      `refs/heads/${branch}`,
    ),
  );
}

async function standOn(
  { git, repo }: GitCallRepo,
  remote: string,
  url: string,
  { oid: found }: RemoteRef,
  branch: string | null,
): Promise<void> {
  const { oid } = await readCommit(repo, found);
  const message = `clone: from ${url}`;
  if (branch === null) await detachHead(repo, oid);
  else {
    await writeRef(repo, `refs/heads/${branch}`, oid);
    await attachHead(repo, branch);
    await follow(git, repo, remote, branch);
  }
  await logMove(git, repo, {
    from: null,
    to: oid,
    message,
    ref: branch === null ? null : `refs/heads/${branch}`,
  });
  await logRef(git, repo, `refs/remotes/${remote}/HEAD`, null, oid, message);
}
