import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { objectIfAny, peel, readCommit, readTree } from '../base/objects.ts';
import type { GivenOptions } from '../base/options.ts';
import { previousBranch, readHead, readReflog, refOid } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { belowRoot, type Pathspec, pathspecOf } from '../index/pathspec.ts';
import { statIfAny } from '../index/worktree.ts';
import { expandOid } from './abbreviations.ts';
import { walkHistory } from './walk.ts';

/** Where a short name of a ref is looked for, in this order. */
const refPlaces = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'] as const;

/** The full name of a ref; null where there is none. */
export async function fullRefName(repo: Repo, name: string): Promise<string | null> {
  for (const place of refPlaces) {
    const full = `${place}${name}`;
    if (!full.startsWith('refs/') && !/^[A-Z_]+$/.test(full)) continue;
    if (full === 'HEAD' || (await refOid(repo, full)) !== null) return full;
  }
  const oid = await refOid(repo, `refs/remotes/${name}/HEAD`);
  return oid === null ? null : `refs/remotes/${name}/HEAD`;
}

/** The object that a revision names (`HEAD~2`, `v1^{tree}`, `main:src/a.ts`, `abc1234`); null where there is none. */
export async function resolveRevision(git: GitCall, repo: Repo, text: string): Promise<string | null> {
  const colon = colonIn(text);
  if (colon >= 0) return resolvePathAt(git, repo, text.slice(0, colon), text.slice(colon + 1));
  const suffix = /(?:~\d*|\^\d+|\^\{[^}]*\}|\^|@\{[^}]*\})$/.exec(text);
  if (suffix && text !== '@' && !/^@\{-\d+\}$/.test(text)) {
    const base = text.slice(0, suffix.index);
    if (suffix[0].startsWith('@{')) return resolveAtBraces(git, repo, base, suffix[0].slice(2, -1));
    const oid = await resolveRevision(git, repo, base === '' ? 'HEAD' : base);
    return oid === null ? null : applySuffix(repo, oid, suffix[0]);
  }
  const back = /^@\{-(\d+)\}$/.exec(text) ?? (text === '-' ? ['-', '1'] : null);
  if (back) {
    const branch = await previousBranch(git, repo, Number(back[1]));
    return branch === null ? null : resolveRevision(git, repo, branch);
  }
  if (text === '@' || text === 'HEAD') return (await readHead(repo)).oid;
  if (/^[0-9a-f]{40}$/.test(text)) return text;
  const ref = await fullRefName(repo, text);
  if (ref !== null) return refOid(repo, ref);
  return /^[0-9a-f]{4,39}$/.test(text) ? expandOid(repo, text) : null;
}

/** The colon of `rev:path`, not one inside braces. */
function colonIn(text: string): number {
  const depth = text.indexOf('{');
  const colon = text.indexOf(':');
  return depth >= 0 && depth < colon ? -1 : colon;
}

async function applySuffix(repo: Repo, oid: string, suffix: string): Promise<string | null> {
  if (suffix === '^{}') return (await peel(repo, oid)).oid;
  if (suffix.startsWith('^{/')) return newestWith(repo, (await peel(repo, oid)).oid, suffix.slice(3, -1));
  if (suffix === '^{tag}') return (await objectIfAny(repo, oid))?.type === 'tag' ? oid : null;
  if (suffix === '^{object}') return oid;
  if (suffix.startsWith('^{')) {
    const { oid: peeled, object } = await peel(repo, oid);
    const wanted = suffix.slice(2, -1);
    if (wanted === 'tree' && object.type === 'commit') return (await readCommit(repo, peeled)).tree;
    return wanted === object.type || wanted === 'object' ? peeled : null;
  }
  let at = (await peel(repo, oid)).oid;
  if (suffix.startsWith('^')) {
    const number = suffix === '^' ? 1 : Number(suffix.slice(1));
    return number === 0 ? at : ((await readCommit(repo, at)).parents[number - 1] ?? null);
  }
  for (let left = suffix === '~' ? 1 : Number(suffix.slice(1)); left > 0; left--) {
    const parent = (await readCommit(repo, at)).parents[0];
    if (parent === undefined) return null;
    at = parent;
  }
  return at;
}

async function resolveAtBraces(
  git: GitCall,
  repo: Repo,
  base: string,
  inside: string,
): Promise<string | null> {
  if (/^\d+$/.test(inside)) {
    const ref = base === '' ? 'HEAD' : await fullRefName(repo, base);
    if (ref === null) return null;
    const lines = await readReflog(git, repo, ref);
    const number = Number(inside);
    return lines[number]?.to ?? (number === lines.length ? (lines.at(-1)?.from ?? null) : null);
  }
  if (/^(u|upstream|push)$/.test(inside)) {
    const named = base === '' || base === 'HEAD' || base === '@';
    const branch = named ? (await readHead(repo)).branch : base;
    if (branch === null) die('HEAD does not point to a branch');
    const upstream = await upstreamOf(git, branch);
    if (upstream === null) {
      const isThere = named || (await refOid(repo, `refs/heads/${branch}`)) !== null;
      die(isThere ? `no upstream configured for branch '${branch}'` : `no such branch: '${branch}'`);
    }
    return refOid(repo, upstream.ref);
  }
  return null;
}

async function resolvePathAt(git: GitCall, repo: Repo, rev: string, path: string): Promise<string | null> {
  if (rev === '' && path.startsWith('/')) return resolveByMessage(git, repo, path.slice(1));
  const below =
    path.startsWith('./') || path.startsWith('../')
      ? belowRoot(git.cwd, repo, path, git)
      : path.replace(/\/$/, '');
  if (rev === '') {
    const stage = /^([0-3]):/.exec(path);
    const index = await GitIndex.read(repo);
    const number = Number(stage?.[1] ?? 0) as 0 | 1 | 2 | 3;
    return index.get(stage ? below.slice(2) : below, number)?.oid ?? null;
  }
  const oid = await resolveRevision(git, repo, rev);
  return oid === null ? null : entryAt(repo, oid, below);
}

