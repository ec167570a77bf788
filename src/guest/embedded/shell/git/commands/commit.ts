import { parseDate, shownDate } from '../base/dates.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { runHook } from '../base/hooks.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, readCommit, type Tree, writeObject, writeTree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { type Commit, commitBytes, type Person, subjectOf, withTrailers } from '../base/people.ts';
import { logMove, moveHead, readHead } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText, waitingForCommit, writeState } from '../base/stateFiles.ts';
import { changesBetween } from '../diff/changes.ts';
import { withRenames } from '../diff/renames.ts';
import { countChange, shortStat, summaryLines } from '../diff/stat.ts';
import { shortOid } from '../history/abbreviations.ts';
import { commitOf } from '../history/revisions.ts';
import { readState } from '../history/state.ts';
import { longStatus, shortStatus } from '../history/statusText.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { pathspecOf } from '../index/pathspec.ts';
import { stagePaths } from '../index/stage.ts';
import { cleanerFor, messageFor, signedOff } from './commitMessage.ts';
import { untrackedMode } from './status.ts';

const table = new OptionTable(
  'commit',
  'm,message= F,file= a,all amend allow-empty allow-empty-message q,quiet v,verbose n,no-verify verify author= date= s,signoff C,reuse-message= no-edit edit reset-author dry-run short porcelain branch long z,null t,template= o,only i,include cleanup= u,untracked-files=? no-gpg-sign gpg-sign=? S fixup= squash= no-post-rewrite p,patch e c,reedit-message= no-signoff status no-status trailer=',
);

export function unmergedFiles(doing: 'Committing' | 'Merging' | 'Cherry-picking' | 'Reverting'): string {
  return `error: ${doing} is not possible because you have unmerged files.
hint: Fix them up in the work tree, and then use 'git add/rm <file>'
hint: as appropriate to mark resolution and make a commit.
${doing === 'Cherry-picking' ? 'fatal: cherry-pick failed' : doing === 'Reverting' ? 'fatal: revert failed' : 'fatal: Exiting because of an unresolved conflict.'}
`;
}

/** Stores a commit and moves HEAD there; the log says `word` and the subject, or what it is told. */
export async function recordCommit(
  git: GitCall,
  repo: Repo,
  commit: Omit<Commit, 'oid'>,
  word: string | { readonly log: string },
): Promise<string> {
  const head = await readHead(repo);
  const oid = await writeObject(repo, 'commit', commitBytes(commit));
  await moveHead(repo, oid);
  await logMove(git, repo, {
    from: head.oid,
    to: oid,
    message: typeof word === 'string' ? `${word}: ${subjectOf(commit.message)}` : word.log,
    ref: head.ref,
  });
  return oid;
}

/** `[main 1a2b3c4] Subject` and what changed. */
export async function commitSummary(
  git: GitCall,
  repo: Repo,
  oid: string,
  showsDate: boolean,
): Promise<string> {
  const commit = await readCommit(repo, oid);
  const { author, committer, parents, tree } = commit;
  const { branch } = await readHead(repo);
  const root = parents.length === 0 ? ' (root-commit)' : '';
  let text = `[${branch ?? 'detached HEAD'}${root} ${await shortOid(repo, oid)}] ${subjectOf(commit.message)}\n`;
  if (author.name !== committer.name || author.email !== committer.email)
    text += ` Author: ${author.name} <${author.email}>\n`;
  if (showsDate) text += ` Date: ${shownDate(author, 'default', 0)}\n`;
  if (parents.length > 1) return text;
  const before = await flattenTree(
    repo,
    parents[0] === undefined ? null : (await readCommit(repo, parents[0])).tree,
  );
  const changes = await withRenames(repo, changesBetween(before, await flattenTree(repo, tree)));
  if (changes.length === 0) return text;
  const counts = await Promise.all(changes.map((change) => countChange(repo, change)));
  await git.drain();
  return text + shortStat(counts) + summaryLines(changes);
}

async function authorFor(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
  amended: Commit | null,
): Promise<Person> {
  const date = given.value('date');
  const person = given.value('author');
  const reused = given.value('reuse-message') ?? given.value('reedit-message');
  const picked = amended ? null : await stateText(git, repo, 'CHERRY_PICK_HEAD');
  const from = reused === undefined ? picked : await commitOf(git, repo, reused);
  const source = from === null ? amended : await readCommit(repo, from);
  if (source === null || given.has('reset-author')) return identity(git, 'author', { date, person });
  const nowSeconds = Math.floor(git.program.nowMs() / 1000);
  const moment =
    date === undefined ? source.author : (parseDate(date, nowSeconds) ?? die(`invalid date format: ${date}`));
  const named = person === undefined ? source.author : await identity(git, 'author', { person });
  return { name: named.name, email: named.email, seconds: moment.seconds, zone: moment.zone };
}

