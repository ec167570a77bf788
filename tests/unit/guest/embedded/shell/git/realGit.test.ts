import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git } from '../../../../../../src/guest/embedded/shell/git/git.ts';
import { TestShell } from '../shellHarness.ts';
import { realGit } from './smartHttpServer.ts';

const home = '/home/user';
const who = `export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=a@b`;

async function run(shell: TestShell, command: string): Promise<string> {
  const { stdout, stderr, exitCode } = await shell.run(`${who}\n${command}`, {
    loadBundle: async () => ({ git }),
  });
  expect([stderr, exitCode]).toEqual(['', 0]);
  return stdout;
}

/** Files of the guest below a folder, on this machine's disk. */
function takeOut(shell: TestShell, folder: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const { name, kind } of shell.memory.readdir(folder)) {
    if (kind === 'directory') takeOut(shell, `${folder}/${name}`, join(to, name));
    else writeFileSync(join(to, name), shell.memory.readFile(`${folder}/${name}`));
  }
}

function bringIn(shell: TestShell, from: string, folder: string): void {
  shell.memory.mkdir(folder, true);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) bringIn(shell, join(from, entry.name), path);
    else shell.memory.writeFile(path, new Uint8Array(readFileSync(join(from, entry.name))));
  }
}

it('makes repositories that the real git finds whole, and reads those of the real git, packed ones too', async () => {
  const root = mkdtempSync(join(tmpdir(), 'spillway-real-'));
  const shell = new TestShell();
  await run(
    shell,
    `cd ${home}; git init -q -b main p; cd p; mkdir d; echo 1 > a; echo 2 > d/b; git add .; git commit -qm one; git tag -a v1 -m v1
     git switch -qc topic 2> /dev/null; echo 3 >> a; git commit -qam two; git switch -q main; echo 4 > c; git add c; git commit -qm three; git merge -q topic -m joined
     git init -q --bare -b main ../r.git; git push -q ../r.git main topic v1; git notes add -m note; git worktree add -q ../w topic; git -C ../w commit -q --allow-empty -m four`,
  );
  takeOut(shell, `${home}/p`, join(root, 'p'));
  takeOut(shell, `${home}/r.git`, join(root, 'r.git'));
  for (const name of ['p', 'r.git'])
    expect(realGit(join(root, name), 'fsck', '--strict', '--no-dangling')).toBe('');
  expect(realGit(join(root, 'p'), 'status', '-sb')).toBe('## main\n');
  expect(realGit(join(root, 'r.git'), 'for-each-ref', '--format=%(refname)')).toBe(
    'refs/heads/main\nrefs/heads/topic\nrefs/tags/v1\n',
  );
  const graph = realGit(join(root, 'p'), 'log', '--graph', '--oneline', '--all');
  realGit(join(root, 'p'), 'gc', '-q');
  const packed = new TestShell();
  bringIn(packed, join(root, 'p'), `${home}/p`);
  rmSync(root, { recursive: true });
  expect(await run(packed, `cd ${home}/p; git log --graph --oneline --all`)).toBe(graph);
  expect(
    await run(packed, `cd ${home}/p; git status -sb; git notes show; git clone -q . ../x; cat ../x/a`),
  ).toBe('## main\nnote\n1\n3\n');
});
