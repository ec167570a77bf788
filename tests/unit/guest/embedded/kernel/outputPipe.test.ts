import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ackEveryBytes,
  creditWindowBytes,
  largestPieceBytes,
  type RunMessage,
} from '../../../../../src/guest/embedded/kernel/messages.ts';
import { OutputPipe } from '../../../../../src/guest/embedded/kernel/outputPipe.ts';
import { readTail, TailBuffer } from '../../../../../src/guest/embedded/kernel/tailBuffer.ts';

type Output = Extract<RunMessage, { type: 'output' }>;

/** A pipe whose posts are kept; `shared` as with SharedArrayBuffer, else as without. */
function piped({ shared = true, acks = true, now = () => performance.now() } = {}) {
  const posted: Output[] = [];
  const spooled: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  const buffer = new SharedArrayBuffer(TailBuffer.bufferBytes);
  const pipe: OutputPipe = new OutputPipe({
    post: (message) => {
      if (message.type !== 'output') return;
      posted.push(message);
      if (acks) queueMicrotask(() => pipe.ack(message.bytes.length));
    },
    tail: new TailBuffer(shared ? buffer : undefined),
    tailSurvives: shared,
    now,
    spool: {
      append: (start, bytes) => spooled.push({ start, bytes }),
      settled: async () => {},
    },
  });
  return { pipe, posted, spooled, buffer };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

const writes = fc.array(
  fc.record({
    stream: fc.constantFrom('stdout' as const, 'stderr' as const),
    length: fc.oneof(fc.nat(300), fc.constantFrom(65_535, 65_536, 65_537, 1_048_576, 1_048_577)),
  }),
  { maxLength: 20 },
);

for (const shared of [true, false]) {
  test(`any writes arrive in order, whole, in pieces of at most 1 MiB, and so does the spool (shared memory: ${shared})`, async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (list) => {
        const { pipe, posted, spooled } = piped({ shared });
        let value = 0;
        const expected: string[] = [];
        for (const { stream, length } of list) {
          value = (value + 1) & 0xff;
          if (length > 0) expected.push(`${stream} ${value} ${length}`);
          await pipe.write(stream, new Uint8Array(length).fill(value));
        }
        await pipe.finish();
        let start = 0;
        const runs: { what: string; length: number }[] = [];
        for (const message of posted) {
          expect(message.start).toBe(start);
          expect(message.bytes.length).toBeLessThanOrEqual(largestPieceBytes);
          start += message.bytes.length;
          for (let at = 0; at < message.bytes.length; ) {
            const byte = message.bytes[at];
            let end = at;
            while (end < message.bytes.length && message.bytes[end] === byte) end += 1;
            const what = `${message.stream} ${byte}`;
            const last = runs[runs.length - 1];
            if (last?.what === what) last.length += end - at;
            else runs.push({ what, length: end - at });
            at = end;
          }
        }
        expect(runs.map(({ what, length }) => `${what} ${length}`)).toEqual(expected);
        expect(pipe.totalBytes).toBe(start);
        const same = posted.every(
          ({ start: at, bytes }, index) =>
            spooled[index]?.start === at && Buffer.compare(bytes, spooled[index].bytes) === 0,
        );
        expect([spooled.length, same]).toEqual([posted.length, true]);
      }),
      { numRuns: 15 },
    );
  });
}

test('never more than the credit window is in flight; a write waits, and goes on when bytes were taken', async () => {
  const { pipe, posted } = piped({ acks: false });
  let done = false;
  const writing = pipe.write('stdout', new Uint8Array(creditWindowBytes + 1)).then(() => {
    done = true;
  });
  await settle();
  const sent = () => posted.reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect([sent(), done]).toEqual([creditWindowBytes, false]);
  pipe.ack(1);
  await writing;
  expect([sent(), done]).toEqual([creditWindowBytes + 1, true]);
});

test.each([
  { msPerMebibyte: 1, mostBytes: creditWindowBytes },
  { msPerMebibyte: 40, mostBytes: 2.5 * largestPieceBytes },
  { msPerMebibyte: 200, mostBytes: ackEveryBytes + largestPieceBytes },
  { msPerMebibyte: 5_000, mostBytes: ackEveryBytes + largestPieceBytes },
])(
  'a page that takes 1 MiB in $msPerMebibyte ms has at most $mostBytes bytes before it, which it takes in 100 ms or which let a piece go',
  async ({ msPerMebibyte, mostBytes }) => {
    let nowMs = 0;
    const { pipe, posted } = piped({ acks: false, now: () => nowMs });
    let done = false;
    const writing = pipe.write('stdout', new Uint8Array(64 * largestPieceBytes)).then(() => {
      done = true;
    });
    await settle();
    let taken = 0;
    let most = 0;
    while (!done) {
      nowMs += (ackEveryBytes / largestPieceBytes) * msPerMebibyte;
      taken += ackEveryBytes;
      pipe.ack(ackEveryBytes);
      await settle();
      const sent = posted.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (taken > 16 * largestPieceBytes) most = Math.max(most, sent - taken);
    }
    await writing;
    expect(most).toBe(mostBytes);
  },
);

