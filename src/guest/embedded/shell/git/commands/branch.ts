import { setInConfig, unsetInConfig } from '../base/configFile.ts';
import { die, GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { readCommit } from '../base/objects.ts';
import { type GivenOptions, OptionTable } from '../base/options.ts';
import { subjectOf } from '../base/people.ts';
import {
  attachHead,
  checkBranchName,
  deleteRef,
  listBranches,
  listRemotes,
  readHead,
  refOid,
  writeRef,
} from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { shortOid } from '../history/abbreviations.ts';
import { filledRef, refFacts, sortRefs } from '../history/refFormat.ts';
import { commitOf, resolveRevision, upstreamOf } from '../history/revisions.ts';
import { detachedWords, trackingOf } from '../history/state.ts';
import { isAncestor } from '../history/walk.ts';
import { globSource } from '../index/glob.ts';
import { holderOf } from '../worktrees/linked.ts';
import { editConfig } from './config.ts';

const table = new OptionTable(
  'branch',
  'a,all r,remotes v,verbose l,list d,delete D m,move M c,copy C f,force q,quiet show-current u,set-upstream-to= unset-upstream t,track=? no-track contains=! no-contains=! merged=! no-merged=! sort= format= color=? no-color points-at=! column=? no-column edit-description abbrev= i,ignore-case',
);

/** Lets a branch follow another; the sentence that git says about it. */
export async function setUpstream(
  git: GitCall,
  repo: Repo,
  branch: string,
  upstream: string,
): Promise<string> {
  let remote = '.';
  let merge = `refs/heads/${upstream}`;
  for (const name of await listRemotes(repo)) {
    if (!upstream.startsWith(`${name}/`) || (await refOid(repo, `refs/remotes/${upstream}`)) === null)
      continue;
    remote = name;
    merge = `refs/heads/${upstream.slice(name.length + 1)}`;
  }
  if (remote === '.' && (await refOid(repo, merge)) === null) {
    throw new GitFailure(
      `fatal: the requested upstream branch '${upstream}' does not exist\nhint: \nhint: If you are planning on basing your work on an upstream\nhint: branch that already exists at the remote, you may need to\nhint: run "git fetch" to retrieve it.\nhint: \nhint: If you are planning to push out a new local branch that\nhint: will track its remote counterpart, you may want to use\nhint: "git push -u" to set the upstream config as you push.\nhint: Disable this message with "git config advice.setUpstreamFailure false"\n`,
      128,
    );
  }
  await editConfig(git, `${repo.gitDir}/config`, (text) =>
    setInConfig(setInConfig(text, `branch.${branch}.remote`, remote), `branch.${branch}.merge`, merge),
  );
  return `branch '${branch}' set up to track '${upstream}'.\n`;
}

export async function branch(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const repo = await git.repo();
  const head = await readHead(repo);
  const { operands } = given;
  if (given.has('show-current')) {
    if (head.branch !== null) git.print(`${head.branch}\n`);
    return 0;
  }
  if (given.has('delete', 'D')) return remove(git, repo, given);
  if (given.has('move', 'M', 'copy', 'C')) return rename(git, repo, given);
  const upstream = given.value('set-upstream-to');
  if (upstream !== undefined) {
    git.print(await setUpstream(git, repo, operands[0] ?? head.branch ?? die('HEAD is detached'), upstream));
    return 0;
  }
  if (given.has('unset-upstream')) {
    const name = operands[0] ?? head.branch ?? die('HEAD is detached');
    if (!(await upstreamOf(git, name))) die(`Branch '${name}' has no upstream information`);
    await editConfig(git, `${repo.gitDir}/config`, (text) =>
      unsetInConfig(unsetInConfig(text, `branch.${name}.remote`, false), `branch.${name}.merge`, false),
    );
    return 0;
  }
  const lists = given.has(
    'list',
    'all',
    'remotes',
    'contains',
    'no-contains',
    'merged',
    'no-merged',
    'points-at',
    'format',
    'sort',
  );
  if (lists || operands.length === 0) return list(git, repo, given);
  const name = operands[0]!;
  checkBranchName(name);
  if ((await refOid(repo, `refs/heads/${name}`)) !== null && !given.has('force'))
    die(`a branch named '${name}' already exists`);
  const start = operands[1] ?? 'HEAD';
  const oid = await resolveRevision(git, repo, start);
  if (oid === null) die(`not a valid object name: '${operands[1] ?? head.branch ?? 'HEAD'}'`);
  await writeRef(repo, `refs/heads/${name}`, (await readCommit(repo, oid)).oid);
  if (operands[1] && (await refOid(repo, `refs/remotes/${operands[1]}`)) && !given.has('no-track')) {
    git.print(await setUpstream(git, repo, name, operands[1]));
  }
  return 0;
}

async function remove(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const head = await readHead(repo);
  if (given.operands.length === 0) die('branch name required');
  const place = given.has('remotes') ? 'refs/remotes/' : 'refs/heads/';
  let failed = 0;
  for (const name of given.operands) {
    const oid = await refOid(repo, `${place}${name}`);
    if (oid === null) {
      await git.warn(`error: branch '${name}' not found.\n`);
      failed = 1;
    } else if (place === 'refs/heads/' && (name === head.branch || (await holderOf(git, repo, name)))) {
      const at = (await holderOf(git, repo, name))?.path ?? repo.root;
      await git.warn(`error: Cannot delete branch '${name}' checked out at '${at}'\n`);
      failed = 1;
    } else if (!given.has('D', 'force') && !given.has('remotes') && !(await isMerged(git, repo, name, oid))) {
      await git.warn(
        `error: The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.\n`,
      );
      failed = 1;
    } else {
      await deleteRef(repo, `${place}${name}`);
      await repo.files.rm(`${repo.gitDir}/logs/${place}${name}`, { recursive: false, force: true });
      await editConfig(git, `${repo.gitDir}/config`, (text) => unsetInConfig(text, `branch.${name}`, true));
      const kind = given.has('remotes') ? 'remote-tracking branch' : 'branch';
      if (!given.has('quiet')) git.print(`Deleted ${kind} ${name} (was ${await shortOid(repo, oid)}).\n`);
    }
  }
  return failed;
}

async function isMerged(git: GitCall, repo: Repo, name: string, oid: string): Promise<boolean> {
  const upstream = await upstreamOf(git, name);
  const into = (upstream && (await refOid(repo, upstream.ref))) ?? (await readHead(repo)).oid;
  return into !== null && isAncestor(repo, oid, into);
}

async function rename(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const head = await readHead(repo);
  const [first, second] = given.operands;
  if (first === undefined) die('branch name required');
  const from =
    second === undefined ? (head.branch ?? die('cannot rename the current branch while not on any.')) : first;
  const to = second ?? first;
  checkBranchName(to);
  const oid = await refOid(repo, `refs/heads/${from}`);
  if (oid === null && from !== head.branch)
    throw new GitFailure(`error: refname refs/heads/${from} not found\nfatal: Branch rename failed\n`, 128);
  const forced = given.has('M', 'C', 'force');
  if (to !== from && (await refOid(repo, `refs/heads/${to}`)) !== null && !forced)
    die(`a branch named '${to}' already exists`);
  const copies = given.has('copy', 'C');
  if (oid !== null) {
    if (!copies) await deleteRef(repo, `refs/heads/${from}`);
    await writeRef(repo, `refs/heads/${to}`, oid);
  }
  if (from === head.branch && !copies) await attachHead(repo, to);
  if (!copies) {
    await editConfig(git, `${repo.gitDir}/config`, (text) =>
      text.replace(`[branch "${from}"]`, `[branch "${to}"]`),
    );
  }
  return 0;
}

interface Row {
  readonly name: string;
  readonly shown: string;
  /** What a symbolic one stands for. */
  readonly points?: string | undefined;
  readonly oid: string;
  readonly current: boolean;
}

async function list(git: GitCall, repo: Repo, given: GivenOptions): Promise<number> {
  const head = await readHead(repo);
  const rows: Row[] = [];
  if (head.branch === null && head.oid !== null && !given.has('remotes')) {
    rows.push({
      name: '',
      shown: `(${(await detachedWords(git, repo, head.oid)) ?? 'no branch'})`,
      oid: head.oid,
      current: true,
    });
  }
  if (!given.has('remotes')) {
    for (const name of await listBranches(repo)) {
      const oid = await refOid(repo, `refs/heads/${name}`);
      if (oid !== null) rows.push({ name, shown: name, oid, current: name === head.branch });
    }
  }
  if (given.has('remotes', 'all')) {
    for (const remote of await listRemotes(repo)) {
      for (const each of await listBranches(repo, remote)) {
        const name = `${given.has('remotes') ? '' : 'remotes/'}${remote}/${each}`;
        const oid = await refOid(repo, `refs/remotes/${remote}/${each}`);
        const target =
          each === 'HEAD' ? await git.textOf(`${repo.gitDir}/refs/remotes/${remote}/HEAD`) : null;
        const points = /^ref: refs\/remotes\/(.*)/.exec(target ?? '')?.[1];
        if (oid !== null)
          rows.push({
            name: `${remote}/${each}`,
            shown: name,
            points,
            oid,
            current: false,
          });
      }
    }
  }
  const listed = await listBranches(repo);
  let kept = await filtered(git, repo, given, rows);
  const isElsewhere = async (name: string) => (await holderOf(git, repo, name)) !== null;
  // HEAD without a branch is called by how it came there.
  const factsOf = ({ name, oid }: Pick<Row, 'name' | 'oid'>) =>
    refFacts(repo, `${name === '' || listed.includes(name) ? 'refs/heads/' : 'refs/remotes/'}${name}`, oid);
  const sorts = given.values('sort');
  if (sorts.length > 0) {
    const all = await Promise.all(kept.map(async (row) => ({ row, facts: await factsOf(row) })));
    const sorted = await sortRefs(git, repo, all, sorts, ({ facts }) => facts);
    kept = sorted.map(({ row }) => row);
  }
  const width = Math.max(0, ...kept.map(({ shown }) => shown.length));
  for (const { name, shown, points, oid, current } of kept) {
    const mark = current ? '*' : (await isElsewhere(name)) ? '+' : ' ';
    const format = given.value('format');
    if (format !== undefined) {
      const text = await filledRef(git, repo, await factsOf({ name, oid }), format);
      git.print(`${name === '' ? text.replace('refs/heads/', shown) : text}\n`);
    } else if (points !== undefined) git.print(`${mark} ${shown} -> ${points}\n`);
    else if (!given.has('verbose')) git.print(`${mark} ${shown}\n`);
    else {
      const subject = subjectOf((await readCommit(repo, oid)).message);
      const follows = await trackingColumn(git, repo, name, given.values('verbose').length > 1);
      git.print(`${mark} ${shown.padEnd(width)} ${await shortOid(repo, oid)} ${follows}${subject}\n`);
    }
  }
  return 0;
}

async function trackingColumn(git: GitCall, repo: Repo, name: string, namesIt: boolean): Promise<string> {
  const tracking = await trackingOf(git, repo, name === '' ? null : name);
  if (!tracking) return '';
  const { upstream, ahead, behind } = tracking;
  const counts =
    ahead === null
      ? 'gone'
      : [...(ahead ? [`ahead ${ahead}`] : []), ...(behind ? [`behind ${behind}`] : [])].join(', ');
  const inside = [...(namesIt ? [upstream.shown] : []), ...(counts === '' ? [] : [counts])].join(': ');
  return inside === '' ? '' : `[${inside}] `;
}

async function filtered(git: GitCall, repo: Repo, given: GivenOptions, rows: readonly Row[]): Promise<Row[]> {
  const patterns = given.operands.map((operand) => new RegExp(`^${globSource(operand, false)}$`));
  const about = async (key: string) => {
    const value = given.value(key);
    return value === undefined ? null : commitOf(git, repo, value === '' ? 'HEAD' : value);
  };
  const [merged, unmerged, contains, lacks, pointsAt] = [
    await about('merged'),
    await about('no-merged'),
    await about('contains'),
    await about('no-contains'),
    await about('points-at'),
  ];
  const kept: Row[] = [];
  for (const row of rows) {
    if (patterns.length > 0 && !patterns.some((pattern) => pattern.test(row.name))) continue;
    if (pointsAt !== null && row.oid !== pointsAt) continue;
    if (merged !== null && !(await isAncestor(repo, row.oid, merged))) continue;
    if (unmerged !== null && (await isAncestor(repo, row.oid, unmerged))) continue;
    if (contains !== null && !(await isAncestor(repo, contains, row.oid))) continue;
    if (lacks !== null && (await isAncestor(repo, lacks, row.oid))) continue;
    kept.push(row);
  }
  return kept;
}
