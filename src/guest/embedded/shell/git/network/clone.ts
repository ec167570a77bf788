import { setInConfig } from '../base/configFile.ts';
import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { flattenTree, readCommit } from '../base/objects.ts';
import { OptionTable } from '../base/options.ts';
import { attachHead, detachHead, logMove, refOid, writeRef } from '../base/refs.ts';
import { type Repo, repoAt } from '../base/repository.ts';
import { editConfig } from '../commands/config.ts';
import { createRepository } from '../commands/init.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { forceTo } from '../index/update.ts';
import { checkedUrl } from './transport.ts';
import { fetchFrom } from './updates.ts';

const table = new OptionTable(
  'clone',
  'q,quiet v,verbose progress b,branch= o,origin= depth= single-branch no-single-branch n,no-checkout no-tags tags bare recurse-submodules=? recursive c,config= j,jobs= filter= shallow-since=',
);

export async function clone(git: GitCall, args: readonly string[]): Promise<number> {
  const given = table.parse(args);
  const [word, folder] = given.operands;
  if (word === undefined) die('You must specify a repository to clone.');
  if (given.has('bare')) die("bare clones are not in this guest's git");
  const name = folder ?? (word.replace(/\/+$/, '').split('/').at(-1) ?? '').replace(/\.git$/, '');
  const root = git.resolve(name);
  const { files } = git.program;
  const there = await files.readdir(root).catch(() => null);
  if (there && there.length > 0)
    die(`destination path '${name}' already exists and is not an empty directory.`);
  const url = checkedUrl(word).replace(/\/+$/, '');
  if (!given.has('quiet')) await git.warn(`Cloning into '${name}'...\n`);
  await files.mkdir(root, true);
  const gitDir = `${root === '/' ? '' : root}/.git`;
  const repo = repoAt(files, root, gitDir, root);
  const remote = given.value('origin') ?? 'origin';
  try {
    await createRepository(git, gitDir, (await git.config('init.defaultBranch')) ?? 'master', false);
    await editConfig(git, `${gitDir}/config`, (text) =>
      setInConfig(
        setInConfig(text, `remote.${remote}.url`, url),
        `remote.${remote}.fetch`,
        `+refs/heads/*:refs/remotes/${remote}/*`,
      ),
    );
    const wanted = given.value('branch');
    const depth = given.has('depth') ? given.count('depth', 1) : undefined;
    const single = given.has('single-branch') || (depth !== undefined && !given.has('no-single-branch'));
    const { defaultBranch, fetchHead } = await fetchFrom(git, repo, {
      url,
      remote,
      ...(single && wanted !== undefined ? { branch: wanted } : {}),
      ...(depth === undefined ? {} : { depth }),
      tags: !given.has('no-tags'),
      prune: false,
      quiet: true,
    });
    if (fetchHead === null && defaultBranch === null) {
      await git.warn('warning: You appear to have cloned an empty repository.\n');
      return 0;
    }
    await standOn(
      git,
      repo,
      remote,
      wanted ?? defaultBranch?.replace(/^refs\/heads\//, '') ?? 'master',
      url,
      given.has('no-checkout'),
    );
    return 0;
  } catch (error) {
    await files.rm(there ? gitDir : root, { recursive: true, force: true });
    throw error;
  }
}

/** Makes the local branch of a fresh clone and checks it out. */
async function standOn(
  git: GitCall,
  repo: Repo,
  remote: string,
  branch: string,
  url: string,
  leavesEmpty: boolean,
): Promise<void> {
  const tracked = await refOid(repo, `refs/remotes/${remote}/${branch}`);
  const tag = tracked === null ? await refOid(repo, `refs/tags/${branch}`) : null;
  const found = tracked ?? tag;
  if (found === null) die(`Remote branch ${branch} not found in upstream ${remote}`);
  const { oid } = await readCommit(repo, found);
  if (tracked === null) await detachHead(repo, oid);
  else {
    await writeRef(repo, `refs/heads/${branch}`, oid);
    await attachHead(repo, branch);
    await repo.files.writeFile(
      `${repo.gitDir}/refs/remotes/${remote}/HEAD`,
      new TextEncoder().encode(`ref: refs/remotes/${remote}/${branch}\n`),
    );
    await editConfig(git, `${repo.gitDir}/config`, (text) =>
      setInConfig(
        setInConfig(text, `branch.${branch}.remote`, remote),
        `branch.${branch}.merge`,
        `refs/heads/${branch}`,
      ),
    );
  }
  await logMove(git, repo, {
    from: null,
    to: oid,
    message: `clone: from ${url}`,
    ref: tracked === null ? null : `refs/heads/${branch}`,
  });
  if (leavesEmpty) return;
  const index = new GitIndex();
  await forceTo(repo, index, await flattenTree(repo, oid));
  await index.write(repo);
}
