import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';

let guest: Guest;
beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});
afterAll(() => guest.dispose());

async function outputOf(command: string): Promise<string> {
  let text = '';
  for await (const { bytes } of guest.run(command).output) text += new TextDecoder().decode(bytes);
  return text;
}

test('a node that spins is stopped, what it wrote before is there, and nothing it writes afterwards lands', async () => {
  const program = `const fs = require('fs'); let n = 0; fs.writeFileSync('counter', '0');
    console.log('started'); for (;;) fs.writeFileSync('counter', String(++n));`;
  await guest.fs.write(`${guest.dirs.workspace}/spin.js`, new TextEncoder().encode(program));
  const run = guest.run('node spin.js', { cwd: guest.dirs.workspace });
  let text = '';
  for await (const { bytes } of run.output) {
    text += new TextDecoder().decode(bytes);
    if (text === 'started\n') await run.signal('SIGKILL');
  }
  await run.exit;
  expect(text).toBe('started\n');
  const counter = () => guest.fs.read(`${guest.dirs.workspace}/counter`);
  const atEnd = await counter();
  // Time for the worker that was terminated to go on, as Chromium lets it for two seconds.
  await outputOf('sleep 1');
  expect(await counter()).toEqual(atEnd);
});

test('a reader that leaves ends a pipe, and a slow one holds up who writes', async () => {
  const lines = `node -e "for (let i = 0; i < 100000; i++) process.stdout.write('line ' + i + '\\n')"`;
  expect(await outputOf(`${lines} 2>/dev/null | head -2`)).toBe('line 0\nline 1\n');
  expect(await outputOf(`${lines} | (sleep 0.2; tail -1)`)).toBe('line 99999\n');
});
