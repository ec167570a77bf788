import { applyHunks } from '../../commands/extra/patch/apply.ts';
import { nameOf, stripped } from '../../commands/extra/patch/names.ts';
import type { FilePatch } from '../../commands/extra/patch/parse.ts';
import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readObject, writeObject } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import type { Repo } from '../base/repository.ts';
import { bytesFromUnits, unitsFromBytes } from '../base/text.ts';
import { type FileCount, shortStat } from '../diff/stat.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { removeFile, writeContent } from '../index/update.ts';
import { seenOf, statIfAny, worktreeBytes } from '../index/worktree.ts';
import { modeIn, patchesIn, pathsOf } from '../patches/readPatch.ts';

export const applyTable = new OptionTable(
  'apply',
  'check stat numstat summary R,reverse index cached p= 3,3way v,verbose q,quiet N,intent-to-add whitespace= ignore-whitespace ignore-space-change reject directory= include= exclude= recount unidiff-zero allow-empty apply C= inaccurate-eof binary allow-binary-replacement unsafe-paths',
);

/** One file as a patch leaves it. */
interface PatchedFile {
  readonly oldPath: string | null;
  readonly newPath: string | null;
  /** Null where it is deleted. */
  readonly units: string | null;
  readonly mode: string;
}

export async function apply(git: GitCall, args: readonly string[]): Promise<number> {
  const given = applyTable.parse(args);
  const texts: string[] = [];
  for (const word of given.operands.length > 0 ? given.operands : ['-']) {
    const bytes = word === '-' ? await git.program.stdin() : await git.program.input(word);
    if (bytes === null)
      throw new GitFailure(`error: can't open patch '${word}': No such file or directory\n`, 128);
    texts.push(unitsFromBytes(bytes));
  }
  return applyText(git, await git.repo(), texts.join(''), given);
}

/** Applies a patch to work tree or index, all of it or nothing. */
export async function applyText(
  git: GitCall,
  repo: Repo,
  text: string,
  given: GivenOptions,
  /** Where what does not fit is told. */
  tell: (text: string) => Promise<void> = (error) => git.warn(error),
): Promise<number> {
  const patches = patchesIn(text, given.has('reverse'));
  if (patches.length === 0) {
    if (given.has('allow-empty')) return 0;
    throw new GitFailure('error: No valid patches in input (allow with "--allow-empty")\n', 128);
  }
  if (given.has('stat', 'numstat', 'summary') && !given.has('apply')) {
    printStat(git, patches, given);
    return 0;
  }
  const index = await GitIndex.read(repo);
  const inIndex = given.has('index', 'cached', '3way');
  const files: PatchedFile[] = [];
  let failed = false;
  for (const patch of patches) {
    const [oldPath, newPath] = pathsOf(patch, given);
    // What lies outside of the folder of the call is not its affair.
    if (!(newPath ?? oldPath ?? '').startsWith(repo.prefix)) continue;
    const patched = await patchedFile(git, repo, index, patch, given, tell);
    if (patched) files.push(patched);
    else failed = true;
  }
  if (failed) return 1;
  if (given.has('check')) return 0;
  for (const { oldPath, newPath, units, mode } of files) {
    const gone = oldPath !== null && oldPath !== newPath;
    if (gone && !given.has('cached')) await removeFile(repo, oldPath);
    if (gone && inIndex) index.remove(oldPath);
    if (newPath === null || units === null) continue;
    const bytes = bytesFromUnits(units);
    if (!given.has('cached')) await writeContent(repo, newPath, bytes, mode);
    if (!inIndex) continue;
    const stat = given.has('cached') ? null : await statIfAny(repo, newPath);
    const oid = await writeObject(repo, 'blob', bytes);
    index.set({ path: newPath, stage: 0, oid, mode, seen: stat ? seenOf(stat) : null });
  }
  if (inIndex) await index.write(repo);
  return 0;
}

