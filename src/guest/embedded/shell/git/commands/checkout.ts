import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit, type Tree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { attachHead, checkBranchName, listRemotes, previousBranch, readHead, refOid } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import { commitOf, resolveRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { goFromTo, obstaclesTo, writeEntry, writeFileOf } from '../index/update.ts';
import { inParallel, lookAt } from '../index/worktree.ts';
import { setUpstream } from './branch.ts';
import { branchOid, refuseOverwrite, type SwitchOptions, switchTo, type Target } from './switching.ts';

const checkoutTable = new OptionTable(
  'checkout',
  'q,quiet f,force b= B= detach track=? t no-track guess no-guess orphan= ours theirs m,merge p,patch progress no-progress overwrite-ignore l',
);
const switchTable = new OptionTable(
  'switch',
  'q,quiet f,force discard-changes c,create= C,force-create= d,detach track=? t no-track guess no-guess orphan= m,merge progress no-progress',
);

async function optionsOf(git: GitCall, given: GivenOptions): Promise<SwitchOptions> {
  return {
    force: given.has('force', 'discard-changes'),
    quiet: given.has('quiet'),
    advises: !given.has('detach') && (await git.configFlag('advice.detachedHead', true)),
  };
}

/** Makes a branch at a start and goes there. */
async function createAndSwitch(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
  branch: string,
  start: string | undefined,
  resets: boolean,
): Promise<number> {
  checkBranchName(branch);
  const existing = await branchOid(repo, branch);
  if (existing !== null && !resets) die(`a branch named '${branch}' already exists`);
  const head = await readHead(repo);
  if (head.oid === null && start === undefined) {
    await attachHead(repo, branch);
    if (!given.has('quiet')) await git.warn(`Switched to a new branch '${branch}'\n`);
    return 0;
  }
  const startOid = await resolveRevision(git, repo, start ?? 'HEAD');
  if (startOid === null) die(`'${start}' is not a commit and a branch '${branch}' cannot be created from it`);
  const { oid } = await readCommit(repo, startOid);
  const makes = existing === null ? 'new' : 'reset';
  const done = await switchTo(git, repo, { branch, oid, name: branch, makes }, await optionsOf(git, given));
  if (start !== undefined && !given.has('no-track'))
    await trackIfRemote(git, repo, branch, start, given.has('quiet'));
  return done;
}

/** The name that `--track origin/x` gives its branch. */
function tracked(given: GivenOptions): string | undefined {
  if (!given.has('track', 't')) return undefined;
  const name = given.operands[0]?.replace(/^(?:refs\/)?(?:remotes\/)?/, '');
  if (!name?.includes('/')) return die('missing branch name; try -b');
  return name.slice(name.indexOf('/') + 1);
}

/** A branch that starts at a remote's follows it. */
async function trackIfRemote(
  git: GitCall,
  repo: Repo,
  branch: string,
  start: string,
  quiet: boolean,
): Promise<void> {
  if ((await refOid(repo, `refs/remotes/${start}`)) === null) return;
  const said = await setUpstream(git, repo, branch, start);
  if (!quiet) git.print(said);
}

/** A branch that is only at one remote. */
export async function guessRemote(git: GitCall, repo: Repo, name: string): Promise<string | null> {
  const found: string[] = [];
  for (const remote of await listRemotes(repo)) {
    if ((await refOid(repo, `refs/remotes/${remote}/${name}`)) !== null) found.push(`${remote}/${name}`);
  }
  await git.drain();
  return found.length === 1 ? found[0]! : null;
}

async function targetOf(git: GitCall, repo: Repo, word: string): Promise<Target | null> {
  const name = word === '-' || word === '@{-1}' ? ((await previousBranch(git, repo)) ?? word) : word;
  const oid = await branchOid(repo, name);
  if (oid !== null) return { branch: name, oid, name };
  if ((await readHead(repo)).branch === name) return { branch: name, oid: null, name };
  const commit = await resolveRevision(git, repo, name);
  if (commit === null) return null;
  return { branch: null, oid: (await readCommit(repo, commit)).oid, name };
}

export async function checkout(git: GitCall, args: readonly string[]): Promise<number> {
  const given = checkoutTable.parse(args);
  const repo = await git.repo();
  if (given.has('patch')) die("choosing hunks by hand is not in this guest's git; name whole files instead");
  const { operands, dashes } = given;
  const orphan = given.value('orphan');
  if (orphan !== undefined)
    return startOrphan(git, repo, orphan, { isQuiet: given.has('quiet'), isEmpty: false });
  const fresh = given.value('b') ?? given.value('B') ?? tracked(given);
  if (fresh !== undefined) return createAndSwitch(git, repo, given, fresh, operands[0], given.has('B'));
  const first = operands[0];
  if (first === undefined && !given.has('force', 'detach')) return 0;
  if (dashes === 0) return checkoutPaths(git, repo, null, operands, given, false);
  const word = first ?? 'HEAD';
  const target = await targetOf(git, repo, word);
  if (target && operands.length > 1) {
    return checkoutPaths(git, repo, word, operands.slice(1), given, dashes === null);
  }
  if (target) {
    const plain = given.has('detach')
      ? { ...target, branch: null, oid: target.oid ?? die('You are on a branch yet to be born') }
      : target;
    return switchTo(git, repo, plain, await optionsOf(git, given));
  }
  if (dashes === 1) die(`invalid reference: ${word}`);
  if (operands.length === 1) {
    const remote = await guessRemote(git, repo, word);
    const isPath = await matchesTracked(git, repo, word);
    if (remote !== null && !isPath) return createAndSwitch(git, repo, given, word, remote, false);
  }
  return checkoutPaths(git, repo, null, operands, given, true);
}

async function matchesTracked(git: GitCall, repo: Repo, word: string): Promise<boolean> {
  const index = await GitIndex.read(repo);
  return pathspecOf(git, repo, [word]).unmatched(index.entries.map(({ path }) => path)).length === 0;
}

async function checkoutPaths(
  git: GitCall,
  repo: Repo,
  revision: string | null,
  words: readonly string[],
  given: GivenOptions,
  counts: boolean,
): Promise<number> {
  const index = await GitIndex.read(repo);
  const spec = pathspecOf(git, repo, words);
  const source: Tree =
    revision === null ? index.tree : await flattenTree(repo, await commitOf(git, repo, revision));
  const stage = given.has('ours') ? 2 : given.has('theirs') ? 3 : 0;
  const inConflict = index.conflicts.filter((path) => spec.matches(path));
  const unmatched = spec.unmatched([...source.keys(), ...index.conflicts]);
  if (unmatched.length > 0) {
    throw new GitFailure(
      unmatched.map((word) => `error: pathspec '${word}' did not match any file(s) known to git\n`).join(''),
      1,
    );
  }
  if (revision === null && inConflict.length > 0) {
    if (stage === 0)
      throw new GitFailure(inConflict.map((path) => `error: path '${path}' is unmerged\n`).join(''), 1);
    for (const path of inConflict) {
      const entry = index.get(path, stage);
      if (entry) await writeFileOf(repo, path, entry);
    }
  }
  const wanted = [...source].filter(([path]) => spec.matches(path));
  let count = inConflict.length;
  await inParallel(wanted, async ([path, entry]) => {
    const now = await lookAt(repo, path, index);
    const staged = index.get(path);
    if (now?.entry.oid === entry.oid && now.entry.mode === entry.mode && staged?.oid === entry.oid) return;
    await writeEntry(repo, index, path, entry);
    count++;
  });
  await index.write(repo);
  if (!counts || given.has('quiet')) return 0;
  const from =
    revision === null
      ? 'the index'
      : await shortOid(repo, (await readCommit(repo, await commitOf(git, repo, revision))).tree);
  await git.warn(`Updated ${count} path${count === 1 ? '' : 's'} from ${from}\n`);
  return 0;
}

/** A branch without a commit. `git switch` begins it with no files, `git checkout` with those that there are. */
async function startOrphan(
  git: GitCall,
  repo: Repo,
  branch: string,
  options: { readonly isQuiet: boolean; readonly isEmpty: boolean },
): Promise<number> {
  checkBranchName(branch);
  if (options.isEmpty) {
    const index = await GitIndex.read(repo);
    const from = await flattenTree(repo, (await readHead(repo)).oid);
    const nothing = new Map();
    refuseOverwrite(await obstaclesTo(repo, index, from, nothing), 'checkout');
    await goFromTo(repo, index, from, nothing);
    await index.write(repo);
  }
  await attachHead(repo, branch);
  if (!options.isQuiet) await git.warn(`Switched to a new branch '${branch}'\n`);
  return 0;
}

export async function switchBranch(git: GitCall, args: readonly string[]): Promise<number> {
  const given = switchTable.parse(args);
  const repo = await git.repo();
  const word = given.operands[0];
  const orphan = given.value('orphan');
  if (orphan !== undefined)
    return startOrphan(git, repo, orphan, { isQuiet: given.has('quiet'), isEmpty: true });
  const fresh = given.value('create') ?? given.value('force-create') ?? tracked(given);
  if (fresh !== undefined) return createAndSwitch(git, repo, given, fresh, word, given.has('force-create'));
  if (word === undefined) {
    if (given.has('detach'))
      return switchTo(
        git,
        repo,
        { branch: null, oid: await commitOf(git, repo, 'HEAD'), name: 'HEAD' },
        await optionsOf(git, given),
      );
    die('missing branch or commit argument');
  }
  const target = await targetOf(git, repo, word);
  if (given.has('detach') && target) {
    return switchTo(git, repo, { ...target, branch: null }, await optionsOf(git, given));
  }
  if (target?.branch) return switchTo(git, repo, target, await optionsOf(git, given));
  if (target) {
    throw new GitFailure(
      `fatal: a branch is expected, got ${(await refOid(repo, `refs/tags/${word}`)) ? 'tag' : 'commit'} '${word}'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.\n`,
      128,
    );
  }
  const remote = await guessRemote(git, repo, word);
  if (remote !== null) return createAndSwitch(git, repo, given, word, remote, false);
  return die(`invalid reference: ${word}`);
}
