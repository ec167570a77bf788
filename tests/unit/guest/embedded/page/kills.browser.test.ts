import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';

let guest: Guest;
beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});
afterAll(() => guest.dispose());

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** 1, 2, 3, … one a line, up to `last`. */
const counted = (last: number) => Array.from({ length: last }, (_, index) => `${index + 1}\n`).join('');

test('at whatever moment a counting loop is killed, its output is whole to the last byte, and so are its files', async () => {
  for (const afterBytes of [0, 1, 2, 50, 300, 1000, 2500, 4000, 7000, 9000]) {
    const path = `/tmp/count-${afterBytes}`;
    const process = guest.run(`i=0; while :; do i=$((i+1)); echo $i; echo $i >> ${path}; done`, {
      spool: true,
    });
    let output = '';
    let stopping: Promise<boolean> | null = null;
    for await (const { bytes } of process.output) {
      output += text(bytes);
      if (output.length >= afterBytes) stopping ??= process.signal('SIGKILL');
    }
    expect(await stopping).toBe(true);
    const last = output.split('\n').length - 1;
    expect(output).toBe(counted(last));
    const written = (await guest.fs.exists(path)) ? text(await guest.fs.read(path)) : '';
    const inFile = written.split('\n').length - 1;
    expect(written).toBe(counted(inFile));
    // Each number is printed before it is written: what the file knows, the output must have.
    expect(last).toBeGreaterThanOrEqual(inFile);
    expect(last).toBeLessThanOrEqual(inFile + 1);
    expect(await guest.adoptSpool(process.pid, `${path}-spool`, output.length)).toBe(true);
    expect(text(await guest.fs.read(`${path}-spool`))).toBe(output);
  }
});

test('a command killed while it waits for credit keeps what was sent, and its spool agrees', async () => {
  await guest.fs.write('/tmp/large', new Uint8Array(12 * 1024 * 1024).fill(97));
  const process = guest.run('cat /tmp/large', { spool: true });
  const reader = process.output[Symbol.asyncIterator]();
  let bytes = (await reader.next()).value?.bytes.length ?? 0;
  expect(await process.signal('SIGTERM')).toBe(true);
  for (let next = await reader.next(); !next.done; next = await reader.next())
    bytes += next.value.bytes.length;
  expect(bytes).toBeLessThan(12 * 1024 * 1024);
  expect(await guest.adoptSpool(process.pid, '/tmp/large-spool', bytes)).toBe(true);
  expect((await guest.fs.stat('/tmp/large-spool')).size).toBe(bytes);
});

test('100 MB through cat with a spool arrive whole, and the spool is adopted', async () => {
  const size = 100 * 1024 * 1024;
  await guest.fs.write('/tmp/huge', new Uint8Array(size).fill(98));
  const process = guest.run('cat /tmp/huge', { spool: true });
  let bytes = 0;
  for await (const chunk of process.output) bytes += chunk.bytes.length;
  expect([bytes, await process.exit]).toEqual([size, { kind: 'exited', code: 0 }]);
  expect(await guest.adoptSpool(process.pid, '/tmp/huge-spool', size)).toBe(true);
  expect((await guest.fs.stat('/tmp/huge-spool')).size).toBe(size);
});

test('kills one after the other leave the pool able to run the next command', async () => {
  for (let count = 0; count < 6; count++) {
    const process = guest.run('while :; do :; done');
    expect(await process.signal('SIGKILL')).toBe(true);
  }
  const process = guest.run('echo alive');
  let output = '';
  for await (const { bytes } of process.output) output += text(bytes);
  expect(output).toBe('alive\n');
});

test.each([
  ['a coprocess', 'coproc { while :; do echo x >> $LATE; done; }; wait'],
  [
    'both sides of a named pipe',
    'mkfifo pipe; { while :; do echo x; echo x >> $LATE; done; } > pipe & while read -r line; do :; done < pipe',
  ],
  ['a pipeline whose last stage spins', 'while :; do echo x >> $LATE; done | while :; do :; done'],
])(
  '%s ends with its run in workers of their own, and nothing of it is written afterwards',
  async (what, command) => {
    const late = `/tmp/late-${what.replaceAll(' ', '-')}`;
    const process = guest.run(`cd "$(mktemp -d)"; ${command}`, { env: { LATE: late } });
    const writes = async () => (await guest.fs.exists(late)) && (await guest.fs.stat(late)).size > 0;
    await expect.poll(writes, { timeout: 20_000 }).toBe(true);
    expect(await process.signal('SIGKILL')).toBe(true);
    const { size } = await guest.fs.stat(late);
    expect(await guest.processes()).toEqual([]);
    for await (const _chunk of guest.run('sleep 0.1').output);
    expect((await guest.fs.stat(late)).size).toBe(size);
  },
);
