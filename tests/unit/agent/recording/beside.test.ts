import { describe, expect, test } from 'vitest';
import type { LiveSession, Replay } from '../../../../src/agent/index.ts';
import {
  linkOf,
  openLink,
  profileById,
  profileRef,
  type RecordedEvent,
  type Recording,
} from '../../../../src/core/index.ts';
import { call, calls, type FakeScript, say } from '../../../hosts/fakes/fakeModel.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import { openTestBench, until } from '../../../hosts/fakes/testBench.ts';

/**
 * Commands named `job …` that end when the test says so while the session lives, and by themselves when it is run again:
 * there the recording says when their end is told.
 */
class Jobs {
  live = true;
  readonly #exits = new Map<string, () => void>();
  readonly commands: CommandHandler = (command, io) => {
    if (command === 'now') return io.write('stdout', `${process.hrtime.bigint()}\n`).then(() => 0);
    const name = /^(?:job|slow) (\S+)$/.exec(command)?.[1];
    if (name === undefined) return null;
    return (async () => {
      await io.write('stdout', `${name} begins\n`);
      if (this.live) {
        await new Promise<void>((resolve) => {
          this.#exits.set(name, resolve);
          io.signal.addEventListener('abort', () => resolve());
        });
      }
      if (io.signal.aborted) return 143;
      io.fs.writeFileSync(`/home/user/project/${name}.done`, 'yes\n');
      await io.write('stdout', `${name} ends\n`);
      return name === 'fails' ? 3 : 0;
    })();
  };

  end(name: string): void {
    const end = this.#exits.get(name);
    if (end === undefined) throw new Error(`${name} does not run`);
    end();
  }
}

const bash = (command: string, id: string, more: object = {}) => call('Bash', { command, ...more }, id);
const job = (name: string, id = `job_${name}`) => bash(`job ${name}`, id, { run_in_background: true });

async function bench(script: (jobs: Jobs, session: () => LiveSession) => FakeScript) {
  const jobs = new Jobs();
  let session: LiveSession | null = null;
  const opened = await openTestBench(
    script(jobs, () => {
      if (session === null) throw new Error('not open');
      return session;
    }),
    { commands: jobs.commands },
  );
  session = await opened.workbench.createSession();
  const record = async () => {
    jobs.live = false;
    const recording = await opened.workbench.recordSession(session?.id ?? '', () => {});
    const link = openLink(linkOf(recording));
    expect(link).toEqual({ ok: true, recording });
    return recording;
  };
  const replay = async (recording: Recording) => {
    jobs.live = false;
    const ready = await opened.workbench.openReplay(recording);
    if (!ready.ok) throw new Error(ready.message);
    return ready.replay;
  };
  return { ...opened, session, jobs, record, replay };
}

const ended = (session: LiveSession, id: string) =>
  until(() => session.state.jobs.find((each) => each.id === id)?.end !== null);
const settled = (session: LiveSession, turns: number) =>
  until(() => session.state.turns.length === turns && session.state.turns.at(-1)?.end !== null);
const standing = (replay: Replay) =>
  Object.fromEntries(replay.keys.map((key) => [key, replay.result(key).kind]));
const typesOf = ({ events }: Recording) => events.map(({ type }) => type);
/** What the model was told, and where. */
const told = ({ state }: Pick<LiveSession, 'state'>) =>
  state.turns.map(({ wake, told: atStart = [], steps }) => [
    wake ?? 'message',
    atStart.map(({ words }) => words),
    steps.flatMap(({ calls: asked }) => asked.map((each) => (each.told ?? []).map(({ words }) => words))),
  ]);

