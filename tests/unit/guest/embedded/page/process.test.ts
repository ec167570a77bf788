import { afterEach, expect, test } from 'vitest';
import {
  type AckMessage,
  creditWindowBytes,
  largestPieceBytes,
  type RunMessage,
} from '../../../../../src/guest/embedded/kernel/index.ts';
import { EmbeddedProcess } from '../../../../../src/guest/embedded/page/process.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A started process and the worker's end of its port. */
function started() {
  const acks: number[] = [];
  const calls: string[] = [];
  let worker: MessagePort | null = null;
  const process = new EmbeddedProcess(1, {
    spawn: (io) => {
      worker = io;
      io.onmessage = ({ data }: MessageEvent<AckMessage>) => acks.push(data.bytes);
    },
    kill: () => calls.push('kill'),
    detach: () => calls.push('detach'),
    ended: (state) => calls.push(`ended ${state?.cwd ?? null}`),
  });
  process.start();
  const send = (message: RunMessage | unknown) => worker?.postMessage(message);
  closers.push(() => worker?.close());
  const output = (start: number, bytes: Uint8Array) =>
    send({ type: 'output', stream: 'stdout', start, bytes });
  return { process, send, output, acks, calls };
}

const exit = {
  type: 'exit',
  exitCode: 0,
  state: { cwd: '/x', env: { A: '1' }, prelude: '' },
  notes: [],
  totalBytes: 0,
};

async function drained(process: EmbeddedProcess): Promise<number[]> {
  const all: number[] = [];
  for await (const { bytes } of process.output) all.push(...bytes);
  return all;
}

test('output ends after the last byte, the state comes with the exit', async () => {
  const { process, output, send, calls } = started();
  output(0, Uint8Array.of(1, 2));
  output(2, Uint8Array.of(3));
  const notes = [
    { code: 'a-note', detail: 'd' },
    { code: 'pipeline-stages', detail: '', exits: [1, 7] },
  ];
  send({ ...exit, exitCode: 256 + 7, notes });
  expect(await drained(process)).toEqual([1, 2, 3]);
  expect(await process.exit).toEqual({ kind: 'exited', code: 7 });
  expect(await process.notes).toEqual(notes);
  expect(calls).toEqual(['ended /x']);
});

test.each<[string, unknown]>([
  ['null', null],
  ['an unknown type', { type: 'eval', code: '1' }],
  ['a stream of another name', { type: 'output', stream: 'stdin', start: 0, bytes: Uint8Array.of(9) }],
  ['text for bytes', { type: 'output', stream: 'stdout', start: 0, bytes: 'x' }],
  [
    'shared memory',
    { type: 'output', stream: 'stdout', start: 0, bytes: new Uint8Array(new SharedArrayBuffer(1)) },
  ],
  ['an exit without a state', { type: 'exit', exitCode: 0, notes: [], totalBytes: 0 }],
  ['a relative cwd', { ...exit, state: { ...exit.state, cwd: 'x' } }],
  ['a variable that is no text', { ...exit, state: { ...exit.state, env: { A: 1 } } }],
  ['a note whose code is no code', { ...exit, notes: [{ code: '<b>', detail: '' }] }],
  ['a note of exits that are none', { ...exit, notes: [{ code: 'a', detail: '', exits: [256] }] }],
  ['a note of one exit alone', { ...exit, notes: [{ code: 'a', detail: '', exits: 1 }] }],
  [
    'a note of too many exits',
    { ...exit, notes: [{ code: 'a', detail: '', exits: new Array(1001).fill(0) }] },
  ],
  ['a code that is no number', { ...exit, exitCode: '0' }],
])('a message of a wrong shape is ignored: %s', async (_what, junk) => {
  const { process, output, send } = started();
  send(junk);
  output(0, Uint8Array.of(1));
  send(exit);
  expect([await drained(process), await process.exit]).toEqual([[1], { kind: 'exited', code: 0 }]);
});

