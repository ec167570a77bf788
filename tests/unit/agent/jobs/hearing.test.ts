import { describe, expect, test } from 'vitest';
import type { LiveSession } from '../../../../src/agent/index.ts';
import type { Prompt } from '../../../../src/core/index.ts';
import { call, calls, type FakeScript, say } from '../../../hosts/fakes/fakeModel.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import type { MemoryStore } from '../../../hosts/fakes/memoryStore.ts';
import { openTestBench, sentTexts, until } from '../../../hosts/fakes/testBench.ts';

const job = (name: string, id = `call_${name}`) =>
  call('Bash', { command: `job ${name}`, run_in_background: true }, id);
const look = (id = 'look') => call('Bash', { command: 'true' }, id);

/** Jobs that end when the test says so, each with an exit code of its own. */
class Ends {
  readonly #exits = new Map<string, (code: number) => void>();
  readonly commands: CommandHandler = (command, io) => {
    const name = /^job (\S+)$/.exec(command)?.[1];
    if (name === undefined) return null;
    return new Promise((resolve) => {
      this.#exits.set(name, resolve);
      io.signal.addEventListener('abort', () => resolve(0));
    });
  };

  end(name: string, code = 0): void {
    const exit = this.#exits.get(name);
    if (exit === undefined) throw new Error(`no job ${name} runs`);
    exit(code);
  }
}

async function open(script: (ends: Ends, session: () => LiveSession) => FakeScript, store?: MemoryStore) {
  const ends = new Ends();
  let session: LiveSession | null = null;
  const get = () => {
    if (session === null) throw new Error('not open');
    return session;
  };
  const bench = await openTestBench(script(ends, get), {
    commands: ends.commands,
    ...(store === undefined ? {} : { store }),
  });
  session = await bench.workbench.createSession();
  return { ...bench, session, ends };
}

const ended = (session: LiveSession, id: string) =>
  until(() => session.state.jobs.find((candidate) => candidate.id === id)?.end !== null);
const settled = (session: LiveSession, turns: number) =>
  until(() => session.state.turns.length === turns && session.state.turns.at(-1)?.end !== null);
const notices = (prompt: Prompt | undefined, id: string) =>
  JSON.stringify(prompt?.messages ?? []).split(`<task-id>${id}</task-id>`).length - 1;
const heardAt = (session: LiveSession) => session.state.jobs.map(({ heard }) => heard);

