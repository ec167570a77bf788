import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { objectIfAny, readCommit } from '../base/objects.ts';
import { allRefs, previousBranch, readHead, shortRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import {
  checkPathInRevision,
  fullRefName,
  parentsWord,
  resolveRevision,
  unknownRevision,
  upstreamOf,
} from '../history/revisions.ts';
import { mergeBases } from '../history/walk.ts';

/** Questions that need no revision. */
async function answerOf(git: GitCall, repo: Repo, option: string): Promise<string | null> {
  const { commonDir } = repo;
  const inside = git.cwd === commonDir || git.cwd.startsWith(`${commonDir}/`);
  switch (option) {
    case '--show-toplevel':
      return repo.bare ? die('this operation must be run in a work tree') : repo.root;
    case '--git-dir':
    case '--git-common-dir': {
      const folder = option === '--git-dir' ? repo.gitDir : repo.commonDir;
      if (git.cwd === folder) return '.';
      return folder === `${git.cwd}/.git` ? '.git' : folder;
    }
    case '--absolute-git-dir':
      return repo.gitDir;
    case '--is-inside-work-tree':
      return String(!repo.bare && !inside);
    case '--is-inside-git-dir':
      return String(inside);
    case '--is-bare-repository':
      return String(repo.bare);
    case '--is-shallow-repository':
      return String((await git.textOf(`${repo.gitDir}/shallow`)) !== null);
    case '--show-prefix':
      return repo.prefix;
    case '--show-cdup':
      return '../'.repeat(repo.prefix.split('/').length - 1);
    case '--show-object-format':
      return 'sha1';
    default:
      return null;
  }
}

async function symbolicName(git: GitCall, repo: Repo, name: string, short: boolean): Promise<string> {
  const upstream = /^(.*)@\{u(?:pstream)?\}$/.exec(name);
  if (upstream) {
    const branch = upstream[1] || (await readHead(repo)).branch;
    const found = await upstreamOf(git, branch);
    if (!found) die(`no upstream configured for branch '${branch}'`);
    return short ? found.shown : found.ref;
  }
  const head = await readHead(repo);
  const back = /^@\{-(\d+)\}$/.exec(name);
  if (back) return (await previousBranch(git, repo, Number(back[1]))) ?? name;
  if (name === 'HEAD' || name === '@')
    return head.ref === null ? 'HEAD' : short ? (head.branch ?? '') : head.ref;
  const full = await fullRefName(repo, name);
  if (full === null) return name;
  return short ? shortRef(full) : full;
}

/** The revisions that a range, or a commit's parents, stand for; what is left out has a `^` in front. */
async function namesIn(git: GitCall, repo: Repo, word: string): Promise<readonly string[]> {
  const range = /^(.*?)(\.\.\.?)(.*)$/.exec(word);
  const parents = parentsWord(word);
  if (range && !word.startsWith(':')) {
    const [left, right] = [range[1] || 'HEAD', range[3] || 'HEAD'];
    if (range[2] === '..') return [right, `^${left}`];
    const [a, b] = [await resolveRevision(git, repo, left), await resolveRevision(git, repo, right)];
    const bases = a && b ? await mergeBases(repo, [a, b]) : [];
    return [right, left, ...bases.map((base) => `^${base}`)];
  }
  const oid = parents ? await resolveRevision(git, repo, parents.name) : null;
  if (!parents || oid === null) return [word];
  const { oid: commit, parents: list } = await readCommit(repo, oid);
  if (parents.kind === '@') return list;
  return [
    commit,
    ...(parents.kind === '!' ? list : list.slice(parents.number - 1, parents.number)).map(
      (parent) => `^${parent}`,
    ),
  ];
}

/** `--all`, `--branches`, `--tags`, `--remotes`: every ref of a kind. */
const kindsOfRefs: Readonly<Record<string, string>> = {
  '--all': 'refs/',
  '--branches': 'refs/heads/',
  '--tags': 'refs/tags/',
  '--remotes': 'refs/remotes/',
};

export async function revParse(git: GitCall, args: readonly string[]): Promise<number> {
  let short: number | null = null;
  let abbrevRef = false;
  let symbolic = false;
  let verify = false;
  let quiet = false;
  let revsOnly = false;
  let answered = false;
  let fallback: string | null = null;
  const words: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (/^--short(=\d+)?$/.test(arg)) short = Number(arg.slice(8) || 7);
    else if (arg.startsWith('--abbrev-ref')) abbrevRef = true;
    else if (arg === '--symbolic-full-name') symbolic = true;
    else if (arg === '--verify') verify = true;
    else if (arg === '-q' || arg === '--quiet') quiet = true;
    else if (arg === '--default') fallback = args[++index] ?? null;
    else if (arg === '--git-path') {
      git.print(`${(await git.repo()).gitDir}/${args[++index] ?? ''}\n`);
      answered = true;
    } else if (kindsOfRefs[arg] !== undefined) {
      const refs = await allRefs(await git.repo());
      const wanted = refs.filter(([ref]) => ref.startsWith(kindsOfRefs[arg]!));
      for (const [ref, oid] of wanted)
        git.print(args.includes('--symbolic') ? `${shortRef(ref)}\n` : `${oid}\n`);
      answered = true;
    } else if (arg === '--symbolic') continue;
    else if (arg === '--revs-only' || arg === '--no-flags' || arg === '--flags') revsOnly = true;
    else if (arg === '--show-superproject-working-tree') answered = true;
    else if (arg.startsWith('--') && arg !== '--') {
      const answer = await answerOf(git, await git.repo(), arg);
      git.print(`${answer ?? arg}\n`);
      answered = true;
    } else words.push(arg);
  }
  if (words.length === 0 && fallback !== null) words.push(fallback);
  if (short !== null && !abbrevRef) verify = true;
  const repo = await git.repo();
  if (verify && words.length !== 1 && !(answered && words.length === 0)) {
    if (quiet) return 1;
    die('Needed a single revision');
  }
  for (const word of words) {
    if (abbrevRef || symbolic) {
      const oid = await resolveRevision(git, repo, word);
      if (oid === null) {
        git.print(`${word}\n`);
        await git.flush();
        unknownRevision(word);
      }
      git.print(`${await symbolicName(git, repo, word, abbrevRef)}\n`);
      continue;
    }
    const names = await namesIn(git, repo, word);
    for (const name of names) {
      const negated = name.startsWith('^') ? '^' : '';
      const oid = await resolveRevision(git, repo, negated === '' ? name : name.slice(1));
      if (oid === null || (name.length < 40 && (await objectIfAny(repo, oid)) === null)) {
        if (quiet) return 1;
        if (revsOnly) continue;
        if (verify) die('Needed a single revision');
        git.print(`${name}\n`);
        await git.flush();
        await checkPathInRevision(git, repo, name);
        unknownRevision(name);
      }
      git.print(`${negated}${short === null ? oid : await shortOid(repo, oid, short)}\n`);
    }
  }
  await git.drain();
  return answered || words.length > 0 || !verify ? 0 : 1;
}