async function patchedFile(
  git: GitCall,
  repo: Repo,
  index: GitIndex,
  patch: FilePatch,
  given: GivenOptions,
  tell: (text: string) => Promise<void>,
): Promise<PatchedFile | null> {
  const [oldPath, newPath] = pathsOf(patch, given);
  const path = newPath ?? oldPath ?? '';
  const shown = path.startsWith(repo.prefix) ? path.slice(repo.prefix.length) : path;
  const refuse = async (text: string) => {
    await tell(`error: ${text}\n`);
    return null;
  };
  let units = '';
  let mode = '100644';
  if (oldPath !== null) {
    const staged = index.get(oldPath);
    const stat = await statIfAny(repo, oldPath);
    if (given.has('index', 'cached', '3way') && !staged) return refuse(`${oldPath}: does not exist in index`);
    if (!given.has('cached') && !stat) return refuse(`${oldPath}: No such file or directory`);
    const bytes =
      given.has('cached') && staged
        ? (await readObject(repo, staged.oid)).bytes
        : await worktreeBytes(repo, oldPath);
    if (given.has('index') && staged) {
      const same = unitsFromBytes((await readObject(repo, staged.oid)).bytes) === unitsFromBytes(bytes);
      if (!same) return refuse(`${oldPath}: does not match index`);
    }
    units = unitsFromBytes(bytes);
    mode = staged?.mode ?? ((stat?.mode ?? 0) & 0o100 ? '100755' : '100644');
  } else if (newPath !== null && !given.has('cached') && (await statIfAny(repo, newPath))) {
    return refuse(`${newPath}: already exists in working directory`);
  } else if (newPath !== null && given.has('index', 'cached') && index.has(newPath)) {
    return refuse(`${newPath}: already exists in index`);
  }
  mode = modeIn(patch) ?? mode;
  const { text, results } = applyHunks(units, patch.hunks, 0, {
    ignoreBlanks: given.has('ignore-whitespace', 'ignore-space-change'),
  });
  const missed = results.find(({ applied }) => !applied);
  if (missed) {
    await tell(
      `error: patch failed: ${shown}:${missed.hunk.oldStart}\nerror: ${shown}: patch does not apply\n`,
    );
    return null;
  }
  if (given.has('verbose')) await git.warn(`Checking patch ${shown}...\nApplied patch ${shown} cleanly.\n`);
  return { oldPath, newPath, units: newPath === null ? null : text, mode };
}

function printStat(git: GitCall, patches: readonly FilePatch[], given: GivenOptions): void {
  const counts = patches.map((patch): FileCount & { readonly name: string } => {
    const full = nameOf(patch.newHeader) ?? nameOf(patch.oldHeader) ?? patch.renameTo ?? '';
    const name = stripped(full, Number(given.value('p') ?? 1)) ?? full;
    const marks = patch.hunks.flatMap((hunk) => hunk.lines.map(({ mark }) => mark));
    const change = { status: 'M' as const, old: null, now: { path: name, oid: '', mode: '' } };
    const added = marks.filter((mark) => mark === '+').length;
    return { change, name, added, removed: marks.filter((mark) => mark === '-').length, binary: null };
  });
  if (given.has('numstat')) {
    for (const { name, added, removed } of counts) git.print(`${added}\t${removed}\t${name}\n`);
  }
  if (given.has('stat')) {
    const width = Math.max(...counts.map(({ name }) => name.length));
    for (const { name, added, removed } of counts) {
      const bar = '+'.repeat(added) + '-'.repeat(removed);
      git.print(` ${name.padEnd(width)} |${String(added + removed).padStart(5)} ${bar}\n`);
    }
    git.print(shortStat(counts));
  }
  if (!given.has('summary')) return;
  for (const [at, { lead }] of patches.entries())
    for (const line of lead) {
      const match = /^(new|deleted) file mode (\d+)$/.exec(line);
      if (match)
        git.print(` ${match[1] === 'new' ? 'create' : 'delete'} mode ${match[2]} ${counts[at]?.name}\n`);
    }
}