describe('the end of a job is heard', () => {
  test('by the next tool result of the running turn, word for word', async () => {
    const { session, model, workbench } = await open((ends, get) => [
      calls(job('a')),
      () => {
        ends.end('a', 3);
        return calls(look('l1'));
      },
      calls(look('l2')),
      say('done'),
      () => {
        throw new Error(`woken: ${get().state.turns.length}`);
      },
    ]);
    await session.send('go');
    await ended(session, 'job_1');
    const logPath = session.state.jobs[0]?.logPath ?? '';
    expect(sentTexts(session)[0]).toBe(
      `Command running in background with ID: job_1. Output is being written to: ${logPath}. You will be notified when it completes — do not poll that file or sleep while waiting.`,
    );
    const told = session.state.turns[0]?.steps
      .flatMap(({ calls: asked }) => asked)
      .flatMap(({ told = [] }) => told);
    const words = [
      '<task-notification>',
      '<task-id>job_1</task-id>',
      `<output-file>${logPath}</output-file>`,
      '<status>completed</status>',
      '<summary>Background command "job a" completed (exit code 3)</summary>',
      '</task-notification>',
    ].join('\n');
    if (told?.length === 0) {
      // The end came while the last reply was written: it has woken instead.
      await settled(session, 2);
      expect(session.state.turns[1]?.told?.map((each) => each.words)).toEqual([words]);
    } else expect(told?.map((each) => each.words)).toEqual([words]);
    expect(notices(model.prompts.at(-1), 'job_1')).toBe(1);
    await workbench.dispose();
  });

  test('row 43: by a wake where it comes after the turn, and once', async () => {
    const { session, model, ends, workbench } = await open(() => [
      calls(job('a')),
      say('done'),
      say('heard'),
    ]);
    await session.send('go');
    expect(heardAt(session)).toEqual([null]);
    ends.end('a');
    await settled(session, 2);
    expect(session.state.turns[1]).toMatchObject({ userText: '', wake: 'job', end: { reason: 'done' } });
    expect(heardAt(session)).toEqual([{ kind: 'turn', turn: 2 }]);
    expect(model.prompts.map((prompt) => notices(prompt, 'job_1'))).toEqual([0, 0, 1]);
    expect(model.prompts[2]?.messages.at(-1)).toMatchObject({ role: 'user', written: '' });
    await session.send('and now?');
    expect(notices(model.prompts.at(-1), 'job_1')).toBe(1);
    await workbench.dispose();
  });

  test('during the last reply: by a wake when the turn is over', async () => {
    const { session, model, workbench } = await open((ends) => [
      calls(job('a')),
      () => {
        ends.end('a');
        return say('the last words');
      },
      say('heard'),
    ]);
    await session.send('go');
    await settled(session, 2);
    expect(notices(model.prompts.at(-1), 'job_1')).toBe(1);
    await workbench.dispose();
  });

  test('row 43: two ends in one tick: one wake, both told, each once', async () => {
    const { session, model, ends, workbench } = await open(() => [
      calls(job('a'), job('b')),
      say('done'),
      say('heard'),
    ]);
    await session.send('go');
    ends.end('a');
    ends.end('b');
    await settled(session, 2);
    expect(session.state.turns[1]?.told?.length).toBe(2);
    expect(model.prompts.length).toBe(3);
    expect([notices(model.prompts[2], 'job_1'), notices(model.prompts[2], 'job_2')]).toEqual([1, 1]);
    await workbench.dispose();
  });

  test('after Stop nothing wakes: the end waits for the next message', async () => {
    const { session, model, ends, workbench } = await open(() => [
      calls(job('a')),
      { parts: [], hang: true },
      say('told'),
    ]);
    const turn = session.send('go');
    await until(() => model.prompts.length === 2);
    await session.stop();
    await turn;
    ends.end('a');
    await ended(session, 'job_1');
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(session.state.turns.length).toBe(1);
    await session.send('what now?');
    const last = model.prompts.at(-1)?.messages.at(-1);
    expect(last).toMatchObject({ role: 'user', written: 'what now?' });
    expect(notices(model.prompts.at(-1), 'job_1')).toBe(1);
    expect(heardAt(session)).toEqual([{ kind: 'turn', turn: 2 }]);
    await workbench.dispose();
  });

  test('after a failed turn nothing wakes either', async () => {
    const error = {
      code: 'X',
      message: 'no',
      httpStatus: null,
      retryable: false,
      retryAfterMs: null,
    } as const;
    const { session, ends, workbench } = await open(() => [calls(job('a')), { error }, say('told')]);
    await session.send('go');
    ends.end('a');
    await ended(session, 'job_1');
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(session.state.turns.length).toBe(1);
    await workbench.dispose();
  });

  test('row 43: while the user types it waits for the message', async () => {
    const { session, model, ends, workbench } = await open(() => [calls(job('a')), say('done'), say('told')]);
    await session.send('go');
    session.beside.typing(true);
    ends.end('a');
    await ended(session, 'job_1');
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(session.state.turns.length).toBe(1);
    const sent = session.send('a message');
    session.beside.typing(false);
    await sent;
    expect(session.state.turns.length).toBe(2);
    expect(notices(model.prompts.at(-1), 'job_1')).toBe(1);
    await workbench.dispose();
  });

  test('at most five wakes in a row, then a person lets it go on', async () => {
    const { session, ends, model, workbench } = await open(() => [
      calls(job('0')),
      say('done'),
      ...Array.from({ length: 12 }, (_, at) =>
        at % 2 === 0 ? calls(job(String(at / 2 + 1))) : say('again'),
      ),
    ]);
    await session.send('go');
    for (let at = 0; at < 5; at++) {
      // The page keeps a session while a job runs, and until its end has begun a turn.
      expect(session.beside.isBusy).toBe(true);
      ends.end(String(at));
      await settled(session, at + 2);
    }
    expect(session.beside.wakesPaused).toBe(false);
    ends.end('5');
    await until(() => session.beside.wakesPaused);
    expect(session.beside.isBusy).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(session.state.turns.length).toBe(6);
    await session.beside.tellNow();
    expect(session.state.turns.length).toBe(7);
    expect(session.beside.wakesPaused).toBe(false);
    expect(notices(model.prompts.at(-1), 'job_6')).toBe(1);
    await workbench.dispose();
  });
});

