import * as iso from 'isomorphic-git';
import { parseDate } from './dates.ts';
import { die } from './failure.ts';
import type { GitCall } from './gitCall.ts';
import { zeroOid } from './objects.ts';
import { parentOf } from './paths.ts';
import { type Person, personLine } from './people.ts';
import { isoArgs, type Repo } from './repository.ts';

/** What HEAD is: a branch (perhaps unborn) or a commit. */
export interface Head {
  /** `refs/heads/…`; null where HEAD is detached. */
  readonly ref: string | null;
  /** Short name of the branch. */
  readonly branch: string | null;
  /** Null on an unborn branch. */
  readonly oid: string | null;
}

export async function readHead(repo: Repo): Promise<Head> {
  const text = new TextDecoder().decode(await repo.files.readFile(`${repo.gitDir}/HEAD`)).trim();
  const ref = /^ref: (.*)$/.exec(text)?.[1] ?? null;
  if (ref === null) return { ref, branch: null, oid: text };
  return { ref, branch: ref.replace(/^refs\/heads\//, ''), oid: await refOid(repo, ref) };
}

/** A ref without what says of which kind it is. */
export const shortRef = (ref: string) => ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');

/** `packed-refs`, read once per call and written by nobody here but isomorphic-git, whose deletions are followed. */
const packedOf = new WeakMap<object, Promise<ReadonlyMap<string, string>>>();

function packedRefs(repo: Repo): Promise<ReadonlyMap<string, string>> {
  const known =
    packedOf.get(repo.cache) ??
    repo.files.readFile(`${repo.gitDir}/packed-refs`).then(
      (bytes) => {
        const lines = new TextDecoder().decode(bytes).matchAll(/^([0-9a-f]{40}) (\S+)$/gm);
        return new Map(Array.from(lines, ([, oid = '', ref = '']) => [ref, oid]));
      },
      () => new Map<string, string>(),
    );
  packedOf.set(repo.cache, known);
  return known;
}

/** A ref's own file: the name of an object, or `ref: …` of another ref; null where there is none. */
export async function looseRef(repo: Repo, ref: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await repo.files.readFile(`${repo.gitDir}/${ref}`)).trim();
  } catch {
    return null;
  }
}

/** The ref that a symbolic one stands for; null for any other. */
export async function symbolicTarget(repo: Repo, ref: string): Promise<string | null> {
  return /^ref: (.*)$/.exec((await looseRef(repo, ref)) ?? '')?.[1] ?? null;
}

/** Symbolic refs that are followed one after another; as in git, since they may lead round. */
const mostLinks = 5;

/** The object of a full ref name; null where there is none. */
export async function refOid(repo: Repo, ref: string, links = 0): Promise<string | null> {
  if (links > mostLinks || ref.split('/').includes('..')) return null;
  const text = await looseRef(repo, ref);
  const target = /^ref: (.*)$/.exec(text ?? '')?.[1];
  if (target !== undefined) return refOid(repo, target, links + 1);
  const oid = /^[0-9a-f]{40}/.exec(text ?? '')?.[0];
  return oid ?? (await packedRefs(repo)).get(ref) ?? null;
}

export async function writeRef(repo: Repo, ref: string, oid: string): Promise<void> {
  await iso.writeRef({ ...isoArgs(repo), ref, value: oid, force: true });
}

export async function deleteRef(repo: Repo, ref: string): Promise<void> {
  await iso.deleteRef({ ...isoArgs(repo), ref });
  packedOf.delete(repo.cache);
  // An empty folder would stand in the way of a branch of its name.
  for (let folder = parentOf(ref); folder.split('/').length > 2; folder = parentOf(folder)) {
    try {
      await repo.files.rmdir(`${repo.gitDir}/${folder}`);
    } catch {
      return;
    }
  }
}

export async function listBranches(repo: Repo, remote?: string): Promise<string[]> {
  const found = await iso.listBranches({ ...isoArgs(repo), remote });
  return found.sort();
}

export async function listTags(repo: Repo): Promise<string[]> {
  return (await iso.listTags(isoArgs(repo))).sort();
}

export async function listRemotes(repo: Repo): Promise<string[]> {
  return (await iso.listRemotes(isoArgs(repo))).map(({ remote }) => remote).sort();
}