describe('a session with jobs, wakes and the user’s own commands, as a recording', () => {
  test('has each at its place, and a re-run gives the same bytes, views and notices at the same places', async () => {
    const { session, jobs, record, replay, workbench } = await bench((ends, get) => [
      calls(job('a')),
      calls(job('fails')),
      () => {
        ends.end('a');
        return calls(bash('echo between', 'b'));
      },
      calls(bash('echo later', 'c')),
      say('waiting'),
      say('the other has failed'),
      () => {
        expect(get().state.commands).toHaveLength(1);
        return say('you ran something');
      },
    ]);
    await session.send('go');
    await ended(session, 'job_1');
    jobs.end('fails');
    await settled(session, 2);
    await session.beside.runCommand('echo mine > mine.txt; cat mine.txt');
    await session.send('what did I do?');
    const recording = await record();
    expect(typesOf(recording).filter((type) => type !== 'step' && type !== 'record')).toEqual(
      expect.arrayContaining([
        'job-started',
        'job-ended',
        'told',
        'wake',
        'command-started',
        'command-ended',
      ]),
    );
    const again = await replay(recording);
    expect(await again.run()).toEqual({ kind: 'ended' });
    expect(Object.values(standing(again)).every((kind) => kind === 'same')).toBe(true);
    expect(again.keys.filter((key) => key.startsWith('0.'))).toHaveLength(3);
    expect(told(again.session)).toEqual(told(session));
    await again.dispose();
    await workbench.dispose();
  });

  test('of a sub-agent: its job travels whole and is played with it, and nothing of either is executed', async () => {
    const { session, jobs, record, replay, guests, workbench } = await bench(() => [
      calls(call('task', { prompt: 'begin it' }, 'task_1')),
      calls(job('inner')),
      say('It runs.'),
      say('waiting'),
      say('I have heard'),
      calls(bash('echo later', 'b')),
      calls(job('outer')),
      say('done'),
      say('heard'),
    ]);
    await session.send('go');
    jobs.end('inner');
    await ended(session, 'job_1');
    await settled(session, 2);
    await session.send('and now?');
    jobs.end('outer');
    await ended(session, 'job_2');
    await settled(session, 4);
    const recording = await record();
    const end = recording.events.find(({ type }) => type === 'job-ended');
    expect(end).toMatchObject({ job: 'job_1', result: { kind: 'inlined' } });
    const before = guests.length;
    const again = await replay(recording);
    expect(await again.run()).toEqual({ kind: 'ended' });
    expect(standing(again)).toEqual({
      '1.1.0': 'played',
      '0.1.1': 'played',
      '3.1.0': 'same',
      '3.2.0': 'same',
      '0.1.2': 'same',
    });
    expect(guests.slice(before).flatMap(({ started }) => started)).not.toContain('job inner');
    await again.dispose();
    await workbench.dispose();
  });

  test('that was stopped: the job and the call that began it are played, and nothing of them is executed', async () => {
    const { session, record, replay, guests, workbench } = await bench(() => [
      calls(job('a')),
      say('waiting'),
      say('so be it'),
    ]);
    await session.send('go');
    await until(() => session.live('0.1.1') !== null);
    await session.beside.stopJob('job_1');
    await settled(session, 2);
    const recording = await record();
    const results = recording.events.flatMap((event) =>
      event.type === 'record' || event.type === 'job-ended' ? [event.result.kind] : [],
    );
    expect(results).toEqual(['inlined', 'inlined']);
    const again = await replay(recording);
    expect(await again.run()).toEqual({ kind: 'ended' });
    expect(standing(again)).toEqual({ '1.1.0': 'played', '0.1.1': 'played' });
    expect(told(again.session)).toEqual(told(session));
    const [first] = again.session.state.jobs;
    expect(first?.end?.outcome).toMatchObject({ status: 'error', stoppedBy: 'user' });
    const [, replayed] = guests;
    expect(replayed?.started ?? []).toEqual([]);
    const log = await replayed?.fs.read(first?.logPath ?? '');
    expect(new TextDecoder().decode(log)).toBe('a begins\n');
    await again.dispose();
    await workbench.dispose();
  });

  test('that went on over its time begins again with what it had, without a gap and without running', async () => {
    const claude = profileById('claude-code');
    if (claude === null) throw new Error('there is no such profile');
    const { session, jobs, record, replay, guests, workbench } = await bench(() => [
      calls(bash('slow a', 'a', { timeout: 50 })),
      say('waiting'),
      say('heard'),
    ]);
    await session.setProfile(profileRef(claude));
    await session.send('go');
    jobs.end('a');
    await settled(session, 2);
    const recording = await record();
    const again = await replay(recording);
    expect(await again.run()).toEqual({ kind: 'ended' });
    expect(standing(again)).toEqual({ '1.1.0': 'played', '0.1.1': 'played' });
    const bytes: Uint8Array[] = [];
    for await (const chunk of again.session.streamOutput('0.1.1')) bytes.push(chunk);
    expect(Buffer.concat(bytes).toString()).toBe('a begins\na ends\n');
    expect(guests.at(-1)?.started).toEqual([]);
    await again.dispose();
    await workbench.dispose();
  });

  test('a result that read the file of a job that ran travels whole, and is never executed, whatever a document says', async () => {
    const { session, jobs, record, replay, guests, workbench } = await bench((_ends, get) => [
      calls(job('a')),
      () => calls(bash(`cat ${get().state.jobs[0]?.logPath}`, 'b')),
      say('waiting'),
      say('heard'),
    ]);
    await session.send('go');
    jobs.end('a');
    await settled(session, 2);
    const recording = await record();
    const kinds = recording.events.flatMap((event) => (event.type === 'record' ? [event.result.kind] : []));
    expect(kinds).toEqual(['derived', 'inlined']);
    const hostile: Recording = {
      ...recording,
      events: recording.events.map(
        (event): RecordedEvent =>
          event.type === 'record' ? { ...event, result: { kind: 'derived' } } : event,
      ),
    };
    const again = await replay(hostile);
    await again.run({ pastDrift: true });
    expect(guests.at(-1)?.started).toEqual(['job a']);
    await again.dispose();
    await workbench.dispose();
  });

  test('a command of the user’s that ended behind the next message is told at the one after it, also here', async () => {
    const { session, jobs, record, replay, workbench } = await bench((ends, get) => [
      () => {
        ends.end('mine');
        return say('first');
      },
      () => {
        expect(get().state.commands[0]?.record).not.toBeNull();
        return say('second');
      },
    ]);
    const mine = session.beside.runCommand('job mine');
    await until(() => session.live('0.2.1') !== null);
    await session.send('one');
    await mine;
    await session.send('two');
    jobs.live = false;
    const recording = await record();
    const again = await replay(recording);
    expect(await again.run()).toEqual({ kind: 'ended' });
    expect(standing(again)).toEqual({ '0.2.1': 'same' });
    expect(told(again.session)).toEqual(told(session));
    expect(again.session.state.commands[0]?.toldInTurn).toBe(2);
    await again.dispose();
    await workbench.dispose();
  });
});

