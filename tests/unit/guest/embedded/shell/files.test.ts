import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

it('removes a link and not what it leads to', async () => {
  const ran = await new TestShell().run(
    `mkdir d; touch d/kept; ln -s d link; ln -s nothing dangling
     rm link; echo $?; ln -s d link; rm -rf link dangling; echo $?; ls; ls d; rm link; echo $?`,
  );
  expect(ran.stdout).toBe('0\n0\nd\nkept\n1\n');
  expect(ran.stderr).toBe("rm: cannot remove 'link': No such file or directory\n");
});

it('reads a script of 1,000,000 characters, and says of a longer one why not', async () => {
  const around = ": <<'EOF'\n\nEOF\n".length;
  const script = (length: number) => `: <<'EOF'\n${'x'.repeat(length - around)}\nEOF\n`;
  expect((await new TestShell().run(script(1_000_000))).exitCode).toBe(0);
  const long = await new TestShell().run(script(1_000_001));
  expect([long.exitCode, long.stderr]).toEqual([
    2,
    'bash: -c: Argument list too long: this shell reads at most 1000000 characters at once\n',
  ]);
});

it('lets a function call itself 1,500 times deep, and ends an endless one', async () => {
  const down = 'f() { local n=$1; [ $n = 0 ] && { echo bottom; return 3; }; f $((n-1)); }';
  expect((await new TestShell().run(`${down}; f 1500; echo $?`)).stdout).toBe('bottom\n3\n');
  const endless = await new TestShell().run('f() { f; }; f; echo never');
  expect([endless.stdout, endless.exitCode]).toEqual(['', 126]);
  expect(endless.stderr).toContain('maximum recursion depth (2000) exceeded');
});

it('ends the writing command, not the shell, where the disk is full', async () => {
  const shell = new TestShell();
  const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const files = {
    ...shell.files,
    appendFile: async (path: string, bytes: Uint8Array) => {
      if (bytes.length > 0) throw full();
      await shell.files.appendFile(path, bytes);
    },
  };
  const ran = await shell.run('seq 100000 > f; echo $?', { files });
  expect([ran.stdout, ran.stderr]).toEqual(['1\n', 'seq: write error: No space left on device\n']);
});