/** Every ref with its full name, in git's order. */
export async function allRefs(repo: Repo): Promise<[ref: string, oid: string][]> {
  const names = new Set((await packedRefs(repo)).keys());
  const visit = async (folder: string): Promise<void> => {
    const entries = await repo.files.readdir(`${repo.gitDir}/${folder}`).catch(() => []);
    for (const { name, kind } of entries) {
      if (kind === 'directory') await visit(`${folder}/${name}`);
      else names.add(`${folder}/${name}`);
    }
  };
  await visit('refs');
  const found: [string, string][] = [];
  for (const name of [...names].sort()) {
    const oid = await refOid(repo, name);
    if (oid !== null) found.push([name, oid]);
  }
  return found;
}

/** git's rules for names of branches and tags, without `refs/heads/`. */
export function isValidRefName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || name.startsWith('-')) return false;
  if (/[\x00-\x20~^:?*[\\\x7f]|\.\.|@\{|\/\/|^\/|\/$|\.$/.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

/** Points HEAD at a branch. */
export async function attachHead(repo: Repo, branch: string): Promise<void> {
  const text = new TextEncoder().encode(`ref: refs/heads/${branch}\n`);
  await repo.files.writeFile(`${repo.gitDir}/HEAD`, text);
}

export async function detachHead(repo: Repo, oid: string): Promise<void> {
  await repo.files.writeFile(`${repo.gitDir}/HEAD`, new TextEncoder().encode(`${oid}\n`));
}

/** Moves what HEAD stands on (its branch, or HEAD itself) to a commit. */
export async function moveHead(repo: Repo, oid: string): Promise<void> {
  const { ref } = await readHead(repo);
  if (ref === null) await detachHead(repo, oid);
  else await writeRef(repo, ref, oid);
}

export interface ReflogLine {
  readonly from: string;
  readonly to: string;
  readonly who: string;
  readonly message: string;
}

/** Notes in HEAD's log (and its branch's) that it went from one commit to another. */
export async function logMove(
  git: GitCall,
  repo: Repo,
  move: {
    readonly from: string | null;
    readonly to: string;
    readonly message: string;
    readonly ref?: string | null;
  },
): Promise<void> {
  await logRef(git, repo, 'HEAD', move.from, move.to, move.message);
  if (move.ref) await logRef(git, repo, move.ref, move.from, move.to, move.message);
}

/** Notes in a ref's own log that it went from one commit to another. A bare repository keeps none. */
export async function logRef(
  git: GitCall,
  repo: Repo,
  ref: string,
  from: string | null,
  to: string,
  message: string,
): Promise<void> {
  if (repo.bare) return;
  const nowSeconds = Math.floor(git.program.nowMs() / 1000);
  const name = git.env.GIT_COMMITTER_NAME ?? (await git.config('user.name')) ?? git.env.USER ?? 'user';
  const email = git.env.GIT_COMMITTER_EMAIL ?? (await git.config('user.email')) ?? `${name}@spillway`;
  const dated = parseDate(git.env.GIT_COMMITTER_DATE ?? '', nowSeconds);
  const who: Person = { name, email, ...(dated ?? { seconds: nowSeconds, zone: '+0000' }) };
  const line = `${from ?? zeroOid} ${to} ${personLine(who)}\t${message}\n`;
  const path = `${repo.gitDir}/logs/${ref}`;
  await repo.files.mkdir(parentOf(path), true);
  await repo.files.appendFile(path, new TextEncoder().encode(line));
}

/** Newest first. */
export async function readReflog(git: GitCall, repo: Repo, ref = 'HEAD'): Promise<ReflogLine[]> {
  const text = (await git.textOf(`${repo.gitDir}/logs/${ref}`)) ?? '';
  const lines = text.split('\n').filter(Boolean);
  return lines.reverse().map((line) => {
    const match = /^(\w{40}) (\w{40}) (.*)\t(.*)$/.exec(line);
    return { from: match?.[1] ?? '', to: match?.[2] ?? '', who: match?.[3] ?? '', message: match?.[4] ?? '' };
  });
}

/** The branch that `git checkout -` means; null where there was none before. */
export async function previousBranch(git: GitCall, repo: Repo, back = 1): Promise<string | null> {
  let left = back;
  for (const { message } of await readReflog(git, repo)) {
    const from = /^checkout: moving from (\S+) to /.exec(message)?.[1];
    if (from === undefined) continue;
    left -= 1;
    if (left === 0) return from;
  }
  return null;
}

export function checkBranchName(name: string): void {
  if (!isValidRefName(name)) die(`'${name}' is not a valid branch name`);
}
