import { expect, it } from 'vitest';
import { createOutputPipe, createPipe, PipeWriter } from '../../../../../src/guest/embedded/pipes/index.ts';
import type { ProcessStdio, SpawnOptions } from '../../../../../src/guest/embedded/processes/contract.ts';
import { leftBelow } from '../../../../../src/guest/embedded/processes/leftOutput.ts';
import {
  kernelPid,
  type Process,
  ProcessTable,
} from '../../../../../src/guest/embedded/processes/processTable.ts';

function born(
  table: ProcessTable,
  pid: number,
  parent: { readonly pid: number; readonly run: number } | null,
  more: { readonly stdio?: ProcessStdio; readonly options?: SpawnOptions; readonly session?: number } = {},
): Process {
  return table.add({
    pid,
    ppid: parent?.pid ?? kernelPid,
    run: parent?.run ?? pid,
    session: more.session ?? 1,
    stdio: more.stdio ?? null,
    options: more.options ?? {},
    kind: 'shell',
    title: `p${pid}`,
    startedMs: 0,
    maxBuiltBytes: 1,
  });
}

it('numbers children oddly and above all numbers so far', () => {
  const table = new ProcessTable();
  born(table, 102, null);
  expect(table.nextPid()).toBe(103);
  expect(table.nextPid()).toBe(105);
  born(table, 104, null);
  expect(table.nextPid()).toBe(107);
  born(table, 200, null);
  expect(table.nextPid()).toBe(201);
});

it('knows trees, and what a run has started even when its parent is gone', () => {
  const table = new ProcessTable();
  const run = born(table, 102, null);
  const child = born(table, 103, run);
  const grandchild = born(table, 105, child);
  born(table, 104, null);
  expect(table.treeOf(run)).toEqual([run, child, grandchild]);
  expect(table.orphan(child)).toEqual([grandchild]);
  table.ended(child, { kind: 'exited', code: 0 });
  expect(grandchild.ppid).toBe(kernelPid);
  expect(table.treeOf(run)).toEqual([run]);
  expect(table.startedIn(102)).toEqual([run, grandchild]);
  expect(table.list().map(({ pid }) => pid)).toEqual([102, 105, 104]);
});

it('lets a parent wait, and a later run of the same shell, and nobody else', async () => {
  const table = new ProcessTable();
  const run = born(table, 102, null, { session: 7 });
  const child = born(table, 103, run, { session: 7 });
  const waiting = table.wait(103, run);
  const [stranger, next] = [born(table, 104, null, { session: 8 }), born(table, 106, null, { session: 7 })];
  expect([table.wait(103, stranger), table.wait(103, next), table.wait(999, run)]).toEqual([
    null,
    null,
    null,
  ]);
  table.orphan(run);
  table.ended(run, { kind: 'exited', code: 0 });
  const later = table.wait(103, next);
  table.ended(child, { kind: 'signaled', signal: 'SIGTERM' });
  expect(await Promise.all([waiting, later])).toEqual([
    { kind: 'signaled', signal: 'SIGTERM' },
    { kind: 'signaled', signal: 'SIGTERM' },
  ]);
  expect(table.wait(103, stranger)).toBe(null);
});

it('finds what inner processes had written for the outermost, in the streams to which it was passed on', () => {
  const table = new ProcessTable();
  const run = born(table, 102, null);
  const stdio = () => {
    const both = createOutputPipe();
    return { stdin: null, stdout: both, stderr: both };
  };
  const middle = born(table, 103, run, {
    stdio: stdio(),
    options: { passesOn: { stdout: 'stdout', stderr: 'stderr' } },
  });
  // Of the innermost the errors are sent where the middle one's output goes, and its output is read by the middle one.
  const inner = born(table, 105, middle, {
    stdio: { stdin: null, stdout: createPipe(), stderr: createPipe() },
    options: { passesOn: { stdout: null, stderr: 'stdout' } },
  });
  const write = (process: Process, stream: 'stdout' | 'stderr', text: string) => {
    const memory = process.stdio?.[stream];
    if (memory) new PipeWriter(memory, stream).writeSome(new TextEncoder().encode(text));
  };
  write(middle, 'stdout', 'a');
  write(middle, 'stderr', 'b');
  write(inner, 'stdout', 'hidden');
  write(inner, 'stderr', 'c');
  const left = leftBelow(table, run, () => 0);
  expect(left.map(({ stream, bytes }) => [stream, new TextDecoder().decode(bytes)])).toEqual([
    ['stdout', 'a'],
    ['stderr', 'b'],
    ['stdout', 'c'],
  ]);
});