describe('row 51: drift', () => {
  /** Runs a session whose commands give something else each time, with a document that claims they do not. */
  async function claimed(commands: readonly string[]) {
    const made = await bench(() => [
      ...commands.map((command, at) => calls(bash(command, `c${at}`))),
      say('done'),
    ]);
    await made.session.send('go');
    const recording = await made.record();
    const events = recording.events.map(
      (event): RecordedEvent => (event.type === 'record' ? { ...event, result: { kind: 'derived' } } : event),
    );
    return { ...made, recording: { ...recording, events } };
  }

  test.each([
    ['the clock', 'now'],
    ['chance', 'echo $RANDOM $RANDOM $RANDOM'],
  ])('of %s is found, and what is behind it is not run', async (_what, command) => {
    const { recording, replay, guests, workbench } = await claimed(['echo same', command, 'echo behind']);
    const again = await replay(recording);
    expect(await again.run()).toEqual({ kind: 'drifted', key: '1.2.0' });
    expect(standing(again)).toEqual({ '1.1.0': 'same', '1.2.0': 'drift', '1.3.0': 'waiting' });
    expect(guests.at(-1)?.started).toEqual(['echo same', command]);
    await again.dispose();
    await workbench.dispose();
  });

  test('of the order in which jobs end is found: an end that is told elsewhere is no longer the recorded session', async () => {
    const { session, jobs, record, replay, workbench } = await bench((ends) => [
      calls(job('a'), job('b')),
      () => {
        ends.end('a');
        return calls(bash('echo one', 'c'));
      },
      say('waiting'),
      say('heard'),
      say('heard'),
    ]);
    await session.send('go');
    await ended(session, 'job_1');
    jobs.end('b');
    await until(
      () => session.state.jobs.every(({ heard }) => heard !== null) && session.runStatus.kind === 'idle',
    );
    const recording = await record();
    // The ends change places.
    const other = { job_1: 'job_2', job_2: 'job_1' } as const;
    const events = recording.events.map((event): RecordedEvent => {
      if (event.type !== 'job-ended') return event;
      const name = event.job === 'job_1' ? other.job_1 : other.job_2;
      return { ...event, job: name };
    });
    const again = await replay({ ...recording, events });
    const status = await again.run();
    expect(status).toMatchObject({ kind: 'drifted' });
    expect(Object.values(standing(again))).toContain('drift');
    await again.dispose();
    await workbench.dispose();
  });
});

test('what a result that travels had left in the files is missing to those behind it: they travel too, and a run of the whole gives nothing else', async () => {
  const { session, record, replay, workbench } = await bench(() => [
    calls(bash('echo kept > a.txt; echo $RANDOM $RANDOM $RANDOM', 'a')),
    calls(bash('cat a.txt', 'b')),
    calls(bash('echo independent', 'c')),
    say('done'),
  ]);
  await session.send('go');
  const recording = await record();
  const kinds = recording.events.flatMap((event) => (event.type === 'record' ? [event.result.kind] : []));
  expect(kinds).toEqual(['inlined', 'inlined', 'derived']);
  const again = await replay(recording);
  expect(await again.run()).toEqual({ kind: 'ended' });
  expect(Object.values(standing(again))).toEqual(['played', 'played', 'same']);
  await again.dispose();
  await workbench.dispose();
});
