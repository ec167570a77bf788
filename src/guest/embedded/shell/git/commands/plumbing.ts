import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import {
  hashObject,
  type ObjectType,
  objectIfAny,
  peel,
  readObject,
  readTree,
  writeObject,
  writeTree,
} from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { shownPath } from '../base/paths.ts';
import { allRefs, attachHead, deleteRef, readHead, refOid, writeRef } from '../base/refs.ts';
import { entryAt, resolveRevision } from '../history/revisions.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { belowRoot } from '../index/pathspec.ts';
import { isIgnored, statIfAny } from '../index/worktree.ts';

const catTable = new OptionTable('cat-file', 't s p e batch=? batch-check=?');
const hashTable = new OptionTable('hash-object', 'w t= stdin path= no-filters literally');
const showRefTable = new OptionTable(
  'show-ref',
  'heads tags verify q,quiet s,hash=? d,dereference head abbrev=?',
);
const lsTreeTable = new OptionTable(
  'ls-tree',
  'r t d name-only name-status full-tree full-name z l,long object-only abbrev=?',
);

async function named(git: GitCall, name: string): Promise<string> {
  const repo = await git.repo();
  const oid = await resolveRevision(git, repo, name);
  if (oid === null || (await objectIfAny(repo, oid)) === null) die(`Not a valid object name ${name}`);
  return oid;
}

export async function catFile(git: GitCall, args: readonly string[]): Promise<number> {
  const given = catTable.parse(args);
  const repo = await git.repo();
  if (given.has('e')) {
    const oid = await resolveRevision(git, repo, given.operands[0] ?? '');
    return oid !== null && (await objectIfAny(repo, oid)) ? 0 : 1;
  }
  const wanted = given.has('t', 's', 'p') ? null : (given.operands[0] ?? '');
  const name = given.operands[wanted === null ? 0 : 1];
  if (name === undefined)
    throw new GitFailure('usage: git cat-file (-t | -s | -e | -p | <type>) <object>\n', 129);
  const oid = await named(git, name);
  const { type, bytes } = await readObject(repo, oid);
  if (given.has('t')) git.print(`${type}\n`);
  else if (given.has('s')) git.print(`${bytes.length}\n`);
  else if (wanted !== null && wanted !== type) {
    const peeled = await peel(repo, oid);
    if (peeled.object.type !== wanted) die(`git cat-file ${name}: bad file`);
    git.printBytes(peeled.object.bytes);
  } else if (type === 'tree') {
    for (const entry of await readTree(repo, oid)) {
      git.print(
        `${entry.mode} ${entry.mode === '040000' ? 'tree' : entry.mode === '160000' ? 'commit' : 'blob'} ${entry.oid}\t${shownPath(entry.name)}\n`,
      );
    }
  } else git.printBytes(bytes);
  return 0;
}

export async function hashObjectCommand(git: GitCall, args: readonly string[]): Promise<number> {
  const given = hashTable.parse(args);
  const type = (given.value('t') ?? 'blob') as ObjectType;
  const contents: Uint8Array[] = given.has('stdin') ? [await git.program.stdin()] : [];
  for (const operand of given.operands) {
    try {
      contents.push(await git.program.files.readFile(git.resolve(operand)));
    } catch {
      die(`could not open '${operand}' for reading: No such file or directory`);
    }
  }
  for (const bytes of contents) {
    const oid = given.has('w') ? await writeObject(await git.repo(), type, bytes) : hashObject(type, bytes);
    git.print(`${oid}\n`);
  }
  return 0;
}

export async function showRef(git: GitCall, args: readonly string[]): Promise<number> {
  const given = showRefTable.parse(args);
  const repo = await git.repo();
  if (given.has('verify')) {
    for (const ref of given.operands) {
      const oid = await refOid(repo, ref);
      if (oid === null) {
        if (given.has('quiet')) return 1;
        die(`'${ref}' - not a valid ref`);
      }
      if (!given.has('quiet')) git.print(`${oid} ${ref}\n`);
    }
    return 0;
  }
  let found = false;
  for (const [ref, oid] of await allRefs(repo)) {
    if (
      given.has('heads') &&
      !ref.startsWith('refs/heads/') &&
      !(given.has('tags') && ref.startsWith('refs/tags/'))
    )
      continue;
    if (given.has('tags') && !given.has('heads') && !ref.startsWith('refs/tags/')) continue;
    if (given.operands.length > 0 && !given.operands.some((end) => ref === end || ref.endsWith(`/${end}`)))
      continue;
    found = true;
    if (given.has('quiet')) continue;
    git.print(given.has('hash') ? `${oid}\n` : `${oid} ${ref}\n`);
    if (given.has('dereference') && ref.startsWith('refs/tags/')) {
      const target = (await peel(repo, oid)).oid;
      if (target !== oid) git.print(`${target} ${ref}^{}\n`);
    }
  }
  return found ? 0 : 1;
}

