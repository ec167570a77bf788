import { afterEach, expect, test } from 'vitest';
import { bootEmbeddedGuest, type EmbeddedGuestOptions } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';
import { probeWorkerUrl } from './probeWorker.ts';

const guests: Guest[] = [];
afterEach(() => {
  for (const guest of guests.splice(0)) guest.dispose();
});

async function boot(options?: EmbeddedGuestOptions): Promise<Guest> {
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null }, options);
  guests.push(guest);
  return guest;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  );

test('a guest whose process is gone ends every run with what it wrote, and every file operation with EIO', async () => {
  const guest = await boot();
  const deaths: string[] = [];
  guest.onDeath((message) => deaths.push(message));
  const process = guest.run('echo MARK; while :; do :; done');
  const output = process.output[Symbol.asyncIterator]();
  const { value } = await output.next();
  const waiting = guest.shell();
  const [running, queued] = [waiting.run('sleep 30'), waiting.run('echo never')];
  const reading = codeOf(guest.fs.read('/tmp/none'));
  const removedMs = performance.now();
  document.querySelector('iframe[title="Guest computer"]')?.remove();
  const status = await process.exit;
  expect(performance.now() - removedMs).toBeLessThan(2000);
  expect(new TextDecoder().decode(value?.bytes)).toBe('MARK\n');
  expect(status).toEqual({ kind: 'guest-died', message: expect.stringMatching(/did not answer for/) });
  expect((await output.next()).done).toBe(true);
  expect([(await running.exit).kind, (await queued.exit).kind]).toEqual(['guest-died', 'guest-died']);
  expect(['ENOENT', 'EIO']).toContain(await reading);
  expect(await codeOf(guest.fs.stat('/tmp'))).toBe('EIO');
  expect((await guest.run('echo later').exit).kind).toBe('guest-died');
  expect(deaths.length).toBe(1);
  expect(await new Promise((resolve) => guest.onDeath(resolve))).toBe(deaths[0]);
});

test('a file worker that fails is the death of the guest, with its reason', async () => {
  const code =
    'self.onmessage = ({ data }) => { if (data.type === "open") throw new Error("disk on fire"); };';
  const fileWorkerUrl = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const guest = await boot({ assets: { fileWorkerUrl } });
  const died = new Promise<string>((resolve) => guest.onDeath(resolve));
  const process = guest.run('echo hi');
  expect(await died).toContain('disk on fire');
  expect((await process.exit).kind).toBe('guest-died');
});

test('dispose is no death: nobody is told, runs end, the frame is gone', async () => {
  const guest = await boot();
  const deaths: string[] = [];
  guest.onDeath((message) => deaths.push(message));
  const process = guest.run('sleep 30');
  guest.dispose();
  guest.dispose();
  expect(await process.exit).toEqual({ kind: 'guest-died', message: 'the guest was closed' });
  expect([deaths, document.querySelector('iframe[title="Guest computer"]')]).toEqual([[], null]);
});

test('a worker that crashes ends its run only, one that floods its port is stopped, and the guest goes on', async () => {
  const commandWorkerUrl = probeWorkerUrl(`
    if (run.job.command === 'flood') for (let i = 0; i < 100; i++) write('x'.repeat(1048576));
    write('before');
    if (run.job.command === 'crash') setTimeout(() => { throw new Error('boom'); }); else exit();`);
  const guest = await boot({ assets: { commandWorkerUrl } });
  const crashed = guest.run('crash');
  expect(await crashed.exit).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
  expect(await crashed.notes).toEqual([{ code: 'worker-crashed', detail: expect.stringContaining('boom') }]);
  expect(await guest.run('fine').exit).toEqual({ kind: 'exited', code: 0 });
  const flooding = guest.run('flood');
  expect(await flooding.exit).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
  expect((await flooding.notes).map(({ code }) => code)).toEqual(['guest-protocol']);
  expect(await guest.run('fine').exit).toEqual({ kind: 'exited', code: 0 });
});

test('a full disk is ENOSPC for the shell and for fs, and a spool that does not fit is not adopted', async () => {
  const guest = await boot({ maxFileBytes: 100_000 });
  expect(await codeOf(guest.fs.write('/tmp/a', new Uint8Array(200_000)))).toBe('ENOSPC');
  const process = guest.run('seq 1 50000', { spool: true });
  let bytes = 0;
  for await (const chunk of process.output) bytes += chunk.bytes.length;
  expect([(await process.exit).kind, bytes]).toEqual(['exited', 288_894]);
  expect(await guest.adoptSpool(process.pid, '/tmp/b', bytes)).toBe(false);
  expect(await codeOf(guest.fs.write('/tmp/a', new Uint8Array(90_000)))).toBe('none');
});
