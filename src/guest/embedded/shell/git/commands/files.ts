import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { parentOf, relativeTo, shownPath } from '../base/paths.ts';
import { readHead } from '../base/refs.ts';
import { GitIndex, type IndexEntry } from '../index/gitIndex.ts';
import { belowRoot, pathspecOf } from '../index/pathspec.ts';
import { removeFile } from '../index/update.ts';
import { absolute, lookAt, statIfAny, trackedNow, untrackedFiles } from '../index/worktree.ts';

const rmTable = new OptionTable('rm', 'r cached f,force n,dry-run q,quiet ignore-unmatch');
const mvTable = new OptionTable('mv', 'f,force n,dry-run v,verbose k');
const cleanTable = new OptionTable('clean', 'n,dry-run f,force d x X q,quiet i,interactive e,exclude=');
const lsTable = new OptionTable(
  'ls-files',
  'o,others m,modified d,deleted c,cached s,stage u,unmerged i,ignored exclude-standard x,exclude= z t error-unmatch full-name directory no-empty-directory v k abbrev=? deduplicate',
);

export async function rm(git: GitCall, args: readonly string[]): Promise<number> {
  const given = rmTable.parse(args);
  const repo = await git.repo();
  if (given.operands.length === 0) die('No pathspec was given. Which files should I remove?');
  const index = await GitIndex.read(repo);
  const known = [...new Set(index.entries.map(({ path }) => path))];
  const spec = pathspecOf(git, repo, given.operands);
  for (const word of spec.unmatched(known)) {
    if (!given.has('ignore-unmatch')) die(`pathspec '${word}' did not match any files`);
  }
  const wanted = known.filter((path) => spec.matches(path));
  if (!given.has('r')) {
    for (const word of given.operands) {
      if (/[*?[]/.test(word)) continue;
      const path = belowRoot(git.cwd, repo, word, git);
      if (!known.includes(path) && known.some((each) => path === '' || each.startsWith(`${path}/`))) {
        die(`not removing '${word}' recursively without -r`);
      }
    }
  }
  if (!given.has('force')) await refuseLoss(git, repo, index, wanted, given.has('cached'));
  for (const path of wanted) {
    if (!given.has('quiet')) git.print(`rm '${path}'\n`);
    if (given.has('dry-run')) continue;
    index.remove(path);
    if (!given.has('cached')) await removeFile(repo, path);
  }
  if (!given.has('dry-run')) await index.write(repo);
  return 0;
}

async function refuseLoss(
  git: GitCall,
  repo: Awaited<ReturnType<GitCall['repo']>>,
  index: GitIndex,
  paths: readonly string[],
  cached: boolean,
): Promise<void> {
  const head = await flattenTree(repo, (await readHead(repo)).oid);
  const both: string[] = [];
  const staged: string[] = [];
  const local: string[] = [];
  for (const path of paths) {
    const now = await lookAt(repo, path, index);
    const entry = index.get(path);
    if (!entry) continue;
    const stagedDiffers = head.get(path)?.oid !== entry.oid || head.get(path)?.mode !== entry.mode;
    const localDiffers = now !== null && now.entry.oid !== entry.oid;
    if (stagedDiffers && localDiffers) both.push(path);
    else if (cached || now === null) continue;
    else if (stagedDiffers) staged.push(path);
    else if (localDiffers) local.push(path);
  }
  const say = (list: readonly string[], what: string, hint: string) => {
    if (list.length === 0) return '';
    const file = list.length === 1 ? 'the following file has' : 'the following files have';
    return `error: ${file} ${what}:\n${list.map((path) => `    ${path}\n`).join('')}(use ${hint})\n`;
  };
  const text =
    say(both, 'staged content different from both the\nfile and the HEAD', '-f to force removal') +
    say(staged, 'changes staged in the index', '--cached to keep the file, or -f to force removal') +
    say(local, 'local modifications', '--cached to keep the file, or -f to force removal');
  await git.drain();
  if (text !== '') throw new GitFailure(text, 1);
}

export async function mv(git: GitCall, args: readonly string[]): Promise<number> {
  const given = mvTable.parse(args);
  const repo = await git.repo();
  const { operands } = given;
  if (operands.length < 2) throw new GitFailure('usage: git mv [<options>] <source>... <destination>\n', 129);
  const index = await GitIndex.read(repo);
  const targetWord = operands.at(-1)!;
  const target = belowRoot(git.cwd, repo, targetWord, git);
  const intoFolder = (await statIfAny(repo, target))?.kind === 'directory' || target === '';
  if (!intoFolder && operands.length > 2) die(`destination '${targetWord}' is not a directory`);
  for (const word of operands.slice(0, -1)) {
    const from = belowRoot(git.cwd, repo, word, git);
    const name = from.slice(from.lastIndexOf('/') + 1);
    const to = intoFolder ? `${target === '' ? '' : `${target}/`}${name}` : target;
    const moved = index.entries.filter(({ path }) => path === from || path.startsWith(`${from}/`));
    const say = (reason: string) => die(`${reason}, source=${from}, destination=${to}`);
    if (!(await statIfAny(repo, from))) say('bad source');
    if (moved.length === 0)
      say(
        (await statIfAny(repo, from))?.kind === 'directory'
          ? 'source directory is empty'
          : 'not under version control',
      );
    if (!intoFolder && (await statIfAny(repo, to)) && !given.has('force')) say('destination exists');
    if (parentOf(to) !== '' && !(await statIfAny(repo, parentOf(to))))
      die(`renaming '${from}' failed: No such file or directory`);
    if (given.has('verbose', 'dry-run')) git.print(`Renaming ${from} to ${to}\n`);
    if (given.has('dry-run')) continue;
    await repo.files.rename(absolute(repo, from), absolute(repo, to));
    for (const entry of moved) {
      index.remove(entry.path);
      index.set({ ...entry, path: `${to}${entry.path.slice(from.length)}` } satisfies IndexEntry);
    }
  }
  if (!given.has('dry-run')) await index.write(repo);
  return 0;
}

export async function clean(git: GitCall, args: readonly string[]): Promise<number> {
  const given = cleanTable.parse(args);
  const repo = await git.repo();
  if (!given.has('force', 'dry-run') && (await git.configFlag('clean.requireForce', true))) {
    die('clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean');
  }
  const index = await GitIndex.read(repo);
  const spec = pathspecOf(git, repo, given.operands);
  const { untracked, ignored } = await untrackedFiles(repo, index, { everyFile: false });
  const found = given.has('X') ? ignored : given.has('x') ? [...untracked, ...ignored].sort() : untracked;
  for (const path of found) {
    if (!path.startsWith(repo.prefix) || !spec.matches(path.replace(/\/$/, ''))) continue;
    if (path.endsWith('/') && !given.has('d') && spec.isEmpty) continue;
    const named = shownPath(relativeTo(repo.prefix, path));
    if (!given.has('quiet') || given.has('dry-run'))
      git.print(`${given.has('dry-run') ? 'Would remove' : 'Removing'} ${named}\n`);
    if (!given.has('dry-run'))
      await repo.files.rm(absolute(repo, path.replace(/\/$/, '')), { recursive: true, force: true });
  }
  return 0;
}

export async function lsFiles(git: GitCall, args: readonly string[]): Promise<number> {
  const given = lsTable.parse(args);
  const repo = await git.repo();
  const index = await GitIndex.read(repo);
  const spec = pathspecOf(git, repo, given.operands);
  const end = given.has('z') ? '\0' : '\n';
  const here = (path: string) =>
    given.has('full-name') || path.startsWith(repo.prefix) || given.operands.length > 0;
  const isWanted = (path: string) => spec.matches(path) && here(path);
  const named = (path: string) => {
    const shown = given.has('full-name') ? path : relativeTo(repo.prefix, path);
    return given.has('z') ? shown : shownPath(shown);
  };
  const tracked = index.entries.filter(({ path }) => isWanted(path));
  if (given.has('error-unmatch')) {
    const [word] = spec.unmatched(index.entries.map(({ path }) => path));
    if (word !== undefined) {
      throw new GitFailure(
        `error: pathspec '${word}' did not match any file(s) known to git\nDid you forget to 'git add'?\n`,
        1,
      );
    }
  }
  if (given.has('others')) {
    const found = await untrackedFiles(repo, index, { everyFile: !given.has('directory') });
    const list = given.has('ignored')
      ? found.ignored
      : given.has('exclude-standard')
        ? found.untracked
        : await allOthers(repo, index);
    for (const path of list.filter(isWanted)) git.print(`${named(path)}${end}`);
  }
  const special = given.has('modified', 'deleted', 'others', 'unmerged');
  if (given.has('modified', 'deleted')) {
    const { tree: now } = await trackedNow(repo, index);
    for (const entry of tracked) {
      const seen = now.get(entry.path);
      if (given.has('deleted') && !seen) git.print(`${named(entry.path)}${end}`);
      if (given.has('modified') && (!seen || seen.oid !== entry.oid || seen.mode !== entry.mode))
        git.print(`${named(entry.path)}${end}`);
    }
  }
  if (!special || given.has('cached') || given.has('unmerged')) {
    for (const { path, oid, mode, stage } of tracked) {
      if (given.has('unmerged') && stage === 0) continue;
      const facts = given.has('stage', 'unmerged') ? `${mode} ${oid} ${stage}\t` : '';
      git.print(`${facts}${named(path)}${end}`);
    }
  }
  return 0;
}

/** Untracked and ignored files alike, one by one. */
async function allOthers(repo: Awaited<ReturnType<GitCall['repo']>>, index: GitIndex): Promise<string[]> {
  const { untracked, ignored } = await untrackedFiles(repo, index, { everyFile: true });
  const below: string[] = [];
  const visit = async (path: string): Promise<void> => {
    if (!path.endsWith('/')) {
      below.push(path);
      return;
    }
    for (const { name, kind } of await repo.files.readdir(absolute(repo, path))) {
      await visit(`${path}${name}${kind === 'directory' ? '/' : ''}`);
    }
  };
  for (const path of ignored) await visit(path);
  return [...untracked, ...below].sort();
}
