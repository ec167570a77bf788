import { afterEach, expect, it } from 'vitest';
import { createPipe, PipeReader } from '../../../../../src/guest/embedded/pipes/index.ts';
import { openConnection } from '../../../../../src/guest/embedded/processes/loopback.ts';
import { PortTable } from '../../../../../src/guest/embedded/processes/portTable.ts';
import {
  type SystemCalls,
  serveSystemCalls,
} from '../../../../../src/guest/embedded/processes/systemServer.ts';

/** What a worker that guest code has taken over could do to the kernel's thread. */

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

it('a process that listens on every ephemeral port gets an error for the next one, and the kernel goes on', () => {
  const table = new PortTable();
  for (let port = 32_768; port <= 65_535; port++) table.listen(3, port);
  expect(() => table.listen(3, 0)).toThrow('EADDRNOTAVAIL');
  expect(() => table.connect(5, 40_000)).toThrow('EADDRNOTAVAIL');
  table.ended(3);
  expect(table.listen(5, 0)).toBeGreaterThanOrEqual(32_768);
});

it('connections that both sides have left are forgotten, open ones are counted', async () => {
  const table = new PortTable();
  table.listen(3, 80);
  for (let count = 0; count < 3000; count++) {
    const client = openConnection(table.connect(5, 80));
    openConnection((await table.accept(3, 80))!).close();
    client.close();
  }
  for (let count = 0; count < 1024; count++) {
    table.connect(5, 80);
    await table.accept(3, 80);
  }
  expect(() => table.connect(5, 80)).toThrow('ECONNREFUSED');
  table.ended(5);
  expect(table.connect(7, 80).remotePort).toBe(80);
});

/** Asks as a worker does to start something; what came, and what the kernel was given to start. */
function spawner() {
  const spawned: unknown[] = [];
  const calls: Pick<SystemCalls, 'spawn'> = {
    spawn: async (spec) => {
      spawned.push(spec);
      return 3;
    },
  };
  const { port1, port2 } = new MessageChannel();
  closers.push(serveSystemCalls(port1, calls as SystemCalls), () => port2.close());
  const ask = (job: unknown, stdout: unknown) =>
    new Promise((resolve) => {
      port2.onmessage = ({ data }) => resolve(data);
      port2.postMessage([1, 'spawn', [{ kind: 'shell', title: 'x', job }, { stdout }]]);
    });
  return { ask, spawned };
}

it('takes no memory for a stream that is no pipe', async () => {
  const { ask, spawned } = spawner();
  for (const bytes of [0, 3, 64, 64 + 63, 64 + 65, 64 + 96]) {
    expect(await ask({}, new SharedArrayBuffer(bytes))).toMatchObject([1, false, { code: 'EINVAL' }]);
  }
  expect(await ask({}, createPipe(64))).toEqual([1, true, 3]);
  expect(spawned).toHaveLength(1);
});

it('takes no bytes and no list for a job', async () => {
  const { ask, spawned } = spawner();
  for (const job of [
    new Uint8Array(new SharedArrayBuffer(1024 * 1024)),
    [],
    new DataView(new ArrayBuffer(8)),
  ]) {
    expect(await ask(job, null)).toMatchObject([1, false, { code: 'EINVAL' }]);
  }
  expect(spawned).toEqual([]);
});

it('counters that promise gigabytes give no more than the ring has', () => {
  for (const taken of [0, 7, -1]) {
    const memory = createPipe(64);
    const header = new Int32Array(memory, 0, 16);
    header[0] = (taken + 0x7fff_fff0) | 0;
    header[1] = taken;
    const reader = new PipeReader(memory);
    expect(reader.held).toBe(64);
    const left = reader.leftIn(0);
    expect(left.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(64);
  }
});
