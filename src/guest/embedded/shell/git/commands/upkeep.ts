import type { GitCall } from '../base/gitCall.ts';
import { objectIfAny, parseTree } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { parseCommit, parseTag } from '../base/people.ts';
import { allRefs, readHead, readReflog } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { GitIndex } from '../index/gitIndex.ts';

/** `gc`, `prune`, `repack`, `pack-refs`, `maintenance run`: objects and refs stay in files of their own here. */
export async function nothingToTidy(git: GitCall): Promise<number> {
  await git.repo();
  return 0;
}

async function looseObjects(repo: Repo): Promise<{ readonly oid: string; readonly path: string }[]> {
  const root = `${repo.commonDir}/objects`;
  const found: { oid: string; path: string }[] = [];
  for (const { name: folder } of await repo.files.readdir(root).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const { name } of await repo.files.readdir(`${root}/${folder}`))
      found.push({ oid: folder + name, path: `${root}/${folder}/${name}` });
  }
  return found;
}

export async function countObjects(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('count-objects', 'v,verbose H,human-readable').parse(args);
  const repo = await git.repo();
  const loose = await looseObjects(repo);
  const sizes = await Promise.all(loose.map(async ({ path }) => (await repo.files.stat(path)).size));
  // What they take on a disk with blocks of 4 KiB.
  const kilobytes = sizes.reduce((sum, size) => sum + Math.ceil(size / 4096) * 4, 0);
  if (!given.has('verbose')) git.print(`${loose.length} objects, ${kilobytes} kilobytes\n`);
  else
    git.print(
      `count: ${loose.length}\nsize: ${kilobytes}\nin-pack: 0\npacks: 0\nsize-pack: 0\nprune-packable: 0\ngarbage: 0\nsize-garbage: 0\n`,
    );
  return 0;
}

/** What an object names, with the kind that each must have. */
function namedBy(type: string, bytes: Uint8Array): (readonly [oid: string, kind: string])[] {
  if (type === 'commit') {
    const { tree, parents } = parseCommit('', bytes);
    return [[tree, 'tree'], ...parents.map((parent) => [parent, 'commit'] as const)];
  }
  if (type === 'tag') {
    const { object, type: kind } = parseTag(bytes);
    return [[object, kind]];
  }
  if (type !== 'tree') return [];
  return parseTree(bytes)
    .filter(({ mode }) => mode !== '160000')
    .map(({ mode, oid }) => [oid, mode === '040000' ? 'tree' : 'blob'] as const);
}

/** Looks whether all that refs, logs and the index lead to is there, and names what nothing leads to. */
export async function fsck(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable(
    'fsck',
    'full strict dangling unreachable lost-found connectivity-only name-objects progress root tags cache reflogs v,verbose',
  ).parse(args);
  const repo = await git.repo();
  const seen = new Set<string>();
  const missing: string[] = [];
  const waiting: (readonly [string, string])[] = (await allRefs(repo)).map(([, oid]) => [oid, 'commit']);
  const { oid: head } = await readHead(repo);
  if (head !== null) waiting.push([head, 'commit']);
  const refs = ['HEAD', ...(await allRefs(repo)).map(([ref]) => ref)];
  for (const ref of given.has('no-reflogs') ? [] : refs)
    for (const { from, to } of await readReflog(git, repo, ref))
      for (const oid of [from, to]) if (!/^0+$/.test(oid)) waiting.push([oid, 'commit']);
  for (const { oid, mode } of (await GitIndex.read(repo)).entries)
    if (mode !== '160000') waiting.push([oid, 'blob']);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [oid, kind] = next;
    if (seen.has(oid)) continue;
    seen.add(oid);
    const object = await objectIfAny(repo, oid);
    if (object) waiting.push(...namedBy(object.type, object.bytes));
    else missing.push(`missing ${kind} ${oid}\n`);
  }
  git.print(missing.sort().join(''));
  if (!given.has('no-dangling') && !given.has('connectivity-only')) await printDangling(git, repo, seen);
  return missing.length > 0 ? 2 : 0;
}

async function printDangling(git: GitCall, repo: Repo, reachable: ReadonlySet<string>): Promise<void> {
  const lost = (await looseObjects(repo)).filter(({ oid }) => !reachable.has(oid));
  const named = new Set<string>();
  const kinds = new Map<string, string>();
  for (const { oid } of lost) {
    const object = await objectIfAny(repo, oid);
    if (!object) continue;
    kinds.set(oid, object.type);
    for (const [below] of namedBy(object.type, object.bytes)) named.add(below);
  }
  for (const [oid, kind] of kinds) if (!named.has(oid)) git.print(`dangling ${kind} ${oid}\n`);
}
