import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';

let guest: Guest;
beforeAll(async () => {
  // A frame that is not told to be isolated has no shared memory, as on a host without the headers.
  const { setAttribute } = HTMLIFrameElement.prototype;
  const spy = vi.spyOn(HTMLIFrameElement.prototype, 'setAttribute').mockImplementation(function (
    this: HTMLIFrameElement,
    name: string,
    value: string,
  ) {
    if (name !== 'allow') setAttribute.call(this, name, value);
  });
  guest = await bootEmbeddedGuest({ seed: 3, clockStartMs: null });
  spy.mockRestore();
});
afterAll(() => guest.dispose());

async function ran(command: string): Promise<{ readonly text: string; readonly exit: unknown }> {
  const run = guest.run(command, { cwd: guest.dirs.workspace });
  let text = '';
  for await (const { bytes } of run.output) text += new TextDecoder().decode(bytes);
  return { text, exit: await run.exit };
}

const code = (value: number) => ({ kind: 'exited', code: value });

test('without shared memory node runs on copies and what it changed is written back', async () => {
  expect(guest.limitations.map((note) => note.code)).toContain('no-shared-memory');
  await ran('rm -rf d; mkdir d; echo old > changed; echo x > removed; echo 1 > kept; ln -s kept link');
  const program = `const fs = require('fs');
    fs.writeFileSync('changed', 'new'); fs.rmSync('removed'); fs.mkdirSync('d/e'); fs.writeFileSync('d/e/made', 'm');
    console.log(fs.readFileSync('link', 'utf8').trim(), fs.readFileSync(0, 'utf8')); process.exit(5)`;
  await guest.fs.write(`${guest.dirs.workspace}/a.js`, new TextEncoder().encode(program));
  expect(await ran('printf input | node a.js')).toEqual({ text: '1 input\n', exit: code(5) });
  expect(await ran('cat changed d/e/made; ls')).toEqual({
    text: 'newma.js\nchanged\nd\nkept\nlink\n',
    exit: code(0),
  });
});

test('without shared memory a program that wants a process is told why there is none', async () => {
  const { text, exit } = await ran(`node -e "require('child_process').execSync('ls')"`);
  expect(exit).toEqual(code(1));
  expect(text).toContain('ENOSYS');
  const words = 'node --test runs each file in a process of its own, and those need shared memory';
  const tests = await ran('echo > a.test.js; node --test');
  expect([tests.exit, tests.text.startsWith(words)]).toEqual([code(1), true]);
});

test('without shared memory a node that spins is stopped', async () => {
  const run = guest.run('echo before; node -e "for (;;);"');
  let text = '';
  for await (const { bytes } of run.output) {
    text += new TextDecoder().decode(bytes);
    if (text === 'before\n') await run.signal('SIGKILL');
  }
  expect(await run.exit).toMatchObject({ kind: 'signaled' });
  expect(await ran('node -p 1+1')).toEqual({ text: '2\n', exit: code(0) });
});
