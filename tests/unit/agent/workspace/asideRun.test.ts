import { expect, test } from 'vitest';
import { asideRun } from '../../../../src/agent/workspace/asideRun.ts';
import type { OutputChunk } from '../../../../src/core/index.ts';
import type { ExitStatus, GuestProcess, RunOptions } from '../../../../src/guest/index.ts';

const chunk = (text: string): OutputChunk => ({ stream: 'stdout', bytes: new TextEncoder().encode(text) });

/** A guest whose command writes the chunks, then waits for a signal where it is said to. */
function guestOf(chunks: readonly OutputChunk[], waits: boolean) {
  const signals: string[] = [];
  let options: RunOptions | undefined;
  let end: (status: ExitStatus) => void = () => {};
  const exit = new Promise<ExitStatus>((resolve) => {
    end = resolve;
  });
  async function* output(): AsyncGenerator<OutputChunk> {
    for (const each of chunks) yield each;
    if (!waits) end({ kind: 'exited', code: 3 });
    await exit;
  }
  const process: GuestProcess = {
    pid: 1,
    output: output(),
    exit,
    notes: Promise.resolve([]),
    signal: async (signal) => {
      signals.push(signal);
      end({ kind: 'signaled', signal });
      return true;
    },
  };
  const guest = {
    dirs: { workspace: '/w', home: '/h', tmp: '/t' },
    run: (_command: string, asked?: RunOptions) => {
      options = asked;
      return process;
    },
  };
  return { guest, signals, options: () => options };
}

const never = () => () => {};
const limits = { maxBytes: 100, timeoutMs: 1_000, stop: new AbortController().signal, after: never };

test('a command runs in the workspace and gives its output and its end', async () => {
  const { guest, signals, options } = guestOf([chunk('a'), chunk('b')], false);
  expect(await asideRun(guest, 'x', limits)).toEqual({
    chunks: [chunk('a'), chunk('b')],
    exit: { kind: 'exited', code: 3 },
    stoppedBy: null,
  });
  expect(options()).toEqual({ cwd: '/w' });
  expect(signals).toEqual([]);
});

test('what is over the bytes that were asked for is cut off and the command stopped', async () => {
  for (const [maxBytes, kept, stoppedBy] of [
    [4, ['abc', 'd'], null],
    [3, ['abc'], 'size'],
    [2, ['ab'], 'size'],
  ] as const) {
    const { guest, signals } = guestOf([chunk('abc'), chunk('d')], stoppedBy !== null);
    const result = await asideRun(guest, 'x', { ...limits, maxBytes });
    expect(result.chunks).toEqual(kept.map(chunk));
    expect(result.stoppedBy).toBe(stoppedBy);
    expect(signals).toEqual(stoppedBy === null ? [] : ['SIGTERM']);
  }
});

test('a stop and a timeout end it, and what it wrote until then stands', async () => {
  const stopped = guestOf([chunk('so far')], true);
  const stop = new AbortController();
  const running = asideRun(stopped.guest, 'x', { ...limits, stop: stop.signal });
  stop.abort();
  expect(await running).toMatchObject({ chunks: [chunk('so far')], stoppedBy: 'user' });
  const late = guestOf([chunk('so far')], true);
  const after = (_ms: number, act: () => void) => {
    queueMicrotask(act);
    return () => {};
  };
  expect(await asideRun(late.guest, 'x', { ...limits, after })).toMatchObject({
    chunks: [chunk('so far')],
    stoppedBy: 'timeout',
  });
});
