import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { unzlibSync, zlibSync } from 'fflate';
import { readObject as readPacked } from 'isomorphic-git';
import { die } from './failure.ts';
import { type Commit, parseCommit, parseTag } from './people.ts';
import { isoArgs, type Repo } from './repository.ts';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

export interface GitObject {
  readonly type: ObjectType;
  readonly bytes: Uint8Array;
}

/** One file of a tree, the index or the work tree. */
export interface Entry {
  readonly oid: string;
  /** As in trees: `100644`, `100755`, `120000`, `160000`. */
  readonly mode: string;
  /** Its contents are those of the work tree, which no object may hold. */
  readonly inWorktree?: boolean;
}

/** Files by path, in git's order. */
export type Tree = ReadonlyMap<string, Entry>;

export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const emptyTreeOid = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
export const zeroOid = '0'.repeat(40);

function framed(type: ObjectType, bytes: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${type} ${bytes.length}\0`);
  const all = new Uint8Array(head.length + bytes.length);
  all.set(head);
  all.set(bytes, head.length);
  return all;
}

export function hashObject(type: ObjectType, bytes: Uint8Array): string {
  return bytesToHex(sha1(framed(type, bytes)));
}

function loosePath(repo: Repo, oid: string): string {
  return `${repo.gitDir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
}

/** Folders of loose objects that are known to be there, per repository and call. */
const foldersOf = new WeakMap<object, Set<string>>();

/** Stores an object unless it is there; its name. */
export async function writeObject(repo: Repo, type: ObjectType, bytes: Uint8Array): Promise<string> {
  const content = framed(type, bytes);
  const oid = bytesToHex(sha1(content));
  const path = loosePath(repo, oid);
  const known = foldersOf.get(repo.cache) ?? new Set<string>();
  foldersOf.set(repo.cache, known);
  const folder = oid.slice(0, 2);
  if (!known.has(folder)) {
    await repo.files.mkdir(`${repo.gitDir}/objects/${folder}`, true);
    known.add(folder);
  } else if (known.has(oid)) return oid;
  try {
    await repo.files.lstat(path);
  } catch {
    await repo.files.writeFile(path, zlibSync(content, { level: 6 }), 0o444);
  }
  known.add(oid);
  return oid;
}

const packsIn = new WeakMap<object, Promise<boolean>>();

function hasPacks(repo: Repo): Promise<boolean> {
  const known =
    packsIn.get(repo.cache) ??
    repo.files.readdir(`${repo.gitDir}/objects/pack`).then(
      (entries) => entries.length > 0,
      () => false,
    );
  packsIn.set(repo.cache, known);
  return known;
}

/** A fetch may have brought the first pack. */
export function forgetPacks(repo: Repo): void {
  packsIn.delete(repo.cache);
}

/** Null where there is no such object. */
export async function objectIfAny(repo: Repo, oid: string): Promise<GitObject | null> {
  if (oid === emptyTreeOid) return { type: 'tree', bytes: new Uint8Array(0) };
  try {
    return unframed(inflated(await repo.files.readFile(loosePath(repo, oid))));
  } catch {
    // Not loose: perhaps in a pack.
  }
  if (!(await hasPacks(repo))) return null;
  try {
    const found = await readPacked({ ...isoArgs(repo), oid, format: 'content' });
    if (found.format !== 'content') return null;
    return { type: found.type as ObjectType, bytes: found.object };
  } catch {
    return null;
  }
}

/** Most objects are smaller: without a place to write to, each of them takes 128 KB while it is read. */
const place = new Uint8Array(32_768);

function inflated(packed: Uint8Array): Uint8Array {
  const content = unzlibSync(packed, { out: place });
  return content.length < place.length ? content.slice() : unzlibSync(packed);
}

function unframed(content: Uint8Array): GitObject {
  const end = content.indexOf(0);
  const type = new TextDecoder().decode(content.subarray(0, end)).split(' ')[0];
  return { type: type as ObjectType, bytes: content.subarray(end + 1) };
}

export async function readObject(repo: Repo, oid: string): Promise<GitObject> {
  return (await objectIfAny(repo, oid)) ?? die(`unable to read ${oid}`);
}

/** Follows tags to what they name. */
export async function peel(
  repo: Repo,
  oid: string,
): Promise<{ readonly oid: string; readonly object: GitObject }> {
  const object = await readObject(repo, oid);
  return object.type === 'tag' ? peel(repo, parseTag(object.bytes).object) : { oid, object };
}

const commits = new WeakMap<object, Map<string, Commit>>();
const shallowOf = new WeakMap<object, Promise<ReadonlySet<string>>>();

/** Commits at which a shallow clone ends: they stand there as if they had no parents. */
export function shallowCommits(repo: Repo): Promise<ReadonlySet<string>> {
  const known =
    shallowOf.get(repo.cache) ??
    repo.files.readFile(`${repo.gitDir}/shallow`).then(
      (bytes) => new Set(new TextDecoder().decode(bytes).split('\n').filter(Boolean)),
      () => new Set<string>(),
    );
  shallowOf.set(repo.cache, known);
  return known;
}

/** What was known of the repository's edge may have changed: a fetch deepened or cut it. */
export function forgetShallow(repo: Repo): void {
  shallowOf.delete(repo.cache);
  commits.delete(repo.cache);
}

/** Whether an object is here, without reading it where it is loose. */
export async function hasObject(repo: Repo, oid: string): Promise<boolean> {
  try {
    await repo.files.lstat(loosePath(repo, oid));
    return true;
  } catch {
    return (await objectIfAny(repo, oid)) !== null;
  }
}

/** Takes an object over from another repository: its file as it is, where it has one. */
export async function copyObject(from: Repo, to: Repo, oid: string): Promise<void> {
  const folder = oid.slice(0, 2);
  const known = foldersOf.get(to.cache) ?? new Set<string>();
  foldersOf.set(to.cache, known);
  if (!known.has(folder)) await to.files.mkdir(`${to.gitDir}/objects/${folder}`, true);
  known.add(folder);
  try {
    await to.files.copy(loosePath(from, oid), loosePath(to, oid), false);
  } catch {
    const { type, bytes } = await readObject(from, oid);
    await writeObject(to, type, bytes);
  }
}

export async function readCommit(repo: Repo, oid: string): Promise<Commit> {
  const known = commits.get(repo.cache) ?? new Map<string, Commit>();
  commits.set(repo.cache, known);
  const kept = known.get(oid);
  if (kept) return kept;
  const { oid: peeled, object } = await peel(repo, oid);
  if (object.type !== 'commit') die(`${oid} is not a commit`);
  const parsed = parseCommit(peeled, object.bytes);
  const commit = (await shallowCommits(repo)).has(peeled) ? { ...parsed, parents: [] } : parsed;
  known.set(oid, commit);
  return commit;
}

export function parseTree(bytes: Uint8Array): TreeEntry[] {
  const decoder = new TextDecoder();
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const end = bytes.indexOf(0, space);
    const mode = decoder.decode(bytes.subarray(at, space)).padStart(6, '0');
    const name = decoder.decode(bytes.subarray(space + 1, end));
    entries.push({ mode, name, oid: bytesToHex(bytes.subarray(end + 1, end + 21)) });
    at = end + 21;
  }
  return entries;
}