/** The newest commit whose message matches. */
async function resolveByMessage(git: GitCall, repo: Repo, pattern: string): Promise<string | null> {
  const { oid } = await readHead(repo);
  await git.drain();
  return oid === null ? null : newestWith(repo, oid, pattern);
}

async function newestWith(repo: Repo, start: string, pattern: string): Promise<string | null> {
  const regexp = new RegExp(pattern);
  for await (const { oid, message } of walkHistory(repo, [start], [], {
    firstParent: false,
    topological: false,
  }))
    if (regexp.test(message)) return oid;
  return null;
}

/** The object at a path below a tree or commit; null where there is none. */
export async function entryAt(repo: Repo, treeOid: string, path: string): Promise<string | null> {
  let at = treeOid;
  for (const part of path.split('/').filter(Boolean)) {
    const entry = (await readTree(repo, at)).find(({ name }) => name === part);
    if (!entry) return null;
    at = entry.oid;
  }
  if (at !== treeOid) return at;
  const { object } = await peel(repo, at);
  return object.type === 'commit' ? (await readCommit(repo, at)).tree : at;
}

export interface Upstream {
  readonly remote: string;
  /** Branch at the remote. */
  readonly branch: string;
  /** `refs/remotes/origin/main` */
  readonly ref: string;
  /** `origin/main` */
  readonly shown: string;
}

/** What a branch follows, by its config. */
export async function upstreamOf(git: GitCall, branch: string | null): Promise<Upstream | null> {
  if (branch === null) return null;
  const remote = await git.config(`branch.${branch}.remote`);
  const merge = await git.config(`branch.${branch}.merge`);
  if (remote === undefined || merge === undefined) return null;
  const short = merge.replace(/^refs\/heads\//, '');
  if (remote === '.') return { remote, branch: short, ref: merge, shown: short };
  return { remote, branch: short, ref: `refs/remotes/${remote}/${short}`, shown: `${remote}/${short}` };
}

export function unknownRevision(text: string): never {
  die(
    `ambiguous argument '${text}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`,
  );
}

/** Dies where `rev:path` or `:path` names no file, in git's words, which depend on what there is on disk. */
export async function checkPathInRevision(git: GitCall, repo: Repo, word: string): Promise<void> {
  const colon = colonIn(word);
  if (colon < 0 || /^:[/(!^]/.test(word)) return;
  const [rev, path] = [word.slice(0, colon), word.slice(colon + 1)];
  if (rev !== '' && (await resolveRevision(git, repo, rev)) === null) die(`invalid object name '${rev}'.`);
  const isOnDisk = (await statIfAny(repo, belowRoot(git.cwd, repo, path, git))) !== null;
  if (rev === '')
    die(
      isOnDisk
        ? `path '${path}' exists on disk, but not in the index`
        : `path '${path}' does not exist (neither on disk nor in the index)`,
    );
  die(
    isOnDisk
      ? `path '${path}' exists on disk, but not in '${rev}'`
      : `path '${path}' does not exist in '${rev}'`,
  );
}

/** The commit that a revision names; dies in git's words where it names none. */
export async function commitOf(git: GitCall, repo: Repo, text: string): Promise<string> {
  const oid = await resolveRevision(git, repo, text);
  if (oid === null || (await objectIfAny(repo, oid)) === null) return unknownRevision(text);
  return (await readCommit(repo, oid)).oid;
}

export interface RevisionsAndPaths {
  readonly revisions: readonly string[];
  readonly paths: Pathspec;
  readonly words: readonly string[];
}

/** Tells revisions from paths: by `--`, else by what there is. */
export async function revisionsAndPaths(
  git: GitCall,
  repo: Repo,
  given: GivenOptions,
): Promise<RevisionsAndPaths> {
  const { operands, dashes } = given;
  let count = dashes ?? 0;
  if (dashes === null) {
    while (count < operands.length && (await isRevision(git, repo, operands[count]!))) count++;
    for (const word of operands.slice(count)) {
      if (/[*?[]/.test(word)) continue;
      await checkPathInRevision(git, repo, word);
      if (word.startsWith(':')) continue;
      const path = belowRoot(git.cwd, repo, word, git);
      if (path !== '' && (await statIfAny(repo, path)) === null) unknownRevision(word);
    }
  }
  const words = operands.slice(count);
  return { revisions: operands.slice(0, count), paths: pathspecOf(git, repo, words), words };
}

/** `A^@` (all parents), `A^!` (the commit alone), `A^-2` (without its second parent). */
export function parentsWord(
  word: string,
): { readonly name: string; readonly kind: '@' | '!' | '-'; readonly number: number } | null {
  const [, name, kind, number] = /^(.+)\^(?:([@!])|(?:-)(\d*))$/.exec(word) ?? [];
  if (name === undefined) return null;
  return { name, kind: (kind ?? '-') as '@' | '!' | '-', number: Number(number || 1) };
}

export async function isRevision(git: GitCall, repo: Repo, word: string): Promise<boolean> {
  const sides = /^(.*?)(?:\.\.\.?)(.*)$/.exec(word);
  const single = parentsWord(word)?.name ?? word;
  const names = sides
    ? [sides[1]?.replace(/^\^/, '') || 'HEAD', sides[2] || 'HEAD']
    : [single.replace(/^\^/, '')];
  for (const name of names) {
    if (name === '' || (await resolveRevision(git, repo, name)) === null) return false;
  }
  return true;
}
