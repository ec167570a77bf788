import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { subjectOf } from '../base/people.ts';
import { attachHead, checkBranchName, detachHead, logRef, refOid, writeRef } from '../base/refs.ts';
import { openRepository, type Repo, repoAt } from '../base/repository.ts';
import { setUpstream } from '../commands/branch.ts';
import { guessRemote } from '../commands/checkout.ts';
import { shortOid } from '../history/abbreviations.ts';
import { commitOf, resolveRevision } from '../history/revisions.ts';
import { readState } from '../history/state.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { holderOf, repoOf, type WorkTree, workTrees } from './linked.ts';
import { repair } from './repair.ts';

const addTable = new OptionTable(
  'worktree add',
  'f,force b= B= d,detach checkout no-checkout lock reason= q,quiet track=? guess-remote no-track orphan',
);
const table = new OptionTable('worktree', 'porcelain v,verbose z n,dry-run expire= f,force reason=');

const usage = `usage: git worktree add [-f] [--detach] [--checkout] [--lock [--reason <string>]]
                        [-b <new-branch>] <path> [<commit-ish>]
   or: git worktree list [-v | --porcelain [-z]]
   or: git worktree lock [--reason <string>] <worktree>
   or: git worktree move <worktree> <new-path>
   or: git worktree prune [-n] [-v] [--expire <expire>]
   or: git worktree remove [-f] <worktree>
   or: git worktree repair [<path>...]
   or: git worktree unlock <worktree>

`;

export async function worktree(git: GitCall, args: readonly string[]): Promise<number> {
  const [word, ...rest] = args;
  if (word === undefined) throw new GitFailure(`error: need a subcommand\n${usage}`, 129);
  const repo = await git.repo();
  if (word === 'add') return add(git, repo, addTable.parse(rest));
  const given = table.parse(rest);
  switch (word) {
    case 'list':
      return list(git, repo, given);
    case 'remove':
      return remove(git, repo, given);
    case 'prune':
      return prune(git, repo, given);
    case 'move':
      return move(git, repo, given);
    case 'repair':
      return repair(git, repo, given.operands);
    case 'lock':
    case 'unlock':
      return lock(git, repo, given, word === 'lock');
    default:
      throw new GitFailure(`error: unknown subcommand: \`${word}'\n${usage}`, 129);
  }
}

interface Place {
  readonly branch: string | null;
  readonly oid: string;
  /** The branch is made, or made anew, by this. */
  readonly makes: 'new' | 'reset' | null;
  readonly tracks: string | null;
}

/** What the new work tree stands on. */
async function placeOf(git: GitCall, repo: Repo, given: GivenOptions, name: string): Promise<Place> {
  const [, revision] = given.operands;
  const fresh = given.value('b') ?? given.value('B');
  const start = revision === '-' ? '@{-1}' : revision;
  if (fresh === undefined && start !== undefined && !given.has('detach')) {
    const oid = await refOid(repo, `refs/heads/${start}`);
    if (oid !== null) return { branch: start, oid, makes: null, tracks: null };
    const isKnown = (await resolveRevision(git, repo, start)) !== null;
    const remote = isKnown ? null : await guessRemote(git, repo, start);
    if (remote !== null)
      return { branch: start, oid: await commitOf(git, repo, remote), makes: 'new', tracks: remote };
  }
  const found = await resolveRevision(git, repo, start ?? 'HEAD');
  if (found === null) die(`invalid reference: ${start ?? 'HEAD'}`);
  const { oid } = await readCommit(repo, found);
  if (given.has('detach') || (start !== undefined && fresh === undefined))
    return { branch: null, oid, makes: null, tracks: null };
  const branch = fresh ?? name;
  const existing = await refOid(repo, `refs/heads/${branch}`);
  if (existing !== null && fresh === undefined) return { branch, oid: existing, makes: null, tracks: null };
  const isRemote = start !== undefined && (await refOid(repo, `refs/remotes/${start}`)) !== null;
  return { branch, oid, makes: existing === null ? 'new' : 'reset', tracks: isRemote ? start : null };
}