/** Parsed trees, per repository and call; so many at most. */
const trees = new WeakMap<object, Map<string, readonly TreeEntry[]>>();
const mostTrees = 4096;

/** The entries of the tree that `oid` (a tree, commit or tag) stands for. */
export async function readTree(repo: Repo, oid: string): Promise<readonly TreeEntry[]> {
  const known = trees.get(repo.cache) ?? new Map<string, readonly TreeEntry[]>();
  trees.set(repo.cache, known);
  const kept = known.get(oid) ?? (await readTreeAnew(repo, oid));
  if (known.size >= mostTrees) known.clear();
  known.set(oid, kept);
  return kept;
}

async function readTreeAnew(repo: Repo, oid: string): Promise<readonly TreeEntry[]> {
  const { object } = await peel(repo, oid);
  if (object.type === 'commit') return readTree(repo, parseCommit(oid, object.bytes).tree);
  if (object.type !== 'tree') die(`not a tree object: ${oid}`);
  return parseTree(object.bytes);
}

/** Every file below a tree or commit; null is the empty tree. */
export async function flattenTree(repo: Repo, oid: string | null): Promise<Tree> {
  const found: [string, Entry][] = [];
  const visit = async (tree: string, prefix: string): Promise<void> => {
    for (const { mode, name, oid: entryOid } of await readTree(repo, tree)) {
      if (mode === '040000') await visit(entryOid, `${prefix}${name}/`);
      else found.push([`${prefix}${name}`, { oid: entryOid, mode }]);
    }
  };
  if (oid !== null) await visit(oid, '');
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Folder {
  readonly files: Map<string, Entry>;
  readonly folders: Map<string, Folder>;
}

/** Stores the trees of `files` and gives the name of the topmost. */
export async function writeTree(repo: Repo, files: Tree): Promise<string> {
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const [path, entry] of files) {
    const parts = path.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) {
      const next = folder.folders.get(part) ?? { files: new Map(), folders: new Map() };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.set(parts.at(-1)!, entry);
  }
  return writeFolder(repo, root);
}

async function writeFolder(repo: Repo, folder: Folder): Promise<string> {
  const entries: TreeEntry[] = [];
  for (const [name, { mode, oid }] of folder.files) entries.push({ mode, name, oid });
  for (const [name, below] of folder.folders) {
    entries.push({ mode: '40000', name, oid: await writeFolder(repo, below) });
  }
  // A folder sorts as if its name ended in a slash.
  const sortName = ({ mode, name }: TreeEntry) => (mode === '40000' ? `${name}/` : name);
  entries.sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1));
  const encoder = new TextEncoder();
  const parts = entries.map(({ mode, name, oid }) => {
    const head = encoder.encode(`${mode} ${name}\0`);
    const bytes = new Uint8Array(head.length + 20);
    bytes.set(head);
    for (let index = 0; index < 20; index++) {
      bytes[head.length + index] = Number.parseInt(oid.slice(index * 2, index * 2 + 2), 16);
    }
    return bytes;
  });
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return writeObject(repo, 'tree', all);
}
