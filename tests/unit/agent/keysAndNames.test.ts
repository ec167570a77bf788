import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Prompt } from '../../../src/core/index.ts';
import { call, calls, FakeModel, say } from '../../hosts/fakes/fakeModel.ts';
import type { CommandHandler } from '../../hosts/fakes/memoryGuest.ts';
import { openTestBench, outputBytes, recordsOf, sentTexts, textOf } from '../../hosts/fakes/testBench.ts';

/** Prints its own command, or 40,000 characters of it where it says `big`. */
const echoes: CommandHandler = async (command, io) => {
  await io.write(
    'stdout',
    command.startsWith('big') ? `${command}\n`.repeat(40_000 / command.length) : command,
  );
  return 0;
};

function resultTexts(prompt: Prompt | undefined): readonly string[] {
  return (prompt?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.results.map((result) => result.text) : [],
  );
}

describe('keys and names', () => {
  test('row 33: repeated ids stay apart: cards, files and wire', async () => {
    const { workbench, model, guest } = await openTestBench(
      [
        calls(call('Bash', { command: 'big one' }, 'x'), call('Bash', { command: 'big two' }, 'x')),
        calls(call('Bash', { command: 'big three' }, 'X')),
        say('done'),
      ],
      { commands: echoes },
    );
    const session = await workbench.createSession();
    await session.send('go');
    const records = recordsOf(session);
    expect(records.map((record) => record.key)).toEqual(['1.1.0', '1.1.1', '1.2.0']);
    const names = records.map((record) => record.savedAs?.path.split('/').at(-1));
    expect(names).toEqual(['x.txt', 'x-2.txt', 'X-3.txt']);
    for (const [index, word] of ['one', 'two', 'three'].entries()) {
      const path = records[index]?.savedAs?.path ?? '';
      expect(textOf(await guest().fs.read(path)).startsWith(`big ${word}\n`)).toBe(true);
    }
    const last = model.prompts.at(-1);
    const ids = (last?.messages ?? []).flatMap((message) =>
      message.role === 'tool' ? message.results.map((result) => result.callId) : [],
    );
    expect(new Set(ids).size).toBe(3);
    await workbench.dispose();
  });

  test('row 32: no call id leaves the folder of saved outputs or reaches a shell', async () => {
    const hostile = ['../../etc/x', 'a/b', 'a;rm -rf .', '', 'i'.repeat(5000), 'con', '..', '\0', 'a\ud800'];
    const { workbench, guest } = await openTestBench(
      [calls(...hostile.map((id, at) => call('Bash', { command: `big ${at}` }, id))), say('done')],
      { commands: echoes },
    );
    const session = await workbench.createSession();
    await session.send('go');
    const paths = recordsOf(session).map((record) => record.savedAs?.path ?? 'none');
    const folder = paths[0]?.slice(0, paths[0].lastIndexOf('/'));
    for (const [at, path] of paths.entries()) {
      expect(path.slice(0, path.lastIndexOf('/'))).toBe(folder);
      expect(path.slice(path.lastIndexOf('/') + 1)).toMatch(/^[A-Za-z0-9_-]{1,64}\.txt$/);
      expect(textOf(await guest().fs.read(path)).startsWith(`big ${at}\n`)).toBe(true);
    }
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(hostile.length);
    expect(session.state.turns[0]?.end?.reason).toBe('done');
    await workbench.dispose();
  });

  test('results go back in the order asked, whichever tool ends first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('Bash', 'Glob', 'Nope', 'LS'), { maxLength: 8 }),
        async (names) => {
          const parts = names.map((name, at) =>
            name === 'Bash'
              ? call(name, { command: `echo ${at}` }, `id${at % 3}`)
              : call(
                  name,
                  name === 'Glob' ? { pattern: `*${at}*` } : { path: `/missing${at}` },
                  `id${at % 3}`,
                ),
          );
          const { workbench, model } = await openTestBench([calls(...parts), say('done')], {
            commands: echoes,
          });
          const session = await workbench.createSession();
          await session.send('go');
          const expected = names.map((name, at) => {
            if (name === 'Bash') return `echo ${at}`;
            if (name === 'Glob') return 'No files found';
            return name === 'LS'
              ? expect.stringContaining(`/missing${at} does not exist`)
              : expect.stringContaining('There is no tool called "Nope"');
          });
          expect(sentTexts(session)).toEqual(expected);
          expect(resultTexts(model.prompts[1])).toEqual(expected);
          await workbench.dispose();
        },
      ),
      { numRuns: 30 },
    );
  });

  test('two sessions share neither files nor outputs nor names', async () => {
    const first = await openTestBench([calls(call('Bash', { command: 'big mine' }, 'x')), say('done')], {
      commands: echoes,
    });
    const one = await first.workbench.createSession();
    await one.send('go');
    const model = new FakeModel([calls(call('Bash', { command: 'big other' }, 'x')), say('done')]);
    const second = await openTestBench([], { store: first.store, model, commands: echoes });
    const two = await second.workbench.createSession();
    await two.send('go');
    const [mine, other] = [recordsOf(one)[0]?.savedAs?.path, recordsOf(two)[0]?.savedAs?.path];
    expect(mine).toMatch(/\/x\.txt$/);
    expect(other).toMatch(/\/x\.txt$/);
    expect(mine).not.toBe(other);
    expect(await second.guest().fs.exists(mine ?? '')).toBe(false);
    expect(textOf(await outputBytes(one, '1.1.0')).slice(0, 9)).toBe('big mine\n');
    expect(textOf(await outputBytes(two, '1.1.0')).slice(0, 10)).toBe('big other\n');
    await first.workbench.dispose();
    await second.workbench.dispose();
  });

  test('row 4: a lone surrogate in what a user or a model says never reaches a request', async () => {
    const { workbench, model, store } = await openTestBench([
      calls(call('Bash', { command: 'echo "a\ud83db"' }), call('\ud83d', {})),
      say('an\udc00swer'),
      say('done'),
    ]);
    const session = await workbench.createSession();
    await session.send('half \ud83d');
    await session.send('again');
    for (const prompt of model.prompts) expect(JSON.stringify(prompt)).not.toMatch(/\\ud[89a-f]/i);
    expect(store.logText(session.id)).toBeTruthy();
    await workbench.dispose();
  });

  test('an unknown tool, broken JSON and a wrong input are answered with what is expected', async () => {
    const { workbench } = await openTestBench([
      calls(
        call('Teleport', {}, 'a'),
        { type: 'tool-call', callId: 'b', wireName: 'Bash', input: null, brokenInput: '{"command": "ls' },
        call('Bash', { command: 5 }, 'c'),
        call('Read', ['x'], 'd'),
        call('Grep', { pattern: '(' }, 'e'),
      ),
      say('done'),
    ]);
    const session = await workbench.createSession();
    await session.send('go');
    const texts = sentTexts(session);
    expect(texts[0]).toContain(
      'There is no tool called "Teleport". The tools are: Bash, Read, Grep, Glob, LS, Write, Edit, tail, ask_user, todo, task.',
    );
    expect(texts[1]).toContain('The input of Bash is not valid JSON and was not run: {"command": "ls');
    expect(texts[1]).toContain('Expected: { command, timeout?, description?, run_in_background? }');
    expect(texts[2]).toContain('"command" must be a string, but 5 was given');
    expect(texts[3]).toContain('the input must be an object, but a list was given');
    expect(texts[4]).toContain('"pattern" is not a regular expression');
    const codes = recordsOf(session).map(({ outcome }) => outcome.status === 'error' && outcome.error.code);
    expect(codes).toEqual([
      'UNKNOWN_TOOL',
      'BROKEN_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
    ]);
    await workbench.dispose();
  });
});
