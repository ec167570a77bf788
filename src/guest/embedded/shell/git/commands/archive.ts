import { gzipSync } from 'fflate';
import { blockBytes, encodeHeader, type TarEntry } from '../../commands/extra/archive/tarFormat.ts';
import { encodeZip, packEntry } from '../../commands/extra/archive/zipFormat.ts';
import { bytesFromText } from '../../disk/bytes.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { type Entry, flattenTree, objectIfAny, peel, readCommit, readObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import type { Repo } from '../base/repository.ts';
import { resolveRevision } from '../history/revisions.ts';
import { pathspecOf } from '../index/pathspec.ts';

const table = new OptionTable(
  'archive',
  'format= prefix= o,output= l,list v,verbose <level> worktree-attributes remote= exec= add-file= add-virtual-file= 0',
);

const usage = `usage: git archive [<options>] <tree-ish> [<path>...]
   or: git archive --list
   or: git archive --remote <repo> [--exec <cmd>] [<options>] <tree-ish> [<path>...]
   or: git archive --remote <repo> [--exec <cmd>] --list

    --format <fmt>        archive format
    --prefix <prefix>     prepend prefix to each pathname in the archive
    --add-file <file>     add untracked file to archive
    --add-virtual-file <path:content>
                          add untracked file to archive
    -o, --output <file>   write the archive to this file
    --worktree-attributes
                          read .gitattributes in working directory
    -v, --verbose         report archived files on stderr
    -NUM                  set compression level

    -l, --list            list supported archive formats

    --remote <repo>       retrieve the archive from remote repository <repo>
    --exec <command>      path to the remote git-upload-archive command

`;

const formats = ['tar', 'tgz', 'tar.gz', 'zip'] as const;
type ArchiveFormat = (typeof formats)[number];

/** A tar file is filled up to whole records. */
const recordBytes = 20 * blockBytes;
const defaultLevel = 6;

interface Member {
  /** A folder's ends in a slash. */
  readonly path: string;
  readonly entry: Entry | null;
}

export async function archive(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  if (given.has('list')) {
    git.print(formats.map((format) => `${format}\n`).join(''));
    return 0;
  }
  for (const name of ['remote', 'add-file', 'add-virtual-file'])
    if (given.has(name))
      die(`--${name} is not in this guest's git; archive a commit, and add to it with tar or zip`);
  const [word, ...paths] = given.operands;
  if (word === undefined) throw new GitFailure(usage, 129);
  const repo = await git.repo();
  const output = given.value('output');
  const byName = formats.find((each) => output?.endsWith(`.${each}`));
  const asked = given.value('format') ?? byName ?? 'tar';
  const format = formats.find((each) => each === asked) ?? die(`Unknown archive format '${asked}'`);
  const oid = await resolveRevision(git, repo, word);
  if (oid === null || (await objectIfAny(repo, oid)) === null) die(`not a valid object name: ${word}`);
  const { object } = await peel(repo, oid);
  const commit = object.type === 'commit' ? await readCommit(repo, oid) : null;
  const mtime = commit?.committer.seconds ?? Math.floor(git.program.nowMs() / 1000);
  const members = await membersOf(git, repo, oid, paths, given.value('prefix') ?? '');
  if (given.has('verbose')) await git.warn(members.map(({ path }) => `${path}\n`).join(''));
  const bytes = await packed(repo, members, format, {
    mtime,
    comment: commit?.oid ?? null,
    level: given.count('level', defaultLevel),
  });
  if (output === undefined) git.printBytes(bytes);
  else await git.program.files.writeFile(git.resolve(output), bytes);
  return 0;
}

/** Files and folders in the order of the tree, each folder before what it holds. */
async function membersOf(
  git: GitCall,
  repo: Repo,
  oid: string,
  words: readonly string[],
  prefix: string,
): Promise<Member[]> {
  const spec = pathspecOf(git, repo, words);
  const tree = await flattenTree(repo, oid);
  const unmatched = spec.unmatched(tree.keys());
  if (unmatched[0] !== undefined) die(`pathspec '${unmatched[0]}' did not match any files`);
  const found: Member[] = [];
  const known = new Set<string>();
  const addFolders = (path: string) => {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at + 1);
      if (known.has(folder)) continue;
      known.add(folder);
      found.push({ path: folder, entry: null });
    }
  };
  if (prefix.endsWith('/')) addFolders(prefix);
  for (const [path, entry] of tree) {
    if (!spec.matches(path) || entry.mode === '160000') continue;
    addFolders(prefix + path);
    found.push({ path: prefix + path, entry });
  }
  return found;
}

