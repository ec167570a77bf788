import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterOnTimer, createInProcessMatcher, createWorkbench } from '../../../src/agent/index.ts';
import { type AssistantPart, projectPrompt, verifySent } from '../../../src/core/index.ts';
import { createMemoryStore, type Store } from '../../../src/store/index.ts';
import { createInProcessCounter } from '../../../src/tokenizer/index.ts';
import { call, calls, FakeModel, type FakeScript, say } from '../../hosts/fakes/fakeModel.ts';
import { MemoryGuest } from '../../hosts/fakes/memoryGuest.ts';
import { recordsOf, sentTexts } from '../../hosts/fakes/testBench.ts';

let lastId = 0;
const counter = createInProcessCounter();

/** The room on the real store (its memory backend) and the real tokenizer; only guest and model are fakes. */
function open(store: Store, script: FakeScript) {
  const model = new FakeModel(script);
  return createWorkbench({
    store,
    counter,
    bootGuest: async (boot) =>
      new MemoryGuest(boot, (command, io) => {
        const units = /^print (\d+)$/.exec(command)?.[1];
        if (units === undefined) return null;
        return io
          .write('stdout', `${'word '.repeat(15)}€\n`.repeat(Math.ceil(Number(units) / 77)))
          .then(() => 0);
      }),
    models: () => model,
    createMatcher: createInProcessMatcher,
    clock: () => 1_800_000_000_000,
    after: afterOnTimer,
    newId: () => `real-${++lastId}`,
    newSeed: () => 7,
  });
}

describe('on the real store and tokenizer', () => {
  test('row 31: every path that the model is told is readable by its own read tool, now and after a reload', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ units: fc.integer({ min: 0, max: 90_000 }), id: fc.string({ maxLength: 12 }) }),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        async (asked) => {
          const store = createMemoryStore();
          const first = await open(store, [
            calls(...asked.map(({ units, id }) => call('Bash', { command: `print ${units}` }, id))),
            say('done'),
          ]);
          const session = await first.createSession();
          await session.send('go');
          const saved = recordsOf(session).flatMap((record) => record.savedAs ?? []);
          const told = sentTexts(session).flatMap((text) => /saved to: (\S+)/.exec(text)?.[1] ?? []);
          expect(told).toEqual(saved.map((file) => file.path));
          const { id } = session;
          await session.dispose();

          const second = await open(store, [
            calls(...told.map((file_path) => call('Read', { file_path, limit: 1 }))),
            say('read'),
          ]);
          const again = await second.open(id);
          await again.send('read them');
          const reads = recordsOf(again).filter((record) => record.tool === 'read');
          expect(reads.map((record) => record.outcome.status)).toEqual(told.map(() => 'ok'));
          for (const [index, file] of saved.entries()) {
            expect((await again.stat(file.path)).size).toBe(file.bytes);
            expect(sentTexts(again)[asked.length + index]).toBe(`     1\t${'word '.repeat(15)}€`);
          }
          await again.dispose();
        },
      ),
      { numRuns: 15 },
    );
  }, 30_000);

  test('whatever a session did, a reload projects the same messages', async () => {
    const anyCall = fc.oneof(
      fc.integer({ min: 0, max: 60_000 }).map((units) => call('Bash', { command: `print ${units}` }, 'x')),
      fc
        .constantFrom('false', 'echo hi; exit 3', 'cd /tmp; export A=1', 'nosuchcommand', 'cat a.txt')
        .map((command) => call('Bash', { command }, 'y')),
      fc.string({ maxLength: 20 }).map((content) => call('Write', { file_path: 'a.txt', content }, '../z')),
      fc.constantFrom('a.txt', 'missing', '/home/user').map((file_path) => call('Read', { file_path }, '')),
      fc.string({ maxLength: 8 }).map((pattern) => call('Grep', { pattern, output_mode: 'content' }, 'g')),
      fc.string({ maxLength: 8 }).map((name) => call(name, { a: 1 }, 'u')),
      fc.constant({ ...call('Bash', null, 'b'), brokenInput: '{"comm' } as AssistantPart),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyCall, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        async (steps) => {
          const store = createMemoryStore();
          const first = await open(store, [...steps.map((parts) => calls(...parts)), say('done')]);
          const live = await first.createSession();
          await live.send('go');
          const before = projectPrompt(live.state, { system: '', tools: [] });
          const { turns } = live.state;
          await live.dispose();
          const again = await (await open(store, [])).open(live.id);
          expect(again.problem).toBe(null);
          expect(again.state.turns).toEqual(turns);
          expect(projectPrompt(again.state, { system: '', tools: [] })).toEqual(before);
          for (const step of again.state.turns[0]?.steps ?? []) {
            for (const { key, record, sent } of step.calls) {
              if (record === null || sent === null) throw new Error('a call without a record');
              const { home, workspace, id } = again;
              const places = { home, workspace, sessionId: id, usedStems: new Set<string>() };
              expect(verifySent(sent, record, await again.outputText(key), places)).toBe('same');
            }
          }
          await again.dispose();
        },
      ),
      { numRuns: 20 },
    );
  }, 60_000);

  test('row 9: the cap of a page is counted by the tokenizer and not by characters', async () => {
    const workbench = await open(createMemoryStore(), [
      calls(call('Write', { file_path: 'cjk.txt', content: `${'漢字テスト'.repeat(200)}\n`.repeat(40) })),
      calls(call('Read', { file_path: 'cjk.txt' })),
      say('done'),
    ]);
    const session = await workbench.createSession();
    await session.setProfile({ ...session.state.profile, overrides: { readTokens: 1000 } });
    await session.send('go');
    const read = recordsOf(session)[1];
    if (read?.facts?.kind !== 'read-page') throw new Error('no page');
    const { page } = read.facts;
    const shown = new TextDecoder().decode(
      await session.readOutput('1.2.0', { offset: 0, length: read.output.totalBytes }),
    );
    expect(await counter.count(shown, 'o200k_base')).toBeLessThanOrEqual(1000);
    expect(page.rangeTokens).toBe(
      await counter.count(`${'漢字テスト'.repeat(200)}\n`.repeat(40), 'o200k_base'),
    );
    expect(page.encoding).toBe('o200k_base');
    await workbench.dispose();
  });

  test('a deleted session leaves nothing, an exported one holds log, outputs and workspace', async () => {
    const store = createMemoryStore();
    const workbench = await open(store, [calls(call('Bash', { command: 'print 50000' }, 'x')), say('done')]);
    const session = await workbench.createSession({ title: 'Mine' });
    await session.send('go');
    let text = '';
    for await (const part of workbench.exportSession(session.id)) text += part;
    const data = JSON.parse(text) as {
      events: unknown[];
      outputs: Record<string, string[]>;
      workspace: { path: string; output?: string }[];
    };
    expect(data.events.length).toBe(session.state.nextSeq);
    const bytes = Buffer.concat((data.outputs['1.1.0'] ?? []).map((chunk) => Buffer.from(chunk, 'base64')));
    expect(bytes.length).toBe(recordsOf(session)[0]?.output.totalBytes);
    expect(data.workspace.find((entry) => entry.output === '1.1.0')?.path).toBe(
      recordsOf(session)[0]?.savedAs?.path,
    );
    expect(workbench.sessions.map((summary) => [summary.title, summary.turns])).toEqual([['Mine', 1]]);
    await workbench.deleteSession(session.id);
    expect(await workbench.measureSession(session.id)).toEqual({ keys: 0, bytes: 0 });
    expect(workbench.sessions).toEqual([]);
    await workbench.dispose();
  });
});
