import type { GitCall } from '../base/gitCall.ts';
import { hasObject } from '../base/objects.ts';
import { allRefs, deleteRef, symbolicTarget } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { isAncestor } from '../history/walk.ts';
import { remoteOf } from '../network/commands.ts';
import { configuredSpecs, mapped, turnedRound } from '../network/refspec.ts';
import type { RemoteRef } from '../network/remoteSide.ts';
import { prune } from '../network/updates.ts';

const heading = (count: number, one: string, many: string) => `  ${count === 1 ? one : many}:\n`;

/** `git remote show NAME`: what is there, what is here and how they stand to each other. */
export async function showRemote(git: GitCall, repo: Repo, name: string): Promise<void> {
  const { side } = await remoteOf(git, repo, name);
  const pushUrl = (await git.config(`remote.${name}.pushurl`)) ?? side.url;
  const refs = await side.list(false);
  const head = refs.find(({ ref }) => ref === 'HEAD')?.target?.replace(/^refs\/heads\//, '');
  git.print(`* remote ${name}\n  Fetch URL: ${side.url}\n  Push  URL: ${pushUrl}\n`);
  git.print(`  HEAD branch: ${head ?? '(unknown)'}\n`);
  const ours = new Map(await allRefs(repo));
  const theirs = refs.filter(({ ref }) => ref.startsWith('refs/heads/'));
  await printTheirs(git, name, theirs, ours);
  const config = await git.configEntries();
  const follows = [...ours.keys()].flatMap((ref) => {
    const branch = ref.replace(/^refs\/heads\//, '');
    const value = (key: string) => config.findLast((entry) => entry.key === `branch.${branch}.${key}`)?.value;
    if (branch === ref || value('remote') !== name) return [];
    const merge = value('merge')?.replace(/^refs\/heads\//, '');
    const rebases = /^(true|merges|interactive)$/.test(value('rebase') ?? '');
    return merge === undefined ? [] : [{ branch, merge, rebases }];
  });
  if (follows.length > 0) {
    git.print(
      heading(
        follows.length,
        "Local branch configured for 'git pull'",
        "Local branches configured for 'git pull'",
      ),
    );
    const width = Math.max(...follows.map(({ branch }) => branch.length));
    const rebases = follows.some((each) => each.rebases);
    for (const { branch, merge, rebases: isRebase } of follows) {
      const words = isRebase ? 'rebases onto remote' : rebases ? ' merges with remote' : 'merges with remote';
      git.print(`    ${branch.padEnd(width)} ${words} ${merge}\n`);
    }
  }
  await printPushes(git, repo, theirs, ours);
}

async function printTheirs(
  git: GitCall,
  name: string,
  theirs: readonly RemoteRef[],
  ours: ReadonlyMap<string, string>,
): Promise<void> {
  const specs = await configuredSpecs(git, name);
  const rows = theirs.map(({ ref }) => {
    const tracking = specs.flatMap((spec) => mapped(ref, spec) ?? [])[0];
    const isNew = tracking !== undefined && !ours.has(tracking);
    const words = isNew ? `new (next fetch will store in remotes/${name})` : 'tracked';
    return { branch: ref.replace(/^refs\/heads\//, ''), words };
  });
  const known = new Set(theirs.map(({ ref }) => ref));
  for (const ref of ours.keys()) {
    const sources = specs.flatMap((spec) => mapped(ref, turnedRound(spec)) ?? []);
    if (sources.length > 0 && !ref.endsWith('/HEAD') && !sources.some((source) => known.has(source)))
      rows.push({ branch: ref, words: "stale (use 'git remote prune' to remove)" });
  }
  if (rows.length === 0) return;
  git.print(heading(rows.length, 'Remote branch', 'Remote branches'));
  const width = Math.max(...rows.map(({ branch }) => branch.length));
  rows.sort((a, b) => (a.branch < b.branch ? -1 : 1));
  for (const { branch, words } of rows) git.print(`    ${branch.padEnd(width)} ${words}\n`);
}

async function printPushes(
  git: GitCall,
  repo: Repo,
  theirs: readonly RemoteRef[],
  ours: ReadonlyMap<string, string>,
): Promise<void> {
  const rows: { readonly branch: string; readonly state: string }[] = [];
  for (const { ref, oid } of theirs) {
    const mine = ours.get(ref);
    if (mine === undefined) continue;
    const isForward = (await hasObject(repo, oid)) && (await isAncestor(repo, oid, mine));
    const state = mine === oid ? 'up to date' : isForward ? 'fast-forwardable' : 'local out of date';
    rows.push({ branch: ref.replace(/^refs\/heads\//, ''), state });
  }
  if (rows.length === 0) return;
  git.print(
    heading(rows.length, "Local ref configured for 'git push'", "Local refs configured for 'git push'"),
  );
  const width = Math.max(...rows.map(({ branch }) => branch.length));
  for (const { branch, state } of rows)
    git.print(`    ${branch.padEnd(width)} pushes to ${branch.padEnd(width)} (${state})\n`);
}

/** `git remote prune NAME` */
export async function pruneRemote(git: GitCall, repo: Repo, name: string, dryRun: boolean): Promise<void> {
  const { side } = await remoteOf(git, repo, name);
  const specs = (await configuredSpecs(git, name)).map(turnedRound);
  const gone = await prune(repo, await side.list(false), specs, new Map(await allRefs(repo)), dryRun);
  if (gone.length === 0) return;
  git.print(`Pruning ${name}\nURL: ${side.url}\n`);
  for (const ref of gone)
    git.print(` * [${dryRun ? 'would prune' : 'pruned'}] ${ref.replace(/^refs\/remotes\//, '')}\n`);
}

/** `git remote set-head NAME (-a | -d | BRANCH)` */
export async function setRemoteHead(
  git: GitCall,
  repo: Repo,
  name: string,
  how: { readonly branch: string | undefined; readonly auto: boolean; readonly deletes: boolean },
): Promise<number> {
  const head = `refs/remotes/${name}/HEAD`;
  if (how.deletes) {
    await deleteRef(repo, head);
    return 0;
  }
  let { branch } = how;
  if (how.auto) {
    const { side } = await remoteOf(git, repo, name);
    const found = (await side.list(false)).find(({ ref }) => ref === 'HEAD');
    branch = found?.target?.replace(/^refs\/heads\//, '');
    if (branch === undefined) {
      await git.warn('error: Cannot determine remote HEAD\n');
      return 1;
    }
  }
  const target = `refs/remotes/${name}/${branch}`;
  if (!(await allRefs(repo)).some(([ref]) => ref === target)) {
    await git.warn(`error: Not a valid ref: ${target}\n`);
    return 1;
  }
  await repo.files.writeFile(`${repo.gitDir}/${head}`, new TextEncoder().encode(`ref: ${target}\n`));
  if (how.auto) git.print(`${name}/HEAD set to ${branch}\n`);
  return 0;
}

/** The HEAD of a remote under its new name. */
export async function renameRemoteHead(repo: Repo, from: string, to: string): Promise<void> {
  const head = `refs/remotes/${to}/HEAD`;
  const target = await symbolicTarget(repo, head);
  if (target === null) return;
  const text = `ref: ${target.replace(`refs/remotes/${from}/`, `refs/remotes/${to}/`)}\n`;
  await repo.files.writeFile(`${repo.gitDir}/${head}`, new TextEncoder().encode(text));
}