export async function commit(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  if (given.has('patch'))
    die("choosing hunks by hand is not in this guest's git; commit whole files instead");
  const index = await GitIndex.read(repo);
  const head = await readHead(repo);
  const amended = given.has('amend')
    ? await readCommit(repo, head.oid ?? die('You have nothing yet to amend.'))
    : null;
  const only = given.operands.length > 0 && !given.has('include');
  if (given.operands.length > 0 && given.has('all')) {
    die(`paths '${given.operands.join(' ')} ...' with -a does not make sense`);
  }
  if (given.has('all') || given.operands.length > 0) {
    const spec = pathspecOf(git, repo, given.operands);
    const known = [...new Set(index.entries.map(({ path }) => path))];
    for (const word of spec.unmatched(known)) {
      throw new GitFailure(`error: pathspec '${word}' did not match any file(s) known to git\n`, 1);
    }
    await stagePaths(
      repo,
      index,
      known.filter((path) => spec.matches(path)),
    );
    if (!given.has('dry-run')) await index.write(repo);
  }
  if (index.conflicts.length > 0) {
    const names = index.conflicts.map((path) => `U\t${path}\n`).join('');
    git.print(names);
    throw new GitFailure(unmergedFiles('Committing'), 128);
  }
  const author = await authorFor(git, repo, given, amended);
  const committer = await identity(git, 'committer');
  const headTree = await flattenTree(repo, head.oid);
  const tree = only ? onlyPaths(headTree, index, given.operands, git, repo) : index.tree;
  const mergeHead = (await git.textOf(`${repo.gitDir}/MERGE_HEAD`))?.trim() ?? null;
  const base = amended ? await flattenTree(repo, amended.parents[0] ?? null) : headTree;
  const isEmpty = mergeHead === null && changesBetween(base, tree).length === 0;
  const mode = untrackedMode(given.value('untracked-files'));
  const isDry = given.has('dry-run', 'short', 'porcelain', 'long');
  const mayBeEmpty =
    given.has('allow-empty') ||
    (amended !== null && (amended.parents.length > 1 || (amended.parents.length === 0 && base.size === 0)));
  const isRefused = isEmpty && !mayBeEmpty;
  if (isDry || isRefused) {
    const state = await readState(git, repo, { untracked: mode });
    const shown = await longStatus(git, repo, state, mode, { isAmending: amended !== null });
    const isShort = given.has('short', 'porcelain');
    const short = {
      branch: given.has('branch'),
      porcelain: given.has('porcelain'),
      zero: given.has('z'),
      ignored: false,
    };
    if (!given.has('quiet')) git.print(isShort ? await shortStatus(git, repo, state, short) : shown.text);
    if (isDry) return shown.committable ? 0 : 1;
    if (amended) await git.warn(emptyAmend);
    else if ((await stateText(git, repo, 'CHERRY_PICK_HEAD')) !== null) await git.warn(emptyPick);
    return 1;
  }
  const verifies = !given.has('no-verify', 'no-no-verify');
  if (verifies && !(await runHook(git, repo, 'pre-commit'))) return 1;
  const prepared = await messageFor(git, repo, given, amended);
  let message = withTrailers(prepared.text, given.values('trailer'));
  if (given.has('signoff')) message = signedOff(message, committer);
  if (message === '' && !given.has('allow-empty-message')) {
    throw new GitFailure('Aborting commit due to empty commit message.\n', 1);
  }
  await writeState(repo, 'COMMIT_EDITMSG', message);
  const messagePath =
    repo.gitDir === `${repo.root}/.git` ? '.git/COMMIT_EDITMSG' : `${repo.gitDir}/COMMIT_EDITMSG`;
  if (!(await runHook(git, repo, 'prepare-commit-msg', [messagePath, ...prepared.source]))) return 1;
  if (verifies && !(await runHook(git, repo, 'commit-msg', [messagePath]))) return 1;
  message = (await cleanerFor(git, given))(
    (await git.textOf(`${repo.gitDir}/COMMIT_EDITMSG`)) ?? message,
    false,
  );
  const parents = amended?.parents ?? [...(head.oid ? [head.oid] : []), ...(mergeHead ? [mergeHead] : [])];
  const word = amended
    ? 'commit (amend)'
    : mergeHead
      ? 'commit (merge)'
      : (await stateText(git, repo, 'CHERRY_PICK_HEAD')) !== null
        ? 'commit (cherry-pick)'
        : head.oid
          ? 'commit'
          : 'commit (initial)';
  const treeOid = await writeTree(repo, withoutIntents(tree, index));
  const oid = await recordCommit(git, repo, { tree: treeOid, parents, author, committer, message }, word);
  const isPick = (await stateText(git, repo, 'CHERRY_PICK_HEAD')) !== null;
  await removeState(repo, ...waitingForCommit);
  await runHook(git, repo, 'post-commit');
  const isDated =
    (amended !== null || given.has('reuse-message', 'reedit-message')) && !given.has('reset-author');
  if (!given.has('quiet'))
    git.print(await commitSummary(git, repo, oid, isDated || isPick || given.has('date')));
  return 0;
}

function withoutIntents(tree: Tree, index: GitIndex): Tree {
  return new Map([...tree].filter(([path]) => !index.get(path)?.intentToAdd));
}

/** HEAD's files, those named as they are staged now. */
function onlyPaths(
  headTree: Tree,
  index: GitIndex,
  words: readonly string[],
  git: GitCall,
  repo: Repo,
): Tree {
  const spec = pathspecOf(git, repo, words);
  const tree = new Map([...headTree].filter(([path]) => !spec.matches(path)));
  for (const [path, entry] of index.tree) if (spec.matches(path)) tree.set(path, entry);
  return tree;
}

const emptyAmend = `You asked to amend the most recent commit, but doing so would make
it empty. You can repeat your command with --allow-empty, or you can
remove the commit entirely with "git reset HEAD^".
`;

export const emptyPick = `The previous cherry-pick is now empty, possibly due to conflict resolution.
If you wish to commit it anyway, use:

    git commit --allow-empty

Otherwise, please use 'git cherry-pick --skip'
`;
