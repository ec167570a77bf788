import { expect, it } from 'vitest';
import { gitFs } from '../../../../../../src/guest/embedded/shell/git/base/fsAdapter.ts';
import { hashObject, writeObject } from '../../../../../../src/guest/embedded/shell/git/base/objects.ts';
import { isSafePath } from '../../../../../../src/guest/embedded/shell/git/base/paths.ts';
import { repoAt } from '../../../../../../src/guest/embedded/shell/git/base/repository.ts';
import { git } from '../../../../../../src/guest/embedded/shell/git/git.ts';
import { TestShell } from '../shellHarness.ts';

/** Trees that no git makes, as somebody who wants out of the work tree would. */

const root = '/home/user/project';
const encoder = new TextEncoder();

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function shellWithRepository() {
  const shell = new TestShell();
  const run = async (command: string) => {
    const { stdout, stderr, exitCode } = await shell.run(command, { loadBundle: async () => ({ git }) });
    return { stdout, stderr, exitCode };
  };
  await run('git init -q; git config user.name A; git config user.email a@b; echo kept > kept; git add kept');
  await run('git commit -q -m one; mkdir -p /home/user/outside; echo safe > /home/user/outside/file');
  const repo = repoAt(shell.files, root, `${root}/.git`, root);
  const tree = (entries: readonly (readonly [mode: string, name: string, oid: string])[]) =>
    writeObject(
      repo,
      'tree',
      joined(
        entries.flatMap(([mode, name, oid]) => [
          encoder.encode(`${mode} ${name}\0`),
          Uint8Array.from(oid.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
        ]),
      ),
    );
  const commit = (treeOid: string) =>
    writeObject(
      repo,
      'commit',
      encoder.encode(`tree ${treeOid}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nevil\n`),
    );
  const blob = await writeObject(repo, 'blob', encoder.encode('evil\n'));
  return { run, tree, commit, blob, repo };
}

it.each([
  ['a file above the work tree', ['..', 'evil']],
  ['a file of the repository', ['.git', 'evil']],
  ['a file of the repository, in capitals', ['.GIT', 'evil']],
  ['a file deep in a repository below', ['a', '.git', 'evil']],
  ['a name with slashes', ['a/../../evil']],
  ['no name', ['']],
])('a commit with %s is not checked out, and nothing is written', async (_what, path) => {
  const { run, tree, commit, blob } = await shellWithRepository();
  let oid = blob;
  for (const [depth, name] of [...path].reverse().entries())
    oid = await tree([
      [depth === 0 ? '100644' : '40000', name, oid],
      ...(depth === path.length - 1 ? ([['100644', 'zfine', blob]] as const) : []),
    ]);
  const evil = await commit(oid);
  for (const command of [`git checkout -q ${evil}`, `git reset -q --hard ${evil}`]) {
    const { stderr, exitCode } = await run(command);
    expect([stderr, exitCode]).toEqual([`fatal: invalid path '${path.join('/')}'\n`, 128]);
  }
  await run(`git checkout -q ${evil} -- .`);
  expect((await run('ls /home/user; find . -iname evil; cat kept')).stdout).toBe('outside\nproject\nkept\n');
});

it('a tree with a link and a folder of the same name writes nothing through the link', async () => {
  const { run, tree, commit, blob, repo } = await shellWithRepository();
  const link = await writeObject(repo, 'blob', encoder.encode('/home/user/outside'));
  const evil = await commit(
    await tree([
      ['120000', 'a', link],
      ['40000', 'a', await tree([['100644', 'file', blob]])],
    ]),
  );
  const { stderr, exitCode } = await run(`git checkout -q ${evil}`);
  expect([stderr, exitCode]).toEqual(["fatal: invalid path 'a/file'\n", 128]);
  expect((await run('cat /home/user/outside/file')).stdout).toBe('safe\n');
});

it('a link that stands where a folder must be is replaced and not followed', async () => {
  const { run, tree, commit, blob } = await shellWithRepository();
  const other = await commit(await tree([['40000', 'a', await tree([['100644', 'file', blob]])]]));
  await run('ln -s /home/user/outside a; git add a; git commit -q -m link');
  await run(`git checkout -q ${other} -- a/file`);
  expect((await run('cat /home/user/outside/file a/file; stat -c %F a')).stdout).toBe(
    'safe\nevil\ndirectory\n',
  );
});

it('a file that was tracked behind what is a link now is not removed where the link leads', async () => {
  const { run } = await shellWithRepository();
  await run('mkdir a; echo x > a/file; git add a; git commit -q -m two; rm -r a; ln -s /home/user/outside a');
  await run('git checkout -q -f HEAD~1');
  expect((await run('cat /home/user/outside/file')).stdout).toBe('safe\n');
});

it('names that only look like those of a repository are written', () => {
  expect(['.gitignore', 'a/.github/x', 'git', '...', 'a..b', '.git.d/x'].map(isSafePath)).toEqual(
    new Array(6).fill(true),
  );
});

it('isomorphic-git cannot write a ref of a server that leads out of the repository', async () => {
  const { repo, run } = await shellWithRepository();
  const { promises } = gitFs(repo.files);
  const path = `${repo.gitDir}/refs/remotes/origin/../../../../../outside/file`;
  await expect(promises.writeFile(path, hashObject('blob', new Uint8Array(0)))).rejects.toThrow(
    'invalid path',
  );
  expect((await run('cat /home/user/outside/file')).stdout).toBe('safe\n');
});