async function add(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const [word] = given.operands;
  if (word === undefined) throw new GitFailure(usage, 129);
  const path = git.resolve(word);
  const name = path.split('/').at(-1) ?? '';
  const { files } = git.program;
  const place = await placeOf(git, repo, given, name);
  const { branch, oid, makes } = place;
  if (branch !== null && makes) checkBranchName(branch);
  if (!given.has('quiet')) await git.warn(`Preparing worktree (${await preparing(repo, place)})\n`);
  if (makes === 'reset' && given.value('B') === undefined) die(`a branch named '${branch}' already exists`);
  const there = await files.readdir(path).catch(() => null);
  const isFile = there === null && (await files.stat(path).catch(() => null)) !== null;
  if (isFile || (there && there.length > 0)) die(`'${word}' already exists`);
  if (branch !== null && !given.has('force')) {
    const holder =
      (await holderOf(git, repo, branch)) ??
      (await workTrees(git, repo)).find((each) => each.branch === branch && !each.bare);
    if (holder) die(`'${branch}' is already checked out at '${holder.path}'`);
  }
  const id = await freeName(git, repo, name);
  const admin = `${repo.commonDir}/worktrees/${id}`;
  const write = (file: string, text: string) => files.writeFile(file, new TextEncoder().encode(text));
  await files.mkdir(admin, true);
  await files.mkdir(path, true);
  await write(`${path}/.git`, `gitdir: ${admin}\n`);
  await write(`${admin}/gitdir`, `${path}/.git\n`);
  await write(`${admin}/commondir`, '../..\n');
  await write(`${admin}/HEAD`, `${oid}\n`);
  if (given.has('lock')) await write(`${admin}/locked`, `${given.value('reason') ?? ''}\n`);
  const made = repoAt(files, path, admin, path, false, repo.commonDir);
  if (branch === null) await detachHead(made, oid);
  else {
    if (makes) {
      await writeRef(made, `refs/heads/${branch}`, oid);
      await logRef(
        git,
        made,
        `refs/heads/${branch}`,
        null,
        oid,
        `branch: Created from ${given.operands[1] ?? 'HEAD'}`,
      );
    }
    await attachHead(made, branch);
    if (place.tracks !== null) git.print(await setUpstream(git, repo, branch, place.tracks));
  }
  await logRef(git, made, 'HEAD', null, oid, '');
  if (given.has('no-checkout')) return 0;
  const index = new GitIndex();
  await forceTo(made, index, await flattenTree(made, oid));
  await index.write(made);
  if (!given.has('quiet'))
    git.print(
      `HEAD is now at ${await shortOid(made, oid)} ${subjectOf((await readCommit(made, oid)).message)}\n`,
    );
  return 0;
}

async function preparing(repo: Repo, { branch, oid, makes }: Place): Promise<string> {
  if (branch === null) return `detached HEAD ${await shortOid(repo, oid)}`;
  if (makes === null) return `checking out '${branch}'`;
  if (makes === 'new') return `new branch '${branch}'`;
  const old = await refOid(repo, `refs/heads/${branch}`);
  return `resetting branch '${branch}'; was at ${await shortOid(repo, old ?? oid)}`;
}

async function freeName(git: GitCall, repo: Repo, name: string): Promise<string> {
  const entries = await git.program.files.readdir(`${repo.commonDir}/worktrees`).catch(() => []);
  const taken = new Set(entries.map((entry) => entry.name));
  let id = name;
  for (let count = 1; taken.has(id); count++) id = `${name}${count}`;
  return id;
}

async function list(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const all = await workTrees(git, repo);
  if (given.has('porcelain')) {
    for (const { path, oid, branch, bare, locked, prunable } of all) {
      git.print(`worktree ${path}\n`);
      if (bare) git.print('bare\n');
      else {
        git.print(`HEAD ${oid ?? '0'.repeat(40)}\n`);
        git.print(branch === null ? 'detached\n' : `branch refs/heads/${branch}\n`);
      }
      if (locked !== null) git.print(locked === '' ? 'locked\n' : `locked ${locked}\n`);
      if (prunable) git.print('prunable gitdir file points to non-existent location\n');
      git.print('\n');
    }
    return 0;
  }
  const width = Math.max(...all.map(({ path }) => path.length));
  for (const { path, oid, branch, bare, locked, prunable } of all) {
    const short = oid === null ? '0000000' : await shortOid(repo, oid);
    const what = bare ? '(bare)' : `${short} ${branch === null ? '(detached HEAD)' : `[${branch}]`}`;
    const notes = `${locked === null ? '' : ' locked'}${prunable ? ' prunable' : ''}`;
    git.print(`${path.padEnd(width)}  ${what}${notes}\n`);
  }
  return 0;
}