test('prototype names in a hostile environment stay plain data', async () => {
  const { process, send } = started();
  send({ ...exit, state: { ...exit.state, env: JSON.parse('{"__proto__":"x","constructor":"y"}') } });
  expect(await process.exit).toEqual({ kind: 'exited', code: 0 });
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test.each<[string, (run: ReturnType<typeof started>) => void]>([
  ['a gap', ({ output }) => output(1, Uint8Array.of(1))],
  [
    'a repeat',
    ({ output }) => {
      output(0, Uint8Array.of(1));
      output(0, Uint8Array.of(1));
    },
  ],
  ['a piece above 1 MiB', ({ output }) => output(0, new Uint8Array(largestPieceBytes + 1))],
  [
    'more than the credit window',
    ({ output }) => {
      const pieces = creditWindowBytes / largestPieceBytes;
      for (let piece = 0; piece < pieces; piece++) {
        output(piece * largestPieceBytes, new Uint8Array(largestPieceBytes));
      }
      output(creditWindowBytes, Uint8Array.of(1));
    },
  ],
])('a worker that breaks the rules is killed: %s', async (_what, act) => {
  const run = started();
  act(run);
  expect(await run.process.exit).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
  expect((await run.process.notes).map(({ code }) => code)).toEqual(['guest-protocol']);
  expect(run.calls).toEqual(['kill', 'ended null']);
});

test('exactly the credit window, in pieces of exactly 1 MiB, is within the rules', async () => {
  const { process, output, send } = started();
  for (let at = 0; at < creditWindowBytes; at += largestPieceBytes) {
    output(at, new Uint8Array(largestPieceBytes));
  }
  send(exit);
  expect(await process.exit).toEqual({ kind: 'exited', code: 0 });
  let bytes = 0;
  for await (const chunk of process.output) bytes += chunk.bytes.length;
  expect(bytes).toBe(creditWindowBytes);
});

test('bytes are acknowledged when they are taken, not when they come', async () => {
  const { process, output, acks } = started();
  output(0, new Uint8Array(600_000));
  output(600_000, new Uint8Array(600_000));
  const reader = process.output[Symbol.asyncIterator]();
  await reader.next();
  await new Promise((resolve) => setImmediate(resolve));
  const before = [...acks];
  await reader.next();
  await new Promise((resolve) => setImmediate(resolve));
  expect([before, acks]).toEqual([[600_000], [600_000, 600_000]]);
});

test('little output is not acknowledged piece by piece', async () => {
  const { process, output, acks } = started();
  const reader = process.output[Symbol.asyncIterator]();
  for (let index = 0; index < 9; index++) {
    output(index * 100_000, new Uint8Array(100_000));
    await reader.next();
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(acks).toEqual([600_000]);
});

const stopped = {
  type: 'stopped',
  pid: 1,
  crash: null,
  signal: null,
  stream: 'stderr',
  rest: [],
  withheld: false,
} as const;

test('after a stop the posted bytes are awaited, the tail is added and later output does not count', async () => {
  const { process, output } = started();
  const confirmed = process.signal('SIGTERM');
  process.stopped({ ...stopped, start: 2, tail: Uint8Array.of(3, 4) });
  output(0, Uint8Array.of(1, 2));
  output(2, Uint8Array.of(3, 4, 5, 6));
  expect(await drained(process)).toEqual([1, 2, 3, 4]);
  expect([await confirmed, await process.exit]).toEqual([true, { kind: 'signaled', signal: 'SIGTERM' }]);
});

test('a tail that was posted just before the kill is not doubled', async () => {
  const { process, output } = started();
  output(0, Uint8Array.of(1, 2, 3));
  const reader = process.output[Symbol.asyncIterator]();
  await reader.next();
  void process.signal('SIGKILL');
  process.stopped({ ...stopped, start: 1, tail: Uint8Array.of(2, 3, 4) });
  expect((await reader.next()).value).toEqual({ stream: 'stderr', bytes: Uint8Array.of(4) });
  expect((await reader.next()).done).toBe(true);
});

test('bytes that never arrive are named', async () => {
  const { process, output } = started();
  output(0, Uint8Array.of(1));
  void process.signal('SIGKILL');
  process.stopped({ ...stopped, start: 5, tail: Uint8Array.of(9) });
  expect(await drained(process)).toEqual([1]);
  expect(await process.notes).toEqual([
    { code: 'output-incomplete', detail: '4 bytes did not arrive after the stop' },
  ]);
});

test('a crash of the worker is a note, the death of the guest a status; the output so far stands', async () => {
  const crashed = started();
  crashed.process.stopped({ ...stopped, crash: 'boom', start: 0, tail: Uint8Array.of(7) });
  expect(await drained(crashed.process)).toEqual([7]);
  expect(await crashed.process.exit).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
  expect(await crashed.process.notes).toEqual([{ code: 'worker-crashed', detail: 'boom' }]);

  const died = started();
  died.output(0, Uint8Array.of(1));
  const reader = died.process.output[Symbol.asyncIterator]();
  await reader.next();
  died.process.died('gone');
  expect([await reader.next(), await died.process.exit]).toEqual([
    { done: true, value: undefined },
    { kind: 'guest-died', message: 'gone' },
  ]);
});

test('what could not stream is named where the stop came while output was withheld, else not', async () => {
  const note = { code: 'not-streamed', detail: '`$(…)`' };
  for (const [withheld, notes] of [
    [true, [note]],
    [false, []],
  ] as const) {
    const { process, send, output } = started();
    send({ type: 'note-if-cut', note });
    output(0, Uint8Array.of(1));
    await process.output[Symbol.asyncIterator]().next();
    void process.signal('SIGTERM');
    process.stopped({ ...stopped, withheld, start: 1, tail: new Uint8Array(0) });
    expect(await process.notes).toEqual(notes);
  }
  const ended = started();
  ended.send({ type: 'note-if-cut', note });
  ended.send(exit);
  expect(await ended.process.notes).toEqual([]);
});

test('a reader that leaves early takes everything from then on', async () => {
  const { process, output, send, acks } = started();
  output(0, new Uint8Array(300_000));
  for await (const _chunk of process.output) break;
  output(300_000, new Uint8Array(700_000));
  send(exit);
  await process.exit;
  await new Promise((resolve) => setImmediate(resolve));
  expect(acks.reduce((sum, bytes) => sum + bytes, 0)).toBe(1_000_000);
});

test('bytes that an exit counts and that never came are named', async () => {
  const { process, send, output } = started();
  output(0, Uint8Array.of(1));
  send({ ...exit, totalBytes: 4 });
  expect(await drained(process)).toEqual([1]);
  expect(await process.notes).toEqual([{ code: 'output-incomplete', detail: '3 bytes did not arrive' }]);
});
