import { describe, expect, test } from 'vitest';
import {
  afterOnTimer,
  createInProcessMatcher,
  createWorkbench,
  type LiveSession,
} from '../../../../src/agent/index.ts';
import {
  demoWorkspace,
  filesOfWorkspace,
  headOfProfile,
} from '../../../../src/agent/recording/knownParts.ts';
import { openReplay } from '../../../../src/agent/recording/openReplay.ts';
import { PlayedResults } from '../../../../src/agent/recording/playback.ts';
import { recordLiveSession } from '../../../../src/agent/recording/recordLive.ts';
import {
  foldEvents,
  linkOf,
  type Outcome,
  openLink,
  type ProfileRef,
  parseEvents,
  profileContext,
  profileOf,
  profileRef,
  profiles,
  type RecordedEvent,
  type Recording,
  type RecordKey,
  toolsOf,
} from '../../../../src/core/index.ts';
import { createMemoryStore, type Store } from '../../../../src/store/index.ts';
import { byteCounter } from '../../../hosts/fakes/byteCounter.ts';
import { call, calls, FakeModel, type FakeScript, say } from '../../../hosts/fakes/fakeModel.ts';
import { type CommandHandler, MemoryGuest } from '../../../hosts/fakes/memoryGuest.ts';

/** Each run of `chance` prints another number, as a clock would. */
let chance = 0;
const commands: CommandHandler = (command, io) => {
  const units = /^print (\d+)$/.exec(command)?.[1];
  if (units !== undefined) return io.write('stdout', `${'x'.repeat(Number(units))}\n`).then(() => 0);
  if (command === 'chance') return io.write('stdout', `${chance++}\n`).then(() => 0);
  if (command === 'hang')
    return io
      .write('stdout', 'so far\n')
      .then(
        () =>
          new Promise((resolve) => io.signal.addEventListener('abort', () => resolve(143), { once: true })),
      );
  if (command === 'fail') return io.write('stderr', 'no\n').then(() => 3);
  return null;
};

function deps(store: Store) {
  let nowMs = 1_800_000_000_000;
  return {
    store,
    counter: byteCounter,
    bootGuest: async (boot: ConstructorParameters<typeof MemoryGuest>[0]) => new MemoryGuest(boot, commands),
    createMatcher: createInProcessMatcher,
    clock: () => nowMs++,
    after: afterOnTimer,
    newId: () => 'told',
    newSeed: () => 7,
  };
}

async function recordingOf(
  store: Store,
  session: LiveSession,
  drifted?: ReadonlySet<RecordKey>,
): Promise<Recording> {
  const events = parseEvents(await store.session(session.id).log.readAll()).events;
  const { profile } = foldEvents(events);
  const places = {
    home: session.home,
    workspace: session.workspace,
    sessionId: session.id,
    usedStems: new Set<string>(),
  };
  return recordLiveSession({
    events,
    outputs: store.session(session.id).outputs,
    workspace: { files: [] },
    clockStartMs: null,
    head: headOfProfile(profile, profileContext(profileOf(profile), profile, places)),
    ...(drifted === undefined ? {} : { drifted }),
  });
}

/** A session that was really driven, as a recording that went through a link. */
async function recorded(
  script: FakeScript,
  ref?: ProfileRef,
  drifted?: ReadonlySet<RecordKey>,
): Promise<Recording> {
  const store = createMemoryStore();
  const model = new FakeModel(script);
  const workbench = await createWorkbench({ ...deps(store), models: () => model });
  const session = await workbench.createSession(ref === undefined ? {} : { profile: ref });
  await session.send('go');
  const recording = await recordingOf(store, session, drifted);
  await workbench.dispose();
  const opened = openLink(linkOf(recording));
  if (!opened.ok) throw new Error(opened.message);
  expect(opened.recording).toEqual(recording);
  return recording;
}

async function replayOf(recording: Recording) {
  const opened = await openReplay(recording, deps(createMemoryStore()));
  if (!opened.ok) throw new Error(opened.message);
  return opened.replay;
}

/** The same calls by the names that a profile gives its tools. */
function script(ref = profileRef(profileOf({ id: 'claude-code' }))): FakeScript {
  const profile = profileOf(ref);
  const context = profileContext(profile, ref, {
    home: '/home/user',
    workspace: '/home/user/project',
    sessionId: 's',
    usedStems: new Set(),
  });
  const named = new Map(toolsOf(profile, context).map(({ tool, wireName }) => [tool, wireName]));
  const name = (tool: string) => named.get(tool) ?? tool;
  const path = '/home/user/project/a.txt';
  return [
    calls(call(name('bash'), { command: 'print 70000' }, 'a'), call(name('bash'), { command: 'fail' }, 'b')),
    calls(call(name('bash'), { command: 'echo hi > a.txt' }, 'c')),
    calls(call(name('read'), { file_path: path, filePath: path, path, absolute_path: path }, 'd')),
    say('done'),
  ];
}

const kindsOf = (replay: Awaited<ReturnType<typeof replayOf>>) =>
  [...replay.records.keys()].map((key) => replay.result(key).kind);