interface Facts {
  readonly mtime: number;
  /** The commit that it was made from. */
  readonly comment: string | null;
  readonly level: number;
}

async function packed(
  repo: Repo,
  members: readonly Member[],
  format: ArchiveFormat,
  facts: Facts,
): Promise<Uint8Array> {
  if (format === 'zip') return zipped(repo, members, facts);
  const bytes = await tarred(repo, members, facts);
  const level = Math.min(9, facts.level) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  return format === 'tar' ? bytes : gzipSync(bytes, { level, mtime: 0 });
}

function entryFor(path: string, mode: string, size: number, mtime: number, link: string): TarEntry {
  const kind = mode === '040000' ? 'directory' : mode === '120000' ? 'symlink' : 'file';
  const bits = kind === 'symlink' ? 0o777 : kind === 'directory' || mode === '100755' ? 0o775 : 0o664;
  const root = { uid: 0, gid: 0, owner: 'root', group: 'root' };
  return { ...root, name: path, type: kind, mode: bits, size, mtime, link };
}

const sumAt = 148;
const kindAt = 156;

/** A header as git writes it: its sum fills all of its field. `kind` where it is another letter than the entry's. */
function headerOf(entry: TarEntry, kind?: string): Uint8Array {
  const blocks = encodeHeader(entry, 'ustar');
  if (kind !== undefined) blocks[kindAt] = kind.charCodeAt(0);
  const block = blocks.subarray(blocks.length - blockBytes);
  block.fill(32, sumAt, kindAt);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(bytesFromText(`${sum.toString(8).padStart(7, '0')}\0`), sumAt);
  return blocks;
}

/** git's own first member: it holds the name of the commit. */
function commentBlocks(comment: string, mtime: number): Uint8Array {
  const data = bytesFromText(`52 comment=${comment}\n`);
  const entry = entryFor('pax_global_header', '100644', data.length, mtime, '');
  const blocks = new Uint8Array(2 * blockBytes);
  blocks.set(headerOf({ ...entry, mode: 0o666 }, 'g'));
  blocks.set(data, blockBytes);
  return blocks;
}

async function tarred(
  repo: Repo,
  members: readonly Member[],
  { mtime, comment }: Facts,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = comment === null ? [] : [commentBlocks(comment, mtime)];
  for (const { path, entry } of members) {
    if (entry === null) {
      parts.push(headerOf(entryFor(path, '040000', 0, mtime, '')));
      continue;
    }
    const { bytes } = await readObject(repo, entry.oid);
    const isLink = entry.mode === '120000';
    const link = isLink ? new TextDecoder().decode(bytes) : '';
    parts.push(headerOf(entryFor(path, entry.mode, isLink ? 0 : bytes.length, mtime, link)));
    if (isLink || bytes.length === 0) continue;
    const blocks = new Uint8Array(Math.ceil(bytes.length / blockBytes) * blockBytes);
    blocks.set(bytes);
    parts.push(blocks);
  }
  const size = parts.reduce((sum, part) => sum + part.length, 2 * blockBytes);
  const all = new Uint8Array(Math.ceil(size / recordBytes) * recordBytes);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

async function zipped(repo: Repo, members: readonly Member[], { mtime, level }: Facts): Promise<Uint8Array> {
  const entries = await Promise.all(
    members.map(async ({ path, entry }) => {
      const bytes = entry === null ? new Uint8Array(0) : (await readObject(repo, entry.oid)).bytes;
      const kind = entry === null ? 'directory' : entry.mode === '120000' ? 'symlink' : 'file';
      const mode = kind === 'symlink' ? 0o777 : entry?.mode === '100644' ? 0o664 : 0o775;
      return packEntry({ name: path, kind, mode, mtimeMs: mtime * 1000 }, bytes, level);
    }),
  );
  return encodeZip(entries);
}
