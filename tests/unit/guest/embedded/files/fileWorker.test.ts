import { afterEach, expect, test } from 'vitest';
import {
  type FileWorkerReply,
  type FileWorkerRequest,
  startFileWorker,
} from '../../../../../src/guest/embedded/files/fileWorker.ts';
import { PortCalls } from '../../../../../src/guest/embedded/files/portCalls.ts';
import { createGate, shutGate, throughGate } from '../../../../../src/guest/embedded/files/processGate.ts';
import { createRemoteFiles, createRemoteSpool } from '../../../../../src/guest/embedded/files/remoteFiles.ts';
import { parseDrained } from '../../../../../src/guest/embedded/page/parseFiles.ts';
import { bytes, text } from './fixtures.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Scope = Parameters<typeof startFileWorker>[0];

function booted(clockStartMs: number | null = 5000) {
  const closed: number[] = [];
  const waiting: (() => void)[] = [];
  const scope: Scope = {
    onmessage: null,
    postMessage: (reply: FileWorkerReply) => {
      if (reply.type === 'closed') closed.push(reply.pid);
      for (const wake of waiting.splice(0)) wake();
    },
  };
  startFileWorker(scope);
  const ask = (data: FileWorkerRequest) => scope.onmessage?.({ data } as MessageEvent<FileWorkerRequest>);
  const page = new MessageChannel();
  ask({
    type: 'boot',
    seed: 1,
    clockStartMs,
    maxBytes: 1000,
    largestFileBytes: 1_000_000,
    pagePort: page.port1,
  });
  const reports = { next: Promise.resolve<unknown>(null) };
  let report: (data: unknown) => void = () => {};
  reports.next = new Promise((resolve) => {
    report = resolve;
  });
  const pageCalls = new PortCalls(page.port2, report);
  closers.push(
    () => pageCalls.close('over'),
    () => page.port1.close(),
  );
  const gates = new Map<number, SharedArrayBuffer>();
  const open = (pid: number, spool: boolean) => {
    const channel = new MessageChannel();
    ask({ type: 'open', pid, spool, port: channel.port1, gate: gates.get(pid) ?? null });
    const calls = new PortCalls(channel.port2);
    closers.push(
      () => calls.close('over'),
      () => channel.port1.close(),
    );
    return { files: createRemoteFiles(calls), spool: createRemoteSpool(calls) };
  };
  const untilClosed = () => new Promise<void>((resolve) => waiting.push(resolve));
  return {
    ask,
    page: pageCalls,
    files: createRemoteFiles(pageCalls),
    open,
    closed,
    untilClosed,
    reports,
    gates,
  };
}

test('a laid-out root is there, with the guest’s clock, and is no change', async () => {
  const { files, page } = booted();
  const names = (await files.readdir('/')).map(({ name }) => name);
  expect(names).toEqual(['bin', 'dev', 'etc', 'home', 'proc', 'root', 'tmp', 'usr', 'var']);
  expect((await files.stat('/home/user/project')).kind).toBe('directory');
  const { mtimeMs } = await files.stat('/tmp');
  expect(mtimeMs >= 5000 && mtimeMs < 15_000).toBe(true);
  expect(parseDrained(await page.ask('drainChanges', [0]), 0)).toEqual({ changes: [], contents: new Map() });
});

test('changes bring small files along, and nothing of larger ones', async () => {
  const { files, page } = booted();
  const held = ['', 'a', 'abc', 'abcd', 'x'.repeat(500)];
  for (const [index, text] of held.entries()) await files.writeFile(`/tmp/${index}`, bytes(text));
  await files.symlink('2', '/tmp/link');
  const drained = parseDrained(await page.ask('drainChanges', [3]), 3);
  expect(drained?.changes.map(({ path }) => path)).toEqual([
    ...held.map((_, index) => `/tmp/${index}`),
    '/tmp/link',
  ]);
  expect(drained?.contents).toEqual(
    new Map([
      ['/tmp/0', bytes('')],
      ['/tmp/1', bytes('a')],
      ['/tmp/2', bytes('abc')],
    ]),
  );
});

test('devices swallow what is written and give what they are for', async () => {
  const { files } = booted();
  await files.writeFile('/dev/null', bytes('x'));
  expect((await files.readFile('/dev/null')).length).toBe(0);
  expect([...(await files.readFile('/dev/zero', 0, 3))]).toEqual([0, 0, 0]);
  const random = await files.readFile('/dev/urandom', 0, 64);
  expect(new Set(random).size).toBeGreaterThan(8);
  expect((await files.stat('/dev/null')).kind).toBe('device');
});

