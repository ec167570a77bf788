import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readHead, refOid, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { stateText, writeState } from '../base/stateFiles.ts';
import { checkout } from '../commands/checkout.ts';
import { commitOf, isRevision, resolveRevision } from '../history/revisions.ts';
import { walkHistory } from '../history/walk.ts';
import {
  appendLog,
  type BisectState,
  bracketed,
  forgetBisect,
  quotedWord,
  readBisect,
  type Terms,
  usualTerms,
} from './bisectState.ts';
import { goToNext, type Outcome } from './nextCommit.ts';

const usage =
  'usage: git bisect [help|start|bad|good|new|old|terms|skip|next|reset|visualize|view|replay|log|run]\n';

const exitCodes: Readonly<Record<Outcome, number>> = {
  'goes on': 0,
  found: 0,
  'only skipped left': 2,
  refused: 3,
};

async function under(git: GitCall, repo: Repo): Promise<BisectState> {
  const state = await readBisect(git, repo);
  if (!state) throw new GitFailure('You need to start by "git bisect start"\n\n', 1);
  return state;
}

async function next(git: GitCall, repo: Repo): Promise<Outcome> {
  return goToNext(git, repo, await under(git, repo));
}

export async function bisect(git: GitCall, args: readonly string[]): Promise<number> {
  const repo = await git.repo();
  const [word, ...rest] = args;
  if (word === undefined) throw new GitFailure(usage, 1);
  switch (word) {
    case 'start':
      return start(git, repo, rest);
    case 'reset':
      return reset(git, repo, rest[0]);
    case 'log':
      git.print((await git.textOf(`${repo.gitDir}/BISECT_LOG`)) ?? notBisecting());
      return 0;
    case 'next':
      return exitCodes[await next(git, repo)];
    case 'run':
      return run(git, repo, rest);
    case 'skip':
      return skip(git, repo, rest);
    case 'terms':
      return terms(git, repo, rest[0]);
    case 'replay':
      return replay(git, rest[0]);
    case 'visualize':
    case 'view':
      return die("the list of what is left is not in this guest's git; use git log bisect/bad");
    default: {
      const known = (await readBisect(git, repo))?.terms ?? usualTerms;
      const marks: readonly string[] = ['bad', 'good', 'new', 'old', known.bad, known.good];
      if (!marks.includes(word)) throw new GitFailure(usage, 1);
      return exitCodes[await judge(git, repo, word, rest)];
    }
  }
}

function notBisecting(): never {
  throw new GitFailure('error: We are not bisecting.\n', 1);
}

async function start(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  let named: Terms = usualTerms;
  const revisions: string[] = [];
  let paths: readonly string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    const option = /^--term-(old|good|new|bad)(?:=(.*))?$/.exec(arg);
    if (option) {
      const value = option[2] ?? args[++index] ?? '';
      named = /old|good/.test(option[1]!) ? { ...named, good: value } : { ...named, bad: value };
    } else if (arg === '--') {
      paths = args.slice(index + 1);
      break;
    } else if (arg === '--no-checkout' || arg === '--first-parent')
      die(
        `bisect start ${arg} is not in this guest's git; without it each commit is checked out, on all lines`,
      );
    else if (arg.startsWith('--')) throw new GitFailure(`error: unrecognized option: '${arg}'\n`, 1);
    else if (await isRevision(git, repo, arg)) revisions.push(arg);
    else {
      const hasDashes = args.includes('--');
      if (hasDashes) die(`'${arg}' does not appear to be a valid revision`);
      paths = args.slice(index);
      break;
    }
  }
  const before = await readBisect(git, repo);
  const head = await readHead(repo);
  const from = before?.start ?? head.branch ?? head.oid ?? die('bad HEAD - I need a HEAD');
  if (before) await checkout(git, ['-q', before.start, '--']);
  await forgetBisect(repo);
  await writeState(repo, 'BISECT_START', `${from}\n`);
  await writeState(repo, 'BISECT_TERMS', `${named.bad}\n${named.good}\n`);
  await writeState(repo, 'BISECT_NAMES', `${paths.map((path) => ` ${quotedWord(path)}`).join('')}\n`);
  for (const [at, revision] of revisions.entries()) {
    const oid = await commitOf(git, repo, revision);
    const word = at === 0 ? named.bad : named.good;
    await writeRef(repo, `refs/bisect/${at === 0 ? word : `${word}-${oid}`}`, oid);
    await appendLog(repo, `# ${word}: ${await bracketed(repo, oid)}\n`);
  }
  await appendLog(repo, `git bisect start${args.map((arg) => ` ${quotedWord(arg)}`).join('')}\n`);
  return exitCodes[await next(git, repo)];
}

async function reset(git: GitCall, repo: Repo, revision: string | undefined): Promise<number> {
  const from = await stateText(git, repo, 'BISECT_START');
  if (from === null) {
    git.print('We are not bisecting.\n');
    return 0;
  }
  const target = revision ?? from;
  if (revision !== undefined && (await resolveRevision(git, repo, revision)) === null)
    throw new GitFailure(`error: '${revision}' is not a valid commit\n`, 1);
  const isBranch = (await refOid(repo, `refs/heads/${target}`)) !== null;
  const exitCode = await checkout(git, [...(isBranch ? [] : ['--detach']), target]);
  if (exitCode === 0) await forgetBisect(repo);
  return exitCode;
}

