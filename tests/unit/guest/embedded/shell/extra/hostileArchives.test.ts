import { packTar, type TarEntry } from 'modern-tar';
import { expect, it } from 'vitest';
import { TestShell } from '../shellHarness.ts';

/** Archives whose members want out of the folder that they are unpacked in. */

const encoder = new TextEncoder();

function file(name: string, text: string): TarEntry {
  const body = encoder.encode(text);
  return { header: { name, size: body.length, mode: 0o644, mtime: new Date(0) }, body };
}

function link(name: string, linkname: string, type: 'symlink' | 'link' = 'symlink'): TarEntry {
  return { header: { name, size: 0, mode: 0o777, mtime: new Date(0), type, linkname } };
}

async function extracted(entries: TarEntry[], flags = '') {
  const shell = new TestShell();
  shell.memory.mkdir('/home/user/outside', true);
  shell.memory.writeFile('/home/user/outside/f', encoder.encode('safe\n'));
  shell.memory.writeFile('/home/user/project/x.tar', await packTar(entries));
  const ran = await shell.run(`mkdir in; cd in; tar -x ${flags} -f ../x.tar`);
  const after = await shell.run('cat /home/user/outside/f; ls -A /home/user/outside; ls -A /home/user');
  return { shell, ...ran, outside: after.stdout };
}

const untouched = 'safe\nf\noutside\nproject\n';

it('a link out of the folder is made last, so that nothing is written through it', async () => {
  for (const target of ['/home/user/outside', '../../outside', 'x/../../../outside']) {
    const { shell, stderr, exitCode, outside } = await extracted([link('a', target), file('a/f', 'evil\n')]);
    expect([stderr, exitCode, outside]).toEqual([
      'tar: a/f: Cannot open: Not a directory\ntar: Exiting with failure status due to previous errors\n',
      2,
      untouched,
    ]);
    expect((await shell.run('readlink a')).stdout).toBe(`${target}\n`);
  }
});

it('links inside the folder are links at once, and with -P all are', async () => {
  const inside = await extracted([file('d/x', '1\n'), link('a', 'd'), file('a/y', '2\n')]);
  expect([inside.exitCode, (await inside.shell.run('cat d/y; readlink a')).stdout]).toEqual([0, '2\nd\n']);
  const trusted = await extracted([link('a', '/home/user/outside'), file('a/f', 'meant\n')], '-P');
  expect([trusted.exitCode, trusted.outside]).toEqual([0, 'meant\nf\noutside\nproject\n']);
});

it('absolute names, names that climb and hard links to outside stay inside', async () => {
  const named = await extracted([file('/home/user/outside/f', 'evil\n'), file('../../outside/g', 'evil\n')]);
  expect([named.exitCode, named.outside]).toEqual([0, untouched]);
  const hard = await extracted([link('h', '/home/user/outside/f', 'link')]);
  expect([hard.exitCode, hard.stderr]).toEqual([
    2,
    "tar: Removing leading `/' from hard link targets\ntar: h: Cannot hard link to '/home/user/outside/f': No such file or directory\ntar: Exiting with failure status due to previous errors\n",
  ]);
});

it.each(['../outside/f', '/home/user/outside/f', 'l/f'])(
  'a patch of %s, out of the folder, finds no file',
  async (name) => {
    const shell = new TestShell();
    shell.memory.mkdir('/home/user/outside', true);
    shell.memory.writeFile('/home/user/outside/f', encoder.encode('safe\n'));
    const hunk = `--- ${name}\n+++ ${name}\n@@ -1 +1 @@\n-safe\n+evil\n`;
    shell.memory.writeFile('/home/user/project/p', encoder.encode(hunk));
    const { stdout, exitCode } = await shell.run('ln -s ../outside l; patch -p0 < p');
    const dangerous = name.startsWith('/') ? `Ignoring potentially dangerous file name ${name}\n` : '';
    expect([stdout.startsWith(`${dangerous}can't find file to patch at input line 3\n`), exitCode]).toEqual([
      true,
      1,
    ]);
    expect((await shell.run('cat /home/user/outside/f')).stdout).toBe('safe\n');
  },
);

it('a patch renames no file out of the folder', async () => {
  const shell = new TestShell();
  const rename =
    'diff --git a/x b/../../x\nsimilarity index 50%\nrename from x\nrename to ../../x\n--- a/x\n+++ b/../../x\n@@ -1 +1 @@\n-1\n+2\n';
  shell.memory.writeFile('/home/user/project/p', encoder.encode(rename));
  const { stdout } = await shell.run('echo 1 > x; patch -p1 < p; cat x; ls /home/user');
  expect(stdout.slice(stdout.indexOf('ignored'))).toBe('ignored\n1\nproject\n');
});
