import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { hashObject } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { shownPath } from '../base/paths.ts';
import type { Repo } from '../base/repository.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { belowRoot, pathspecOf } from '../index/pathspec.ts';
import { stagePaths } from '../index/stage.ts';
import { isIgnored, lookAt, statIfAny, untrackedFiles } from '../index/worktree.ts';

const table = new OptionTable(
  'add',
  'A,all no-all u,update f,force n,dry-run v,verbose N,intent-to-add p,patch i,interactive e,edit ignore-errors refresh chmod= renormalize pathspec-from-file=',
);

const nothing = `Nothing specified, nothing added.
hint: Maybe you wanted to say 'git add .'?
hint: Turn this message off by running
hint: "git config advice.addEmptyPathspec false"
`;

export async function add(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  if (given.has('patch', 'interactive', 'edit')) {
    throw new GitFailure(
      "error: choosing hunks by hand is not in this guest's git; add whole files, and make the edits of one commit before those of the next\n",
      1,
    );
  }
  const repo = await git.repo();
  const everything = given.has('all', 'update') && given.operands.length === 0;
  if (given.operands.length === 0 && !everything) {
    await git.warn(nothing);
    return 0;
  }
  const spec = pathspecOf(git, repo, everything ? [':/'] : given.operands);
  const index = await GitIndex.read(repo);
  const tracked = [...new Set(index.entries.map(({ path }) => path))].filter((path) => spec.matches(path));
  let fresh: readonly string[] = [];
  if (!given.has('update')) {
    const { untracked } = await untrackedFiles(repo, index, {
      everyFile: true,
      isWanted: (folder) => spec.mayMatchBelow(folder),
    });
    fresh = untracked.filter((path) => spec.matches(path));
  }
  const forced: string[] = [];
  const ignored: string[] = [];
  for (const word of spec.unmatched([...tracked, ...fresh])) {
    if (everything || /[*?[]/.test(word)) {
      if (!everything) die(`pathspec '${word}' did not match any files`);
      continue;
    }
    const path = belowRoot(git.cwd, repo, word, git);
    const stat = await statIfAny(repo, path);
    if (path !== '' && !stat) die(`pathspec '${word}' did not match any files`);
    if (path === '' || !(await isIgnored(repo, path, stat?.kind === 'directory'))) continue;
    if (given.has('force')) forced.push(...(await filesBelow(repo, path)));
    else ignored.push(await ignoredPart(repo, path, stat?.kind === 'directory'));
  }
  const paths = [...new Set([...tracked, ...fresh.filter((path) => !path.endsWith('/')), ...forced])].sort();
  if (given.has('dry-run')) await preview(git, repo, index, paths);
  else {
    const wanted = given.has('intent-to-add') ? tracked : paths;
    if (given.has('intent-to-add')) {
      for (const path of fresh) {
        const oid = hashObject('blob', new Uint8Array(0));
        index.set({ path, stage: 0, oid, mode: '100644', seen: null, intentToAdd: true });
      }
    }
    const keepsMissing = given.has('no-all');
    const present = keepsMissing ? await existing(repo, wanted) : wanted;
    const done = await stagePaths(repo, index, present);
    const mode = given.value('chmod');
    if (mode !== undefined) {
      for (const path of paths) {
        const entry = index.get(path);
        if (entry) index.set({ ...entry, mode: mode === '+x' ? '100755' : '100644', seen: null });
      }
    }
    await index.write(repo);
    if (given.has('verbose')) for (const { path, what } of done) git.print(`${what} '${path}'\n`);
  }
  if (ignored.length === 0) return 0;
  await git.warn(
    `The following paths are ignored by one of your .gitignore files:\n${ignored
      .sort()
      .map((path) => `${shownPath(path)}\n`)
      .join(
        '',
      )}hint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: "git config advice.addIgnoredFile false"\n`,
  );
  return 1;
}

/** The folder that is ignored, where not the path itself is. */
async function ignoredPart(repo: Repo, path: string, isFolder: boolean): Promise<string> {
  const parts = path.split('/');
  for (let count = 1; count < parts.length; count++) {
    const part = parts.slice(0, count).join('/');
    if (await isIgnored(repo, part, true)) return part;
  }
  return isFolder ? path.replace(/\/$/, '') : path;
}

async function existing(repo: Repo, paths: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const path of paths) if (await statIfAny(repo, path)) kept.push(path);
  return kept;
}

async function preview(git: GitCall, repo: Repo, index: GitIndex, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const now = await lookAt(repo, path, index);
    const known = index.get(path);
    if (!now) git.print(`remove '${path}'\n`);
    else if (now.entry.oid !== known?.oid || now.entry.mode !== known.mode) git.print(`add '${path}'\n`);
  }
}

/** Every file below a path, ignored or not. */
async function filesBelow(repo: Repo, path: string): Promise<string[]> {
  const stat = await statIfAny(repo, path);
  if (stat?.kind !== 'directory') return stat ? [path] : [];
  const entries = await repo.files.readdir(`${repo.root}/${path}`);
  const below = await Promise.all(
    entries.filter(({ name }) => name !== '.git').map(({ name }) => filesBelow(repo, `${path}/${name}`)),
  );
  return below.flat();
}
