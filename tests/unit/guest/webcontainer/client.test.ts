import { expect, test } from 'vitest';
import {
  type Container,
  type ContainerProcess,
  spawnWithin,
} from '../../../../src/guest/webcontainer/page/client.ts';
import { JshTerminals } from '../../../../src/guest/webcontainer/page/jshTerminal.ts';

/** A container whose one program starts when the test says so, and ends as one does at a teardown. */
function container() {
  const calls: string[] = [];
  let start: () => void = () => {};
  let abort: () => void = () => {};
  const exit = new Promise<number>((_resolve, reject) => {
    abort = () => reject(new Error('Process aborted'));
  });
  const process: Pick<ContainerProcess, 'exit' | 'kill'> = { exit, kill: () => void calls.push('kill') };
  const spawn = (command: string, args: string[]): Promise<ContainerProcess> => {
    calls.push(`spawn ${[command, ...args].join(' ')}`);
    return new Promise((resolve) => {
      start = () => resolve(process as ContainerProcess);
    });
  };
  return { container: { spawn } as unknown as Container, calls, start: () => start(), abort: () => abort() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a program that is torn down with its container leaves no rejection behind, whoever waits for it', async () => {
  const made = container();
  const process = spawnWithin(1_000, made.container, ['node', '-p', '1']);
  made.start();
  await process;
  // Vitest fails where a rejection is handled by nobody.
  made.abort();
  await settled();
  expect(made.calls).toEqual(['spawn node -p 1']);
});

test('a program that starts after its time is ended, and so is one that then dies', async () => {
  const made = container();
  await expect(spawnWithin(1, made.container, ['jsh'])).rejects.toThrow(
    'starting jsh took longer than 0.001 s',
  );
  made.start();
  await settled();
  made.abort();
  await settled();
  expect(made.calls).toEqual(['spawn jsh', 'kill']);
});

test('terminals that are open end with their guest, and none is ended twice', async () => {
  const made = container();
  const terminals = new JshTerminals(made.container);
  const size = { columns: 80, rows: 24 };
  const closed = terminals.open(size);
  closed.dispose();
  made.start();
  await settled();
  expect(made.calls).toEqual(['spawn jsh', 'kill']);
  terminals.open(size);
  made.start();
  terminals.dispose();
  terminals.dispose();
  await settled();
  expect(made.calls).toEqual(['spawn jsh', 'kill', 'spawn jsh', 'kill']);
});