/** `git bisect good`, `git bisect bad v2` */
async function judge(git: GitCall, repo: Repo, word: string, args: readonly string[]): Promise<Outcome> {
  let state = await under(git, repo);
  const isFresh = state.bad === null && state.good.length === 0;
  if (isFresh && (word === 'new' || word === 'old') && state.terms.bad === 'bad') {
    await writeState(repo, 'BISECT_TERMS', 'new\nold\n');
    state = { ...state, terms: { bad: 'new', good: 'old' } };
  }
  const { terms: known } = state;
  if (word !== known.bad && word !== known.good) {
    throw new GitFailure(
      `error: Invalid command: you're currently in a ${known.bad}/${known.good} bisect\n`,
      1,
    );
  }
  if (word === known.bad && args.length > 1)
    throw new GitFailure(`error: 'git bisect ${word}' can take only one argument.\n`, 1);
  for (const revision of args.length > 0 ? args : ['HEAD']) {
    if ((await resolveRevision(git, repo, revision)) === null)
      throw new GitFailure(`error: Bad rev input: ${revision}\n`, 1);
    const oid = await commitOf(git, repo, revision);
    await writeRef(repo, `refs/bisect/${word === known.bad ? word : `${word}-${oid}`}`, oid);
    await appendLog(repo, `# ${word}: ${await bracketed(repo, oid)}\ngit bisect ${word} ${oid}\n`);
  }
  return next(git, repo);
}

async function skip(git: GitCall, repo: Repo, args: readonly string[]): Promise<number> {
  await under(git, repo);
  const oids: string[] = [];
  for (const word of args.length > 0 ? args : ['HEAD']) {
    const range = /^(.*?)\.\.(.*)$/.exec(word);
    if (!range) {
      oids.push(await commitOf(git, repo, word));
      continue;
    }
    const [left, right] = [range[1] || 'HEAD', range[2] || 'HEAD'];
    const ends = [[await commitOf(git, repo, right)], [await commitOf(git, repo, left)]] as const;
    for await (const { oid } of walkHistory(repo, ends[0], ends[1], {
      firstParent: false,
      topological: false,
    }))
      oids.push(oid);
  }
  for (const oid of oids) {
    await writeRef(repo, `refs/bisect/skip-${oid}`, oid);
    await appendLog(repo, `# skip: ${await bracketed(repo, oid)}\ngit bisect skip ${oid}\n`);
  }
  return exitCodes[await next(git, repo)];
}

async function terms(git: GitCall, repo: Repo, option: string | undefined): Promise<number> {
  if ((await stateText(git, repo, 'BISECT_TERMS')) === null)
    throw new GitFailure('error: no terms defined\n', 1);
  const { terms: known } = await under(git, repo);
  if (option === '--term-good' || option === '--term-old') git.print(`${known.good}\n`);
  else if (option === '--term-bad' || option === '--term-new') git.print(`${known.bad}\n`);
  else
    git.print(
      `Your current terms are ${known.good} for the old state\nand ${known.bad} for the new state.\n`,
    );
  return 0;
}

async function replay(git: GitCall, file: string | undefined): Promise<number> {
  const text = file === undefined ? null : await git.textOf(git.resolve(file));
  if (text === null) throw new GitFailure(`error: cannot read file '${file ?? ''}' for replaying\n`, 1);
  let exitCode = 0;
  for (const line of text.split('\n')) {
    const words = /^git bisect (.*)$/.exec(line)?.[1]?.match(/'[^']*'|\S+/g);
    if (words)
      exitCode = await bisect(
        git,
        words.map((each) => each.replace(/^'(.*)'$/, '$1')),
      );
  }
  return exitCode;
}

/** Lets a command judge one commit after the other. */
async function run(git: GitCall, repo: Repo, words: readonly string[]): Promise<number> {
  const { terms: known, bad, good } = await under(git, repo);
  if (bad === null || good.length === 0) {
    await next(git, repo);
    throw new GitFailure('error: bisect run failed: no command provided.\n', 1);
  }
  if (words.length === 0) throw new GitFailure('error: bisect run failed: no command provided.\n', 1);
  const command = words.map((word) => ` ${quotedWord(word)}`).join('');
  for (let isFirst = true; ; isFirst = false) {
    git.print(`running ${command}\n`);
    await git.flush();
    const exitCode = await git.program.shell(command, { cwd: repo.root, env: git.env });
    if (isFirst && (exitCode === 126 || exitCode === 127))
      throw new GitFailure(`error: bogus exit code ${exitCode} for good revision\n`, 1);
    if (exitCode >= 128) {
      throw new GitFailure(
        `error: bisect run failed: exit code ${exitCode} from ${command} is < 0 or >= 128\n`,
        1,
      );
    }
    const word = exitCode === 125 ? 'skip' : exitCode === 0 ? known.good : known.bad;
    const before = await readHead(repo);
    if (word === 'skip') {
      if ((await skip(git, repo, [])) !== 2) continue;
      throw new GitFailure('error: bisect run cannot continue any more\n', 2);
    }
    const outcome = await judge(git, repo, word, before.oid === null ? [] : [before.oid]);
    if (outcome === 'found') {
      git.print('bisect found first bad commit');
      return 0;
    }
    if (outcome === 'only skipped left')
      throw new GitFailure('error: bisect run cannot continue any more\n', 2);
    if (outcome === 'refused') {
      throw new GitFailure(
        `error: bisect run failed: 'git bisect ${word}' exited with error code ${exitCodes[outcome]}\n`,
        exitCodes[outcome],
      );
    }
  }
}
