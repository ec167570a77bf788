import { afterEach, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';

const guests: Guest[] = [];
afterEach(() => {
  for (const guest of guests.splice(0)) guest.dispose();
});

async function boot(seed: number, clockStartMs: number | null = null): Promise<Guest> {
  const guest = await bootEmbeddedGuest({ seed, clockStartMs });
  guests.push(guest);
  return guest;
}

async function outputOf(guest: Guest, command: string): Promise<string> {
  let text = '';
  for await (const { bytes } of guest.run(command).output) text += new TextDecoder().decode(bytes);
  return text;
}

test('a node that spins is stopped, what it wrote before is there, and nothing it writes afterwards lands', async () => {
  const guest = await boot(1);
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
  await outputOf(guest, 'sleep 1');
  expect(await counter()).toEqual(atEnd);
});

test('the same seed and clock give the same numbers, names and times', async () => {
  const clockStartMs = Date.UTC(2031, 4, 6);
  const program = `node -p "[Math.random(), crypto.randomBytes(8).toString('hex'), crypto.randomUUID(),
    fs.mkdtempSync('/tmp/x'), new Date().getFullYear(), process.pid]"`;
  const first = await outputOf(await boot(7, clockStartMs), program);
  expect(await outputOf(await boot(7, clockStartMs), program)).toBe(first);
  expect(await outputOf(await boot(8, clockStartMs), program)).not.toBe(first);
  expect(first).toContain('2031');
});

test('a reader that leaves ends a pipe, and a slow one holds up who writes', async () => {
  const guest = await boot(1);
  const lines = `node -e "for (let i = 0; i < 100000; i++) process.stdout.write('line ' + i + '\\n')"`;
  expect(await outputOf(guest, `${lines} 2>/dev/null | head -2`)).toBe('line 0\nline 1\n');
  expect(await outputOf(guest, `${lines} | (sleep 0.2; tail -1)`)).toBe('line 99999\n');
});