export async function lsTree(git: GitCall, args: readonly string[]): Promise<number> {
  const given = lsTreeTable.parse(args);
  const repo = await git.repo();
  const [revision, ...paths] = given.operands;
  if (revision === undefined)
    throw new GitFailure('usage: git ls-tree [<options>] <tree-ish> [<path>...]\n', 129);
  const end = given.has('z') ? '\0' : '\n';
  const wants = (path: string, isFolder: boolean) =>
    paths.length === 0 ||
    paths.some((each) => {
      const plain = each.replace(/\/$/, '');
      return path === plain
        ? !each.endsWith('/') || !isFolder
        : path.startsWith(`${plain}/`) && (each.endsWith('/') || given.has('r'));
    });
  const visit = async (tree: string, prefix: string): Promise<void> => {
    for (const { mode, name, oid } of await readTree(repo, tree)) {
      const path = `${prefix}${name}`;
      const isFolder = mode === '040000';
      const leads = isFolder && paths.some((each) => each.startsWith(`${path}/`));
      const descends = isFolder && (leads || (given.has('r') && (paths.length === 0 || wants(path, true))));
      if (wants(path, isFolder) && (!descends || given.has('t')) && (isFolder || !given.has('d'))) {
        const size = isFolder
          ? '-'
          : given.has('long')
            ? String((await readObject(repo, oid)).bytes.length)
            : '';
        const facts = `${mode} ${isFolder ? 'tree' : mode === '160000' ? 'commit' : 'blob'} ${oid}${given.has('long') ? ` ${size.padStart(7)}` : ''}\t`;
        git.print(`${given.has('name-only', 'name-status') ? '' : facts}${shownPath(path)}${end}`);
      }
      if (descends) await visit(oid, `${path}/`);
    }
  };
  const root = await named(git, revision);
  const here = given.has('full-tree') ? '' : repo.prefix;
  const start = here === '' ? root : await entryAt(repo, root, here);
  if (start !== null) await visit(start, '');
  return 0;
}

export async function writeTreeCommand(git: GitCall): Promise<number> {
  const repo = await git.repo();
  const index = await GitIndex.read(repo);
  const tree = new Map([...index.tree].filter(([path]) => !index.get(path)?.intentToAdd));
  git.print(`${await writeTree(repo, tree)}\n`);
  return 0;
}

export async function symbolicRef(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('symbolic-ref', 'short q,quiet d,delete m=').parse(args);
  const repo = await git.repo();
  const [name = 'HEAD', target] = given.operands;
  if (name !== 'HEAD') die(`ref ${name} is not a symbolic ref`);
  if (target !== undefined) {
    await attachHead(repo, target.replace(/^refs\/heads\//, ''));
    return 0;
  }
  const head = await readHead(repo);
  if (head.ref === null) {
    if (given.has('quiet')) return 1;
    die('ref HEAD is not a symbolic ref');
  }
  git.print(`${given.has('short') ? head.branch : head.ref}\n`);
  return 0;
}

export async function updateRef(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('update-ref', 'd m= no-deref create-reflog').parse(args);
  const repo = await git.repo();
  const [ref = '', value = ''] = given.operands;
  if (given.has('d')) await deleteRef(repo, ref);
  else
    await writeRef(
      repo,
      ref === 'HEAD' ? ((await readHead(repo)).ref ?? 'HEAD') : ref,
      await named(git, value),
    );
  return 0;
}

export async function checkIgnore(git: GitCall, args: readonly string[]): Promise<number> {
  const given = new OptionTable('check-ignore', 'q,quiet v,verbose n,non-matching no-index stdin z').parse(
    args,
  );
  const repo = await git.repo();
  const words = given.has('stdin')
    ? new TextDecoder()
        .decode(await git.program.stdin())
        .split('\n')
        .filter(Boolean)
    : given.operands;
  const index = await GitIndex.read(repo);
  let found = false;
  for (const word of words) {
    const path = belowRoot(git.cwd, repo, word, git);
    const isFolder = word.endsWith('/') || (await statIfAny(repo, path))?.kind === 'directory';
    if (index.has(path) || !(await isIgnored(repo, path, isFolder))) continue;
    found = true;
    if (!given.has('quiet')) git.print(`${shownPath(word)}\n`);
  }
  return found ? 0 : 1;
}
