import { expect, it } from 'vitest';
import { freshState, TestShell } from './shellHarness.ts';

it('runs a command and hands out its output and exit code', async () => {
  const ran = await new TestShell().run('echo hi; exit 3');
  expect([ran.stdout, ran.stderr, ran.exitCode, ran.notes]).toEqual(['hi\n', '', 3, []]);
});

it('reads standard input as bytes', async () => {
  const shell = new TestShell();
  const stdin = Uint8Array.from([0xff, 0, 10, 0xe2, 0x82, 0xac]);
  await shell.run('cat > f', { stdin });
  expect(shell.memory.readFile('/home/user/project/f')).toEqual(stdin);
  expect((await shell.run('wc -c; echo', { stdin })).stdout).toBe('6\n\n');
});

it('gives the same random for the same seed', async () => {
  const draw = async (seed: number) =>
    (await new TestShell().run('shuf -i 1-100; mktemp -u; head -c 8 /dev/urandom | base64', { seed })).stdout;
  expect(await draw(5)).toBe(await draw(5));
  expect(await draw(5)).not.toBe(await draw(6));
});

it('has devices and stubs without asking the file system', async () => {
  const shell = new TestShell();
  const asked: string[] = [];
  const files = new Proxy(shell.files, {
    get(target, name, receiver) {
      asked.push(String(name));
      return Reflect.get(target, name, receiver);
    },
  });
  const ran = await shell.run(
    'for i in 1 2 3; do echo $i; done > /dev/null; echo x | tr x y 2>/dev/null; head -c 3 /dev/zero | wc -c; test -e /usr/bin/cat && echo there; cat < /dev/null',
    { files, state: { ...freshState, env: { ...freshState.env, PATH: '/usr/bin:/bin' } } },
  );
  expect(ran.stdout).toBe('y\n3\nthere\n');
  expect(asked).toEqual([]);
});

it('passes any bytes through files, pipes and redirections', async () => {
  const shell = new TestShell();
  const bytes = Uint8Array.from({ length: 70_000 }, (_each, index) => (index * 7 + (index >> 8)) & 255);
  shell.memory.writeFile('/tmp/b', bytes);
  await shell.run(
    'cat /tmp/b | tee t1 > t2; cp /tmp/b t3; base64 /tmp/b | base64 -d > t4; cat < /tmp/b | cat > t5',
  );
  for (const name of ['t1', 't2', 't3', 't4', 't5']) {
    expect([name, shell.memory.readFile(`/home/user/project/${name}`)]).toEqual([name, bytes]);
  }
});