/** The linked work tree that a word names, by its path or the end of it. */
async function named(git: GitCall, repo: Repo, word: string | undefined): Promise<WorkTree> {
  if (word === undefined) throw new GitFailure(usage, 129);
  const all = await workTrees(git, repo);
  const path = git.resolve(word);
  const found = all.find((each) => each.path === path) ?? all.find((each) => each.path.endsWith(`/${word}`));
  return found ?? die(`'${word}' is not a working tree`);
}

async function remove(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const [word] = given.operands;
  const tree = await named(git, repo, word);
  if (tree.id === null) die(`'${word}' is a main working tree`);
  const forced = given.values('force').length;
  if (tree.locked !== null && forced < 2) {
    const reason = tree.locked === '' ? '' : `, lock reason: ${tree.locked}`;
    die(
      `cannot remove a locked working tree${reason === '' ? ';' : reason}\nuse 'remove -f -f' to override or unlock first`,
    );
  }
  if (forced === 0 && !tree.prunable) {
    const inside = repoOf(git, repo, tree);
    const { staged, unstaged, untracked, conflicts } = await readState(git, inside, { untracked: 'normal' });
    if (staged.length + unstaged.length + untracked.length + conflicts.length > 0)
      die(`'${word}' contains modified or untracked files, use --force to delete it`);
  }
  await git.program.files.rm(tree.path, { recursive: true, force: true });
  await forget(git, repo, tree);
  return 0;
}

async function forget(git: GitCall, repo: Repo, { id }: WorkTree): Promise<void> {
  const folder = `${repo.commonDir}/worktrees`;
  await git.program.files.rm(`${folder}/${id}`, { recursive: true, force: true });
  // Gone with its last one.
  await git.program.files.rmdir(folder).catch(() => undefined);
}

async function prune(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  for (const tree of await workTrees(git, repo)) {
    if (!tree.prunable || tree.locked !== null) continue;
    if (given.has('verbose', 'dry-run'))
      await git.warn(`Removing worktrees/${tree.id}: gitdir file points to non-existent location\n`);
    if (!given.has('dry-run')) await forget(git, repo, tree);
  }
  return 0;
}

async function move(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const [word, to] = given.operands;
  const tree = await named(git, repo, word);
  if (to === undefined) throw new GitFailure(usage, 129);
  if (tree.id === null) die(`'${word}' is a main working tree`);
  const { files } = git.program;
  const isFolder = await files.stat(git.resolve(to)).then(
    ({ kind }) => kind === 'directory',
    () => false,
  );
  const target = isFolder ? `${git.resolve(to)}/${tree.path.split('/').at(-1)}` : git.resolve(to);
  if (await openRepository(files, target)) die(`target '${to}' already exists`);
  await files.rename(tree.path, target);
  const gitdir = new TextEncoder().encode(`${target}/.git\n`);
  await files.writeFile(`${repo.commonDir}/worktrees/${tree.id}/gitdir`, gitdir);
  return 0;
}

async function lock(git: GitCall, repo: Repo, given: GivenOptions, locks: boolean): Promise<number> {
  const [word] = given.operands;
  const tree = await named(git, repo, word);
  if (tree.id === null) die('The main working tree cannot be locked or unlocked');
  const path = `${repo.commonDir}/worktrees/${tree.id}/locked`;
  if (locks) {
    if (tree.locked !== null)
      die(`'${word}' is already locked${tree.locked === '' ? '' : `, reason: ${tree.locked}`}`);
    const reason = given.value('reason');
    const text = reason === undefined ? '' : `${reason}\n`;
    await git.program.files.writeFile(path, new TextEncoder().encode(text));
    return 0;
  }
  if (tree.locked === null) die(`'${word}' is not locked`);
  await git.program.files.rm(path, { recursive: false, force: true });
  return 0;
}
