import { expect, test } from 'vitest';
import { createPipe, PipeReader } from '../../../../src/guest/embedded/pipes/index.ts';
import type { ProcessEnd } from '../../../../src/guest/embedded/processes/contract.ts';
import { ProcessTable } from '../../../../src/guest/embedded/processes/processTable.ts';
import { Programs } from '../../../../src/guest/webcontainer/supervisor/programs.ts';

/** A program of Node with that text, and a small pipe for its output. */
function started(source: string) {
  const stdout = createPipe(16 * 1024);
  const process = new ProcessTable().add({
    pid: 100,
    ppid: 1,
    run: 100,
    session: 1,
    stdio: { stdin: null, stdout, stderr: null },
    options: {},
    kind: 'program',
    title: 'node',
    startedMs: 0,
    maxBuiltBytes: 1 << 20,
  });
  const job = { file: globalThis.process.execPath, args: ['-e', source], cwd: '/', env: {} };
  const end = new Promise<ProcessEnd>((resolve) => {
    new Programs((path) => path).start(process, job, resolve);
  });
  return { reader: new PipeReader(stdout), end };
}

test('what a program has left behind is taken slowly, in order and whole, and only then has it ended', async () => {
  const { reader, end } = started(
    'for (let at = 0; at < 20; at++) require("fs").writeSync(1, String.fromCharCode(65 + at).repeat(8000))',
  );
  let text = '';
  let atEnd: number | null = null;
  void end.then(() => {
    atEnd = text.length + reader.held;
  });
  // More than Node reads at once is still on its way when the program exits, some time after the pipe is full.
  while (reader.held < 16 * 1024) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(atEnd).toBe(null);
  const decoder = new TextDecoder();
  while (atEnd === null || reader.held > 0) {
    text += decoder.decode(reader.take(1000) ?? undefined, { stream: true });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(atEnd).toBe(160_000);
  expect(text).toBe(
    Array.from({ length: 20 }, (_, at) => String.fromCharCode(65 + at).repeat(8000)).join(''),
  );
  expect(await end).toEqual({ kind: 'exited', code: 0 });
});