test('time in which a run had nothing to say does not count as the page’s', async () => {
  let nowMs = 0;
  const { pipe, posted } = piped({ acks: false, now: () => nowMs });
  for (let piece = 0; piece < 40; piece++) {
    nowMs += 1_000;
    await pipe.write('stdout', new Uint8Array(ackEveryBytes));
    nowMs += 1_000;
    pipe.ack(ackEveryBytes);
  }
  void pipe.write('stdout', new Uint8Array(2 * creditWindowBytes));
  await settle();
  expect(posted.slice(40).reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(creditWindowBytes);
});

test('a small write is in shared memory when it returns, posted or not, also when there is no credit', async () => {
  const { pipe, posted, buffer } = piped({ acks: false });
  await pipe.write('stdout', new Uint8Array(creditWindowBytes));
  await pipe.write('stderr', Uint8Array.of(1, 2, 3));
  await pipe.write('stderr', Uint8Array.of(4));
  const { start, stream, bytes } = readTail(buffer);
  expect([start, stream, [...bytes], posted.length]).toEqual([creditWindowBytes, 'stderr', [1, 2, 3, 4], 4]);
});

test('the first small write after a pause is posted at once', async () => {
  const { pipe, posted } = piped();
  await pipe.write('stdout', Uint8Array.of(1));
  expect(posted.map(({ bytes }) => [...bytes])).toEqual([[1]]);
});

test('without shared memory each write is posted before it returns', async () => {
  const { pipe, posted } = piped({ shared: false });
  await pipe.write('stdout', Uint8Array.of(1));
  await pipe.write('stdout', Uint8Array.of(2));
  expect(posted.map(({ bytes }) => [...bytes])).toEqual([[1], [2]]);
});

test('the bytes given stay the writer’s own', async () => {
  const { pipe, posted } = piped();
  const bytes = new Uint8Array(100_000).fill(5);
  await pipe.write('stdout', bytes);
  bytes.fill(6);
  expect(posted.every((message) => message.bytes.every((byte) => byte === 5))).toBe(true);
});

test('a handed-over piece that fills its buffer goes to the page as it is, the spool has its own copy', async () => {
  const { pipe, posted, spooled } = piped();
  const whole = new Uint8Array(100_000).fill(5);
  const view = new Uint8Array(200_000).subarray(0, 100_000);
  await pipe.write('stdout', whole, true);
  await pipe.write('stdout', view, true);
  expect(posted.map(({ bytes }) => [bytes === whole, bytes.buffer.byteLength])).toEqual([
    [true, 100_000],
    [false, 100_000],
  ]);
  expect(spooled.map(({ bytes }) => [bytes === whole, bytes.length])).toEqual([
    [false, 100_000],
    [false, 100_000],
  ]);
});

test('writes that overlap keep the order of their calls', async () => {
  const { pipe, posted } = piped({ acks: false });
  const all = [
    pipe.write('stdout', new Uint8Array(creditWindowBytes)),
    pipe.write('stdout', new Uint8Array(70_000).fill(1)),
    pipe.write('stderr', Uint8Array.of(2)),
    pipe.write('stdout', Uint8Array.of(3)),
  ];
  await settle();
  pipe.ack(creditWindowBytes);
  await Promise.all(all);
  await pipe.finish();
  expect(posted.slice(4).map(({ stream, bytes }) => [stream, bytes[0], bytes.length])).toEqual([
    ['stdout', 1, 70_000],
    ['stderr', 2, 1],
    ['stdout', 3, 1],
  ]);
});

test('nothing is taken after the end', async () => {
  const { pipe, posted } = piped();
  await pipe.finish();
  await pipe.write('stdout', Uint8Array.of(1));
  expect([posted, pipe.totalBytes]).toEqual([[], 0]);
});

test('a late acknowledgement or timer of the run before takes nothing of the next run, which shares its tail', async () => {
  const tail = new TailBuffer(new SharedArrayBuffer(TailBuffer.bufferBytes));
  const pipeWith = (posted: Output[]) =>
    new OutputPipe({
      post: (message) => {
        if (message.type === 'output') posted.push(message);
      },
      tail,
      tailSurvives: true,
      spool: null,
    });
  const [early, late]: [Output[], Output[]] = [[], []];
  const before = pipeWith(early);
  // The second write waits for its timer, which outlives the run.
  for (const byte of [1, 2]) await before.write('stdout', Uint8Array.of(byte));
  await before.finish();
  const after = pipeWith(late);
  await after.write('stdout', Uint8Array.of(3));
  await after.write('stdout', Uint8Array.of(4));
  before.ack(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await after.finish();
  expect(early.map(({ bytes }) => [...bytes])).toEqual([[1], [2]]);
  expect(late.map(({ bytes }) => [...bytes])).toEqual([[3], [4]]);
});