describe('a reload with a job running', () => {
  test('ends the job with what is known, wakes nobody and tells it at the next turn', async () => {
    const first = await open(() => [calls(job('a')), say('done')]);
    await first.session.send('go');
    // The page goes away without a word.
    first.store.dropLocks();
    const second = await openTestBench([say('told'), calls(look()), say('done')], { store: first.store });
    const again = await second.workbench.open(first.session.id);
    expect(again.state.jobs[0]?.end?.outcome).toMatchObject({ status: 'error', stoppedBy: 'session-end' });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(again.state.turns.length).toBe(1);
    await again.send('hello');
    const text = JSON.stringify(second.model.prompts[0]?.messages.at(-1));
    expect(text).toContain('was stopped: the page was closed or reloaded while it ran');
    expect(notices(second.model.prompts[0], 'job_1')).toBe(1);
    // The path that was told can still be read.
    await again.ensureGuest();
    expect((await again.stat(again.state.jobs[0]?.logPath ?? '')).kind).toBe('file');
    await second.workbench.dispose();
  });
});

describe('a command of the user', () => {
  test('runs in the session’s shell, is no turn, and is told at the next one in the form of a result', async () => {
    const { session, model, workbench } = await open(() => [say('hello')]);
    await session.beside.runCommand('cd /tmp; echo out; exit 3');
    expect(session.state.turns).toEqual([]);
    const [command] = session.state.commands;
    expect(command?.record?.outcome).toEqual({ status: 'failed', exitCode: 3, signal: null });
    expect(command?.toldInTurn).toBe(null);
    await session.send('what was that?');
    expect(model.prompts[0]?.messages.at(-1)).toEqual({
      role: 'user',
      text: '[The user ran a command in your shell]\n$ cd /tmp; echo out; exit 3\nExit code 3\nout\n\nwhat was that?',
      written: 'what was that?',
    });
    expect(session.state.commands[0]?.toldInTurn).toBe(1);
    await session.send('again');
    expect(JSON.stringify(model.prompts[1]?.messages).split('The user ran').length - 1).toBe(1);
    await workbench.dispose();
  });

  test('waits while a command runs, and can be taken back', async () => {
    const { session, ends, workbench } = await open(() => [
      calls(call('Bash', { command: 'job a' })),
      say('done'),
    ]);
    const turn = session.send('go');
    await until(() => session.live('1.1.0') !== null);
    const first = session.beside.runCommand('echo one');
    const second = session.beside.runCommand('echo two');
    const queue = () => session.beside.queuedCommands.map(({ command }) => command);
    await until(() => queue().length === 2);
    expect(queue()).toEqual(['echo one', 'echo two']);
    const [queued] = session.beside.queuedCommands;
    session.beside.cancelCommand(queued?.id ?? 0);
    await until(() => queue().length === 1);
    expect(queue()).toEqual(['echo two']);
    await until(() => {
      try {
        ends.end('a');
        return true;
      } catch {
        return false;
      }
    });
    await turn;
    await Promise.all([first, second]);
    expect(session.state.commands.map(({ command }) => command)).toEqual(['echo two']);
    expect(session.state.waiting).toMatchObject([{ command: 'echo one', dropped: 'user' }]);
    await workbench.dispose();
  });

  test('that still waits when its page goes is not run after it, and the log says so', async () => {
    const { session, store, workbench } = await open(() => [
      calls(call('Bash', { command: 'job a' })),
      say('never'),
    ]);
    void session.send('go');
    await until(() => session.live('1.1.0') !== null);
    void session.beside.runCommand('echo mine');
    await until(() => session.beside.queuedCommands.length === 1);
    store.dropLocks();
    const second = await openTestBench([say('hello')], { store });
    const again = await second.workbench.open(session.id);
    expect(again.beside.queuedCommands).toEqual([]);
    expect(again.state.waiting).toMatchObject([
      { id: 1, command: 'echo mine', afterTurn: 1, dropped: 'page-closed' },
    ]);
    expect(again.state.commands).toEqual([]);
    await again.send('hi');
    // Nobody is told of what never ran.
    expect(JSON.stringify(second.model.prompts)).not.toContain('echo mine');
    await again.beside.runCommand('echo now');
    expect(again.state.commands.map(({ key, command }) => [key, command])).toEqual([['0.2.1', 'echo now']]);
    await second.workbench.dispose();
    await workbench.dispose();
  });
});
