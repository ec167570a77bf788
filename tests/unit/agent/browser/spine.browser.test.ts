import { describe, expect, test } from 'vitest';
import {
  afterOnTimer,
  createWorkbench,
  createWorkerMatcher,
  type LiveSession,
  type Workbench,
} from '../../../../src/agent/index.ts';
import type { ToolRecord } from '../../../../src/core/index.ts';
import { bootEmbeddedGuest, type Guest } from '../../../../src/guest/index.ts';
import { createScriptedModel, type ScriptCall } from '../../../../src/models/index.ts';
import { createBrowserStore } from '../../../../src/store/index.ts';
import { createTokenCounter } from '../../../../src/tokenizer/index.ts';

interface Opened {
  readonly session: LiveSession;
  readonly workbench: Workbench;
  readonly guests: Guest[];
}

/** A session on the real rooms whose model makes these calls, one per request; a string is an answer that ends a turn. */
async function open(calls: readonly (ScriptCall | string)[]): Promise<Opened> {
  const guests: Guest[] = [];
  const counter = createTokenCounter();
  const model = createScriptedModel({
    steps: calls.map((call) => (typeof call === 'string' ? { text: call } : { calls: [call] })),
    endText: 'done',
  });
  const workbench = await createWorkbench({
    store: createBrowserStore('agent-spine-test'),
    counter,
    bootGuest: async (boot) => {
      const guest = await bootEmbeddedGuest(boot);
      guests.push(guest);
      return guest;
    },
    models: () => model,
    createMatcher: createWorkerMatcher,
    clock: () => Date.now(),
    after: afterOnTimer,
    newId: () => crypto.randomUUID(),
    newSeed: () => 1,
    onDispose: () => counter.dispose(),
  });
  const session = await workbench.createSession();
  return { session, workbench, guests };
}

async function close({ session, workbench }: Opened): Promise<void> {
  await workbench.deleteSession(session.id);
  await workbench.dispose();
}

const bash = (command: string, timeout?: number): ScriptCall => ({
  tool: 'Bash',
  input: timeout === undefined ? { command } : { command, timeout },
});

function lastRecord(session: LiveSession): ToolRecord {
  const record = session.state.turns
    .at(-1)
    ?.steps.flatMap((step) => step.calls)
    .at(-1)?.record;
  if (record === undefined || record === null) throw new Error('no record');
  return record;
}

async function text(session: LiveSession, record: ToolRecord): Promise<string> {
  const bytes = await session.readOutput(record.key, { offset: 0, length: record.output.totalBytes });
  return new TextDecoder().decode(bytes);
}