describe('a recording that is run again', () => {
  test.each(profiles.map(({ id }) => id))(
    'under %s gives the same bytes and the same model views, saved files and ids made of times included',
    async (id) => {
      const ref = profileRef(profileOf({ id }));
      const recording = await recorded(script(ref), ref);
      const replay = await replayOf(recording);
      expect(await replay.run()).toEqual({ kind: 'ended' });
      expect(kindsOf(replay)).toEqual(['same', 'same', 'same', 'same']);
      await replay.dispose();
    },
  );

  test('stops at the first result that differs, says both sides, and runs nothing behind it', async () => {
    const recording = await recorded([
      calls(call('Bash', { command: 'print 10' }, 'a')),
      calls(call('Bash', { command: 'chance' }, 'b')),
      calls(call('Bash', { command: 'print 20' }, 'c')),
      say('done'),
    ]);
    const replay = await replayOf(recording);
    expect(await replay.run()).toEqual({ kind: 'drifted', key: '1.2.0' });
    expect(kindsOf(replay)).toEqual(['same', 'drift', 'waiting']);
    expect(replay.result('1.2.0')).toMatchObject({ kind: 'drift', place: 'stdout' });
    await replay.dispose();
  });

  test('plays what cannot be made again from the recording, and executes nothing for it', async () => {
    const before = chance;
    const recording = await recorded(
      [
        calls(call('Bash', { command: 'chance' }, 'a')),
        calls(call('Bash', { command: 'print 9' }, 'b')),
        say('done'),
      ],
      undefined,
      new Set(['1.1.0']),
    );
    expect(chance).toBe(before + 1);
    const replay = await replayOf(recording);
    expect(await replay.run()).toEqual({ kind: 'ended' });
    expect(kindsOf(replay)).toEqual(['played', 'same']);
    expect(chance).toBe(before + 1);
    await replay.dispose();
  });

  test('goes on step by step, pauses where it is told, and ends where the recording ends', async () => {
    const replay = await replayOf(await recorded(script()));
    expect(replay.status).toEqual({ kind: 'ready' });
    expect(kindsOf(replay)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    expect(await replay.step()).toEqual({ kind: 'paused' });
    expect(kindsOf(replay)).toEqual(['same', 'same', 'waiting', 'waiting']);
    expect(await replay.step()).toEqual({ kind: 'paused' });
    expect(kindsOf(replay)).toEqual(['same', 'same', 'same', 'waiting']);
    expect(await replay.run()).toEqual({ kind: 'ended' });
    expect(replay.session.state.turns.map((turn) => turn.end?.reason)).toEqual(['done']);
    await replay.dispose();
  });

  test('of a call that was stopped shows the output it had, and ends the turn as it ended', async () => {
    const store = createMemoryStore();
    const model = new FakeModel([calls(call('Bash', { command: 'hang' }, 'a'))]);
    const workbench = await createWorkbench({ ...deps(store), models: () => model });
    const session = await workbench.createSession();
    const turn = session.send('go');
    await new Promise<void>((resolve) => {
      const stop = session.subscribe((change) => {
        if (change.kind !== 'live') return;
        stop();
        resolve();
      });
    });
    await session.stop();
    await turn;
    const recording = await recordingOf(store, session);
    const replay = await replayOf(recording);
    expect(await replay.run()).toEqual({ kind: 'ended' });
    expect(kindsOf(replay)).toEqual(['played']);
    expect(replay.session.state.turns.at(-1)?.end?.reason).toBe('stopped');
    await replay.dispose();
    await workbench.dispose();
  });

  test('executes no call that the document has no result of, or that calls another tool than it says', async () => {
    const before = chance;
    const honest = await recorded([
      calls(call('Bash', { command: 'chance' }, 'a'), call('Bash', { command: 'chance' }, 'b')),
      say('done'),
    ]);
    expect(chance).toBe(before + 2);
    const hostile: Recording = {
      ...honest,
      events: honest.events.flatMap((event): readonly RecordedEvent[] => {
        if (event.type !== 'record') return [event];
        if (event.key === '1.1.1') return [];
        // Stopped by its user, and yet said to be made again.
        const outcome: Outcome = {
          status: 'error',
          error: { code: 'ABORTED', phase: 'abort', message: '' },
          stoppedBy: 'user',
          unconfirmedStop: false,
        };
        return [{ ...event, outcome }];
      }),
    };
    const replay = await replayOf(hostile);
    await replay.run();
    expect(chance).toBe(before + 2);
    const [first, second] = replay.session.state.turns[0]?.steps[0]?.calls ?? [];
    expect(first?.record?.outcome).toMatchObject({ stoppedBy: 'user' });
    expect(second?.record?.outcome).toMatchObject({ error: { code: 'NOT_RUN' } });
    await replay.dispose();
    const played = new PlayedResults(honest);
    expect(played.call('1.1.0', 'bash').result).toBeNull();
    expect(played.call('1.1.0', 'mcp_files_delete').result).not.toBeNull();
  });

  test('begins with the demo’s files where it names them, and not with others under their name', () => {
    const known = demoWorkspace();
    expect(filesOfWorkspace(known)).toMatchObject({ ok: true });
    expect(filesOfWorkspace({ known: 'demo', sha256: '0'.repeat(64) })).toMatchObject({ ok: false });
    expect(filesOfWorkspace({ known: 'other', sha256: '0'.repeat(64) })).toMatchObject({ ok: false });
  });

  test('on a guest that this page does not have is refused in a sentence', async () => {
    const recording = await recorded([say('hi')]);
    const elsewhere: Recording = { ...recording, guest: { ...recording.guest, kind: 'webcontainer' } };
    expect(await openReplay(elsewhere, deps(createMemoryStore()))).toEqual({
      ok: false,
      message:
        'It was recorded on a webcontainer guest, and this page has none of that kind: it can be read here, not run again.',
    });
  });
});