test('a run without a spool cannot make one, and no run appends to another’s', async () => {
  const { open, page } = booted();
  const plain = open(1, false);
  const other = open(2, true);
  plain.spool.append(0, bytes('x'));
  other.spool.append(0, bytes('other'));
  await Promise.all([plain.spool.settled(), other.spool.settled()]);
  expect(await page.ask('adoptSpool', [1, '/tmp/a', 1])).toBe(false);
  expect(await page.ask('adoptSpool', [2, '/tmp/b', 5])).toBe(true);
});

test('a stop waits for spool pieces that were sent before it, writes no file meanwhile, and adds the tail', async () => {
  const { ask, open, page, files, closed, untilClosed } = booted();
  const run = open(7, true);
  // As on two real ways: the stop is handled before what the run sent first.
  run.spool.append(0, bytes('abc'));
  void run.files.writeFile('/tmp/late', bytes('x')).catch(() => {});
  run.spool.append(3, bytes('defgh'));
  ask({ type: 'freeze', pid: 7 });
  ask({ type: 'close', pid: 7, tail: { start: 5, bytes: bytes('fg') } });
  expect(closed).toEqual([]);
  await untilClosed();
  expect(closed).toEqual([7]);
  expect(await files.readdir('/tmp')).toEqual([]);
  expect(await page.ask('adoptSpool', [7, '/tmp/spool', 7])).toBe(true);
  expect(text(await files.readFile('/tmp/spool'))).toBe('abcdefg');
});

test('what a worker sent after its last word was read is spooled too, since the page may have it', async () => {
  const { ask, open, page, files, closed } = booted();
  const run = open(7, true);
  run.spool.append(0, bytes('abc'));
  await run.spool.settled();
  ask({ type: 'close', pid: 7, tail: { start: 3, bytes: bytes('de') } });
  expect(closed).toEqual([7]);
  run.spool.append(3, bytes('defg'));
  void run.files.writeFile('/tmp/late', bytes('x')).catch(() => {});
  run.spool.append(7, bytes('hi'));
  await expect.poll(() => page.ask('adoptSpool', [7, '/tmp/spool', 9])).toBe(true);
  expect(text(await files.readFile('/tmp/spool'))).toBe('abcdefghi');
  expect((await files.readdir('/tmp')).map(({ name }) => name)).toEqual(['spool']);
});

test('a stop without a spool, or with all of it there, is confirmed at once', () => {
  const { ask, open, closed } = booted();
  open(1, false);
  open(2, true);
  ask({ type: 'close', pid: 1, tail: { start: 100, bytes: bytes('') } });
  ask({ type: 'close', pid: 2, tail: { start: 0, bytes: bytes('tail') } });
  ask({ type: 'close', pid: 3, tail: null });
  expect(closed).toEqual([1, 2, 3]);
});

test('changed paths are reported while somebody watches, in one batch', async () => {
  const { files, page, reports } = booted();
  await files.writeFile('/tmp/unheard', bytes('x'));
  page.tell('watch', [true]);
  await files.writeFile('/tmp/a', bytes('x'));
  await files.rename('/tmp/a', '/tmp/b');
  expect(await reports.next).toEqual({ type: 'changed', paths: ['/tmp/a', '/tmp/b'] });
});

test('from the moment its gate is shut nothing of a process has an effect or an answer, and its spool still fills', async () => {
  const { open, page, files, gates } = booted();
  const gate = createGate();
  gates.set(5, gate);
  const run = open(5, true);
  await run.files.writeFile('/tmp/before', bytes('x'));
  const late: string[] = [];
  void run.files.writeFile('/tmp/late', bytes('x')).then(
    () => late.push('answered'),
    () => {},
  );
  run.spool.append(0, bytes('said'));
  expect(shutGate(gate)).toBe(true);
  // What the page asks later is answered later.
  expect((await files.readdir('/tmp')).map(({ name }) => name)).toEqual(['before']);
  expect(await page.ask('adoptSpool', [5, '/tmp/spool', 4])).toBe(true);
  expect(late).toEqual([]);
});

test('a gate that is shut while an operation is under way says so', () => {
  const gate = createGate();
  expect(throughGate(gate, () => shutGate(gate), null)).toBe(false);
  expect(shutGate(gate)).toBe(true);
  expect(throughGate(gate, () => 'worked', 'not')).toBe('not');
});