async function until(ready: () => boolean): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!ready()) {
    if (performance.now() > deadline) throw new Error('what was waited for did not happen');
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

describe('a session in the browser', () => {
  test('row 40: a timeout kills the tree and keeps what a function had printed', async () => {
    const opened = await open([
      bash('true'),
      bash('f(){ echo MARK; sleep 30; }; f', 3000),
      bash('echo next'),
    ]);
    // Under a harness that stops a command over its time.
    await opened.session.setProfile({ ...opened.session.state.profile, id: 'none', version: 1 });
    await opened.session.send('go');
    const [, first, second] = opened.session.state.turns[0]?.steps.flatMap((step) => step.calls) ?? [];
    expect(first?.record?.outcome).toMatchObject({
      status: 'timeout',
      timeoutMs: 3000,
      unconfirmedStop: false,
    });
    expect(first?.sent?.text).toBe('MARK\nCommand timed out after 3s');
    expect(second?.sent?.text).toBe('next\n');
    await close(opened);
  });

  test('row 58: Stop ends a flood of output at once and keeps what had come', async () => {
    const flood = bash('yes spillway');
    const opened = await open(Array.from({ length: 6 }, () => flood));
    const { session } = opened;
    const took: number[] = [];
    for (const key of ['1.1.0', '2.1.0', '3.1.0'] as const) {
      const turn = session.send('go');
      await until(() => (session.live(key)?.totalBytes ?? 0) > 3_000_000);
      const startedAtMs = performance.now();
      await session.stop();
      took.push(performance.now() - startedAtMs);
      await turn;
      const record = lastRecord(session);
      expect(record.outcome).toMatchObject({ status: 'error', error: { code: 'ABORTED' } });
      expect(record.savedAs?.bytes).toBe(record.output.totalBytes);
      expect((await session.stat(record.savedAs?.path ?? '')).size).toBe(record.output.totalBytes);
      expect(session.state.turns.at(-1)?.end?.reason).toBe('stopped');
    }
    // The goal is 200 ms and the benchmark prints it; here other tests share the machine.
    expect(Math.min(...took)).toBeLessThan(1_000);
    await close(opened);
  });

  test('a guest that is torn down comes back with workspace, shell and saved outputs', async () => {
    const opened = await open([
      bash('mkdir -p deep/er; echo kept > deep/er/file; cd deep; export MARK=set; seq 20000'),
      'first turn done',
      bash('pwd; echo $MARK; cat er/file'),
    ]);
    const { session } = opened;
    await session.send('go');
    const saved = lastRecord(session).savedAs;
    expect(saved?.bytes).toBe(108_894);
    const { id } = session;
    await session.dispose();
    const again = await opened.workbench.open(id);
    await again.send('and now');
    expect(await text(again, lastRecord(again))).toBe('/home/user/project/deep\nset\nkept\n');
    expect((await again.stat(saved?.path ?? '')).size).toBe(108_894);
    await opened.workbench.deleteSession(id);
    expect(await opened.workbench.measureSession(id)).toEqual({ keys: 0, bytes: 0 });
    await opened.workbench.dispose();
  });

  test('the death of the guest ends the command with its output; the next one finds the workspace', async () => {
    const opened = await open([
      bash('echo kept > kept.txt'),
      bash('echo MARK; sleep 60'),
      bash('cat kept.txt'),
    ]);
    const { session, guests } = opened;
    const turn = session.send('go');
    await until(() => session.live('1.2.0')?.totalBytes === 5);
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
    await turn;
    const [, died, after] = session.state.turns[0]?.steps.flatMap((step) => step.calls) ?? [];
    expect(died?.record?.outcome).toMatchObject({
      error: { code: 'GUEST_CRASHED' },
      stoppedBy: 'guest-death',
    });
    expect(died?.sent?.text.startsWith('MARK\n')).toBe(true);
    expect(after?.sent?.text).toBe('kept\n');
    expect(guests.length).toBe(2);
    await close(opened);
  });

  test('a pattern that never ends is given up and its worker with it', async () => {
    const opened = await open([
      { tool: 'Write', input: { file_path: 'a.txt', content: `${'a'.repeat(40)}!\n` } },
      { tool: 'Grep', input: { pattern: '^(a+)+$', output_mode: 'content' } },
      { tool: 'Grep', input: { pattern: 'a!', output_mode: 'count' } },
    ]);
    const { session } = opened;
    await session.send('go');
    const [, slow, quick] = session.state.turns[0]?.steps.flatMap((step) => step.calls) ?? [];
    expect(slow?.record?.notes).toEqual([{ code: 'pattern-too-slow', data: { files: 1 } }]);
    expect(slow?.record?.facts).toMatchObject({ kind: 'grep', complete: false });
    expect(quick?.sent?.text).toBe('/home/user/project/a.txt:1\n');
    await close(opened);
  });

  test('row 5 and 23: a line of 2 MB is saved and its page makes progress under the real tokenizer', async () => {
    const opened = await open([
      { tool: 'Write', input: { file_path: 'one.txt', content: 'x'.repeat(2_000_000) } },
      bash('cat one.txt'),
      { tool: 'Read', input: { file_path: '{{match:saved to: (/[^ \\n]+)}}' } },
    ]);
    const { session } = opened;
    await session.send('go');
    const record = lastRecord(session);
    expect(record.facts).toMatchObject({
      kind: 'read-page',
      page: { cut: { kind: 'long-line', lineUnits: 2_000_000 } },
    });
    expect(record.output.totalBytes).toBeGreaterThan(25_000);
    await close(opened);
  });
});
