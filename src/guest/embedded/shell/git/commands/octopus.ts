import { GitFailure } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import { identity } from '../base/identity.ts';
import { flattenTree, writeTree } from '../base/objects.ts';
import { readHead, writeRef } from '../base/refs.ts';
import type { Repo } from '../base/repository.ts';
import { mergeTrees } from '../history/mergeTrees.ts';
import { isAncestor, mergeBases } from '../history/walk.ts';
import { GitIndex } from '../index/gitIndex.ts';
import { goFromTo, obstaclesTo } from '../index/update.ts';
import { recordCommit } from './commit.ts';
import { refuseOverwrite } from './switching.ts';

interface Side {
  readonly name: string;
  readonly oid: string;
}

/** Joins more than one branch in one commit; nothing is changed where any of them conflicts. False: all are here already. */
export async function mergeMany(
  git: GitCall,
  repo: Repo,
  sides: readonly Side[],
  message: string,
): Promise<boolean> {
  const head = (await readHead(repo)).oid!;
  const before = await flattenTree(repo, head);
  let tree = before;
  let parents = [head];
  for (const { name, oid } of sides) {
    const known = await Promise.all(parents.map((parent) => isAncestor(repo, oid, parent)));
    if (known.includes(true)) {
      git.print(`Already up to date with ${name}\n`);
      continue;
    }
    if (parents.length === 1 && (await isAncestor(repo, parents[0]!, oid))) {
      git.print(`Fast-forwarding to: ${name}\n`);
      tree = await flattenTree(repo, oid);
      parents = [oid];
      continue;
    }
    git.print(`Trying simple merge with ${name}\n`);
    const bases = await mergeBases(repo, [parents[0]!, oid]);
    const base = await flattenTree(repo, bases[0] ?? null);
    const merged = await mergeTrees(repo, base, tree, await flattenTree(repo, oid), {
      ours: 'HEAD',
      theirs: name,
    });
    if (merged.conflicts.length > 0) {
      git.print('Simple merge did not work, trying automatic merge.\n');
      await git.flush();
      throw new GitFailure(
        'Automated merge did not work.\nShould not be doing an octopus.\nMerge with strategy octopus failed.\n',
        2,
      );
    }
    tree = merged.tree;
    parents = [...parents, oid];
  }
  if (parents.length === 1 && parents[0] === head) return false;
  const index = await GitIndex.read(repo);
  refuseOverwrite(await obstaclesTo(repo, index, before, tree), 'merge');
  await goFromTo(repo, index, before, tree);
  await index.write(repo);
  await writeRef(repo, 'ORIG_HEAD', head);
  const [author, committer] = [await identity(git, 'author'), await identity(git, 'committer')];
  const names = sides.map(({ name }) => name).join(' ');
  const made = { tree: await writeTree(repo, tree), parents, author, committer, message };
  await recordCommit(git, repo, made, { log: `merge ${names}: Merge made by the 'octopus' strategy.` });
  return true;
}
