import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, writeTree } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { subjectOf } from '../base/people.ts';
import { readHead, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { removeState, stateText, writeState } from '../base/stateFiles.ts';
import { bytesFromUnits, unitsFromBytes } from '../base/text.ts';
import { applyTable, applyText } from '../commands/apply.ts';
import { recordCommit } from '../commands/commit.ts';
import { signedOff } from '../commands/commitMessage.ts';
import { reset } from '../commands/reset.ts';
import { changesBetween, pathOf } from '../diff/changes.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { headTree } from '../sequence/applyChange.ts';
import { type MailedCommit, mailsIn, parseMail } from './mailbox.ts';
import { mergePatch } from './mergePatch.ts';

const table = new OptionTable(
  'am',
  '3,3way s,signoff k,keep q,quiet continue r,resolved skip abort quit show-current-patch=? i,interactive keep-cr no-keep-cr committer-date-is-author-date ignore-date c,scissors no-scissors whitespace= ignore-whitespace p= C= directory= exclude= include= reject patch-format= b,keep-non-patch m,message-id u,utf8 no-3way S,gpg-sign=? empty= allow-empty',
);

const folder = 'rebase-apply';

const resolveWords = `When you have resolved this problem, run "git am --continue".
If you prefer to skip this patch, run "git am --skip" instead.
To restore the original branch and stop patching, run "git am --abort".
`;

interface AmState {
  readonly next: number;
  readonly last: number;
  readonly threeWay: boolean;
  readonly signs: boolean;
  readonly quiet: boolean;
  readonly keeps: boolean;
}

async function readAm(git: GitCall, repo: Repo): Promise<AmState | null> {
  const read = (name: string) => stateText(git, repo, `${folder}/${name}`);
  const last = await read('last');
  if (last === null || (await read('applying')) === null) return null;
  return {
    next: Number((await read('next')) ?? 1),
    last: Number(last),
    threeWay: (await read('threeway')) === 't',
    signs: (await read('sign')) === 't',
    quiet: (await read('quiet')) === 't',
    keeps: (await read('keep')) === 't',
  };
}

const fileOf = (number: number) => `${folder}/${String(number).padStart(4, '0')}`;

async function mailAt(git: GitCall, repo: Repo, state: AmState): Promise<MailedCommit> {
  const bytes = await repo.files.readFile(`${repo.gitDir}/${fileOf(state.next)}`);
  const nowSeconds = Math.floor(git.program.nowMs() / 1000);
  return parseMail(unitsFromBytes(bytes), nowSeconds, state.keeps);
}

export async function am(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const state = await readAm(git, repo);
  const resumes = given.has('continue', 'resolved', 'skip', 'abort', 'quit', 'show-current-patch');
  if (!resumes) {
    if (state) die(`previous rebase directory ${shownFolder(repo)} still exists but mbox given.`);
    return start(git, repo, given);
  }
  if (!state) die('Resolve operation not in progress, we are not resuming.');
  if (given.has('show-current-patch')) return showPatch(git, repo, state, given);
  if (given.has('quit')) {
    await removeState(repo, folder);
    return 0;
  }
  if (given.has('abort')) return abort(git, repo);
  if (given.has('skip')) {
    await toHead(repo);
    await writeState(repo, `${folder}/next`, `${state.next + 1}\n`);
    return run(git, repo);
  }
  return resolved(git, repo, state);
}

function shownFolder(repo: Repo): string {
  return repo.gitDir === `${repo.root}/.git` ? `.git/${folder}` : `${repo.gitDir}/${folder}`;
}

async function start(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const mails: string[] = [];
  for (const word of given.operands.length > 0 ? given.operands : ['-']) {
    const bytes = word === '-' ? await git.program.stdin() : await git.program.input(word);
    if (bytes === null) die(`could not open '${word}' for reading: No such file or directory`);
    const found = bytes.length === 0 ? [] : mailsIn(unitsFromBytes(bytes));
    if (found === null) throw new GitFailure('Patch format detection failed.\n', 128);
    mails.push(...found);
  }
  const head = await readHead(repo);
  const index = await GitIndex.read(repo);
  const staged = changesBetween(await headTree(repo), index.tree).map(pathOf);
  if (staged.length > 0) die(`Dirty index: cannot apply patches (dirty: ${staged.join(' ')})`);
  const write = (name: string, text: string) => writeState(repo, `${folder}/${name}`, text);
  const flag = (isSet: boolean) => (isSet ? 't\n' : 'f\n');
  const threeWay = given.has('3way') || (await git.configFlag('am.threeWay', false));
  await write('threeway', flag(threeWay && !given.has('no-3way', 'no-no-3way')));
  await write('sign', flag(given.has('signoff')));
  await write('quiet', flag(given.has('quiet')));
  await write('keep', flag(given.has('keep')));
  await write('applying', '');
  await write('next', '1\n');
  await write('last', `${mails.length}\n`);
  if (head.oid !== null) {
    await writeRef(repo, 'ORIG_HEAD', head.oid);
    await write('abort-safety', `${head.oid}\n`);
    await write('orig-head', `${head.oid}\n`);
  }
  for (const [at, units] of mails.entries())
    await repo.files.writeFile(`${repo.gitDir}/${fileOf(at + 1)}`, bytesFromUnits(units));
  return run(git, repo);
}

/** Applies what is left, one mail after the other, to the first that does not fit. */
async function run(git: GitCall, repo: Repo): Promise<number> {
  for (;;) {
    const state = await readAm(git, repo);
    if (!state) return 0;
    if (state.next > state.last) {
      await removeState(repo, folder);
      return 0;
    }
    const mail = await mailAt(git, repo, state);
    const subject = subjectOf(mail.message);
    if (!state.quiet) git.print(`Applying: ${subject}\n`);
    if (mail.patch.trim() === '') {
      git.print('Patch is empty.\n');
      return stop(git, resolveWords);
    }
    if (!(await applied(git, repo, state, mail))) {
      await git.warn("hint: Use 'git am --show-current-patch=diff' to see the failed patch\n");
      const number = String(state.next).padStart(4, '0');
      return stop(git, `Patch failed at ${number} ${subject}\n${resolveWords}`);
    }
    await record(git, repo, state, mail);
  }
}

async function stop(git: GitCall, text: string): Promise<number> {
  git.print(text);
  return 128;
}

async function applied(git: GitCall, repo: Repo, state: AmState, mail: MailedCommit): Promise<boolean> {
  const errors: string[] = [];
  const exitCode = await applyText(
    git,
    repo,
    mail.patch,
    applyTable.parse(['--index']),
    async (text) => void errors.push(text),
  );
  if (exitCode === 0) return true;
  if (!state.threeWay) {
    await git.warn(errors.join(''));
    return false;
  }
  const merged = await mergePatch(git, repo, mail.patch, subjectOf(mail.message));
  if (merged === 'no base') {
    await git.warn(
      `${errors.join('')}error: Repository lacks necessary blobs to fall back on 3-way merge.\n`,
    );
    return false;
  }
  if (merged === 'conflict') await git.warn('error: Failed to merge in the changes.\n');
  if (merged === 'nothing new') git.print('No changes -- Patch already applied.\n');
  return merged !== 'conflict';
}

async function record(git: GitCall, repo: Repo, state: AmState, mail: MailedCommit): Promise<void> {
  const head = await readHead(repo);
  const tree = await writeTree(repo, (await GitIndex.read(repo)).tree);
  const committer = await identity(git, 'committer');
  const moment = mail.date ?? { seconds: committer.seconds, zone: committer.zone };
  const author = { name: mail.name, email: mail.email, ...moment };
  const message = state.signs ? signedOff(mail.message, committer) : mail.message;
  const isNew =
    head.oid === null || changesBetween(await headTree(repo), (await GitIndex.read(repo)).tree).length > 0;
  if (isNew) {
    const parents = head.oid === null ? [] : [head.oid];
    const oid = await recordCommit(git, repo, { tree, parents, author, committer, message }, 'am');
    await writeState(repo, `${folder}/abort-safety`, `${oid}\n`);
  }
  await writeState(repo, `${folder}/next`, `${state.next + 1}\n`);
}

async function resolved(git: GitCall, repo: Repo, state: AmState): Promise<number> {
  const mail = await mailAt(git, repo, state);
  const index = await GitIndex.read(repo);
  if (!state.quiet) git.print(`Applying: ${subjectOf(mail.message)}\n`);
  if (index.conflicts.length === 0 && changesBetween(await headTree(repo), index.tree).length === 0) {
    return stop(
      git,
      `No changes - did you forget to use 'git add'?\nIf there is nothing left to stage, chances are that something else\nalready introduced the same changes; you might want to skip this patch.\n${resolveWords}`,
    );
  }
  if (index.conflicts.length > 0) {
    return stop(
      git,
      `You still have unmerged paths in your index.\nYou should 'git add' each file with resolved conflicts to mark them as such.\nYou might run \`git rm\` on a file to accept "deleted by them" for it.\n${resolveWords}`,
    );
  }
  await record(git, repo, state, mail);
  return run(git, repo);
}

/** Index and tracked files as HEAD has them. */
async function toHead(repo: Repo): Promise<void> {
  const index = await GitIndex.read(repo);
  await forceTo(repo, index, await flattenTree(repo, (await readHead(repo)).oid));
  await index.write(repo);
}

async function abort(git: GitCall, repo: Repo): Promise<number> {
  const safe = await stateText(git, repo, `${folder}/abort-safety`);
  const first = await stateText(git, repo, `${folder}/orig-head`);
  const head = await readHead(repo);
  if (safe !== head.oid) {
    await git.warn(
      "warning: You seem to have moved HEAD since the last 'am' failure.\nNot rewinding to ORIG_HEAD\n",
    );
    await toHead(repo);
  } else if (first !== null) await reset(git, ['-q', '--hard', first]);
  await removeState(repo, folder);
  return 0;
}

async function showPatch(git: GitCall, repo: Repo, state: AmState, given: GivenOptions): Promise<number> {
  const bytes = await repo.files.readFile(`${repo.gitDir}/${fileOf(state.next)}`);
  if (given.value('show-current-patch') === 'diff') git.printUnits((await mailAt(git, repo, state)).patch);
  else git.printBytes(bytes);
  return 0;
}
