import { describe, expect, test } from 'vitest';
import type { LiveSession } from '../../../../src/agent/index.ts';
import { startInPageMcp } from '../../../../src/agent/lesson/inPageMcp.ts';
import { LOG_VERSION, type SessionEvent } from '../../../../src/core/index.ts';
import type { Guest } from '../../../../src/guest/index.ts';
import { call, calls, type FakeScript, say } from '../../../hosts/fakes/fakeModel.ts';
import { MemoryBrowser } from '../../../hosts/fakes/memoryBrowser.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import {
  openTestBench,
  outputBytes,
  recordOf,
  type TestBenchOptions,
  textOf,
  until,
} from '../../../hosts/fakes/testBench.ts';

/** Commands that write and then wait: for `release`, or for their stop. */
class Commands {
  readonly ran: string[] = [];
  readonly #ends = new Map<string, () => void>();

  readonly handler: CommandHandler = (command, io) => {
    if (!command.startsWith('wait')) return null;
    this.ran.push(command);
    return io.write('stdout', `${command} MARK\n`).then(
      () =>
        new Promise<number>((resolve) => {
          this.#ends.set(command, () => resolve(0));
          io.signal.addEventListener('abort', () => resolve(143));
        }),
    );
  };

  release(command: string): void {
    this.#ends.get(command)?.();
  }
}

async function twoTabs(
  script: FakeScript,
  options: Pick<TestBenchOptions, 'commands' | 'startMcpWorker'> = {},
) {
  const browser = new MemoryBrowser();
  const tabs = [browser.openTab(), browser.openTab()] as const;
  const first = await openTestBench(script, { ...options, tab: tabs[0] });
  const second = await openTestBench([say('from the second tab')], { ...options, tab: tabs[1] });
  const home = await first.workbench.createSession();
  const mirror = await second.workbench.open(home.id);
  await until(() => mirror.writable);
  const moved = new Promise<LiveSession>((resolve) => {
    mirror.subscribe((change) => change.kind === 'moved' && resolve(change.to));
  });
  const end = async () => {
    await second.workbench.dispose();
    if (!tabs[0].isClosed()) await first.workbench.dispose();
  };
  return { browser, tabs, first, second, home, mirror, moved, end };
}

const bash = (command: string, id = 'call_1') => call('Bash', { command }, id);
const follows = (mirror: LiveSession, home: LiveSession) =>
  until(() => mirror.state.nextSeq === home.state.nextSeq && mirror.runStatus.kind === home.runStatus.kind);

describe('a mirror', () => {
  test('shows what its home has, and boots no guest of its own', async () => {
    const { first, second, home, mirror, end } = await twoTabs([
      calls(bash('echo hello; echo kept > a.txt')),
      say('done'),
    ]);
    expect({ runsHere: mirror.runsHere, outdated: mirror.isOutdated }).toEqual({
      runsHere: false,
      outdated: false,
    });
    await home.send('go');
    await follows(mirror, home);
    expect(mirror.state).toEqual(home.state);
    expect(textOf(await outputBytes(mirror, '1.1.0'))).toBe('hello\n');
    expect(await mirror.seen('1.1.0')).toEqual(await home.seen('1.1.0'));
    expect(mirror.promptHead(mirror.state.profile)).toEqual(home.promptHead(home.state.profile));
    expect(await mirror.requestBody(1, 1)).toBe(await home.requestBody(1, 1));
    await until(() => mirror.guestStatus.kind === 'ready');
    expect(mirror.guestStatus).toEqual(home.guestStatus);
    expect(textOf((await mirror.fs?.read('/home/user/project/a.txt')) ?? new Uint8Array())).toBe('kept\n');
    expect((await mirror.fs?.readdir('/home/user/project'))?.map(({ name }) => name)).toEqual(['a.txt']);
    expect(await mirror.stat('/home/user/project/a.txt')).toMatchObject({ kind: 'file', size: 5 });
    expect(mirror.tools.rows).toEqual(home.tools.rows);
    expect({ home: first.guests.length, mirror: second.guests.length }).toEqual({ home: 1, mirror: 0 });
    await end();
  });

  test('has messages, commands, settings and titles done at home', async () => {
    const { second, home, mirror, end } = await twoTabs([calls(bash('echo asked')), say('done')]);
    await mirror.send('from the mirror');
    await mirror.beside.runCommand('echo mine');
    await mirror.setProfileById('entoli');
    await mirror.setModel({ provider: 'parrot', model: 'parrot' });
    await mirror.setEncoding('cl100k_base');
    await mirror.rename('Seen twice');
    await follows(mirror, home);
    expect(mirror.state).toEqual(home.state);
    const { turns, commands, profile, title, encoding } = home.state;
    expect(turns.map(({ userText, end: ended }) => [userText, ended?.reason])).toEqual([
      ['from the mirror', 'done'],
    ]);
    expect(commands.map(({ command, record }) => [command, record?.outcome.status])).toEqual([
      ['echo mine', 'ok'],
    ]);
    expect({ profile: profile.id, title, encoding }).toEqual({
      profile: 'entoli',
      title: 'Seen twice',
      encoding: 'cl100k_base',
    });
    expect(second.model.prompts).toEqual([]);
    await end();
  });

  test("shows a running command's output, also one that ran before it came, and can stop it", async () => {
    const commands = new Commands();
    const { browser, home, mirror, end } = await twoTabs([calls(bash('wait 1')), say('done')], {
      commands: commands.handler,
    });
    const turn = home.send('go');
    await until(() => mirror.live('1.1.0')?.tail[0]?.text === 'wait 1 MARK\n');
    const third = await openTestBench([], { tab: browser.openTab() });
    const late = await third.workbench.open(home.id);
    await until(() => late.live('1.1.0')?.tail[0]?.text === 'wait 1 MARK\n');
    await third.workbench.dispose();
    expect(mirror.runStatus).toEqual({ kind: 'tools', step: 1, running: ['1.1.0'] });
    expect(mirror.live('1.1.0')).toEqual(home.live('1.1.0'));
    mirror.beside.stopCall('1.1.0');
    await turn;
    await follows(mirror, home);
    expect(recordOf(mirror, '1.1.0').outcome).toMatchObject({ status: 'error', stoppedBy: 'user' });
    expect(mirror.live('1.1.0')).toBe(null);
    await end();
  });

  test('stops the turn, lets a command go on in the background and stops jobs', async () => {
    const commands = new Commands();
    const { home, mirror, end } = await twoTabs(
      [calls(bash('wait 1')), say('moved'), calls(bash('wait 2', 'call_2')), say('never')],
      { commands: commands.handler },
    );
    const first = home.send('go');
    await until(() => mirror.live('1.1.0') !== null);
    mirror.beside.moreTime('1.1.0');
    mirror.beside.toBackground('1.1.0');
    await first;
    await until(() => mirror.state.jobs.length === 1);
    await mirror.beside.stopJob('job_1');
    await until(() => mirror.state.jobs[0]?.end !== null);
    const second = mirror.send('again');
    await until(() => mirror.runStatus.kind === 'tools' && mirror.live('2.1.0') !== null);
    await mirror.stop();
    await second;
    await follows(mirror, home);
    expect(mirror.state.turns.at(-1)?.end?.reason).toBe('stopped');
    expect(mirror.state).toEqual(home.state);
    await end();
  });

  test('answers a question of its home', async () => {
    const question = { question: 'Which?', choices: [{ label: 'one' }, { label: 'two' }] };
    const { home, mirror, end } = await twoTabs([calls(call('ask_user', question)), say('thanks')]);
    const turn = home.send('ask me');
    await until(() => mirror.state.turns[0]?.steps[0]?.calls[0]?.questions !== undefined);
    await mirror.answer('1.1.0', { kind: 'choice', chosen: ['two'], text: '' });
    await turn;
    await follows(mirror, home);
    expect(mirror.state.turns[0]?.steps[0]?.calls[0]?.questions).toMatchObject([
      { answer: { chosen: ['two'] } },
    ]);
    await end();
  });

  test('moves the guest of its home, which keeps the files and says where it runs', async () => {
    const { first, second, home, mirror, end } = await twoTabs([
      calls(bash('echo kept > a.txt')),
      say('done'),
    ]);
    await mirror.prepareGuest();
    await mirror.send('go');
    await mirror.moveGuest('embedded');
    mirror.useEmbeddedGuest();
    await until(() => mirror.guestStatus.kind === 'ready' && mirror.state.nextSeq === home.state.nextSeq);
    expect(mirror.guestStatus).toEqual(home.guestStatus);
    expect(textOf((await mirror.fs?.read('/home/user/project/a.txt')) ?? new Uint8Array())).toBe('kept\n');
    expect({ home: first.guests.length, mirror: second.guests.length }).toEqual({ home: 2, mirror: 0 });
    await end();
  });

  test('sets permissions that hold at home from the next call on, and shows what is set there', async () => {
    const { first, second, home, mirror, end } = await twoTabs([
      calls(bash('echo 1')),
      say('done'),
      calls(bash('echo 2', 'call_2')),
      say('done'),
    ]);
    const own = { name: 'bash', fingerprint: null };
    const permission = () => mirror.tools.rows.find(({ name }) => name === 'bash')?.permission;
    await second.workbench.permissions.set(own, 'deny');
    await until(() => permission() === 'deny');
    await mirror.send('go');
    expect(recordOf(home, '1.1.0').outcome).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
    await first.workbench.permissions.set(own, 'run');
    await until(() => permission() === 'run' && second.workbench.permissions.choiceFor(own) === 'run');
    await mirror.send('again');
    expect(recordOf(home, '2.1.0').outcome).toMatchObject({ status: 'ok' });
    await end();
  });

  test('turns on a server whose tools the home then has, and off again', async () => {
    const { second, home, mirror, end } = await twoTabs([say('hi')], { startMcpWorker: startInPageMcp });
    const names = () => mirror.tools.rows.map(({ name }) => name);
    await mirror.tools.update();
    await second.workbench.mcp?.setOn('demo', true);
    await until(() => names().includes('mcp_demo_echo'));
    expect(home.tools.rows.map(({ name }) => name)).toEqual(names());
    await mirror.send('hello');
    expect(home.state.externalTools?.map(({ name }) => name)).toContain('mcp_demo_echo');
    await second.workbench.mcp?.setOn('demo', false);
    await until(() => !names().includes('mcp_demo_echo'));
    await end();
  });

  test('that is opened for one act only has it done: a session of another tab is renamed from the list', async () => {
    const { second, home, end, mirror } = await twoTabs([]);
    await mirror.dispose();
    await second.workbench.renameSession(home.id, 'From the list');
    expect(home.state.title).toBe('From the list');
    await end();
  });

  test('is told what its home refuses, in the words of the home', async () => {
    const commands = new Commands();
    const { home, mirror, end } = await twoTabs([calls(bash('wait 1')), say('done')], {
      commands: commands.handler,
    });
    const turn = home.send('go');
    await until(() => home.live('1.1.0') !== null);
    await expect(mirror.send('meanwhile')).rejects.toThrow('A turn is running');
    commands.release('wait 1');
    await turn;
    await expect(mirror.fs?.read('/nowhere')).rejects.toThrow('ENOENT');
    await end();
  });
});

describe('a terminal in a mirror', () => {
  test('is one of its home: what is typed goes there, what it writes comes, also more than is sent ahead', async () => {
    const { first, home, mirror, end } = await twoTabs([]);
    await home.ensureGuest();
    const block = new Uint8Array(300_000).fill(120);
    const typed: string[] = [];
    let sizes = '';
    let disposed = 0;
    const openTerminal: Guest['openTerminal'] = ({ columns, rows }) => ({
      output: (async function* () {
        yield new TextEncoder().encode(`${columns}x${rows} `);
        for (let at = 0; at < 5; at++) yield block;
      })(),
      write: (data) => void typed.push(data),
      resize: (columns, rows) => {
        sizes += `${columns}x${rows}`;
      },
      dispose: () => {
        disposed += 1;
      },
    });
    Object.assign(first.guest(), { openTerminal });
    const terminal = await mirror.openTerminal({ columns: 80, rows: 24 });
    terminal.write('ls\r');
    terminal.resize(100, 30);
    const parts: Uint8Array[] = [];
    for await (const bytes of terminal.output) parts.push(bytes);
    const whole = textOf(new Uint8Array(Buffer.concat(parts)));
    expect([whole.slice(0, 6), whole.length]).toEqual(['80x24 ', 1_500_006]);
    expect({ typed, sizes }).toEqual({ typed: ['ls\r'], sizes: '100x30' });
    const other = await mirror.openTerminal({ columns: 1, rows: 1 });
    other.dispose();
    await until(() => disposed > 0);
    await end();
  });
});

describe('a log that a newer page has written', () => {
  const newer = (seq: number) => ({
    v: LOG_VERSION + 1,
    seq,
    atMs: 5,
    type: 'title-changed',
    title: 'Of tomorrow',
  });

  test('opens as a mirror without a home: shown, not written, and not held', async () => {
    const { browser, second, home, end } = await twoTabs([say('hi')]);
    await home.send('hello');
    await home.dispose();
    await second.workbench.dispose();
    const { log } = browser.store.session(home.id);
    await log.append([newer((await log.readAll()).length) as unknown as SessionEvent]);
    const stored = browser.store.logText(home.id);
    const { workbench } = await openTestBench([], { tab: browser.openTab() });
    const session = await workbench.open(home.id);
    const { runsHere, isOutdated, writable, problem, state } = session;
    expect({ runsHere, isOutdated, writable }).toEqual({
      runsHere: false,
      isOutdated: true,
      writable: false,
    });
    expect(problem).toContain('Reload the page');
    expect({ title: state.title, turns: state.turns.length }).toEqual({ title: 'Of tomorrow', turns: 1 });
    await expect(session.send('x')).rejects.toThrow();
    const release = await browser.store.lock(home.id);
    expect(release).not.toBe(null);
    release?.();
    await workbench.dispose();
    expect(browser.store.logText(home.id)).toBe(stored);
    await end();
  });

  test('makes a mirror outdated as it comes, which then leaves the session to others', async () => {
    const { browser, tabs, second, home, mirror, end } = await twoTabs([]);
    const updated = browser.openTab();
    const channel = updated.transport.open(home.id);
    channel.post({ spillway: 1, kind: 'home', home: 'of tomorrow' });
    channel.post({ spillway: 1, kind: 'events', home: 'of tomorrow', events: [newer(home.state.nextSeq)] });
    await until(() => mirror.isOutdated);
    expect({ writable: mirror.writable, title: mirror.state.title }).toEqual({
      writable: false,
      title: 'Of tomorrow',
    });
    tabs[0].close();
    const release = await updated.store.lockWhenFree(home.id, new AbortController().signal);
    release();
    expect(mirror.runsHere).toBe(false);
    expect(second.guests).toEqual([]);
    await end();
  });
});

describe('when the home closes', () => {
  test('its mirror goes on: the running call ended with its output, the turn interrupted, nothing asked again', async () => {
    const commands = new Commands();
    const { tabs, second, home, mirror, moved, end } = await twoTabs([calls(bash('wait 1')), say('never')], {
      commands: commands.handler,
    });
    void home.send('go');
    await until(() => mirror.live('1.1.0') !== null);
    const waiting = mirror.beside.runCommand('echo later');
    await until(() => mirror.beside.queuedCommands.length === 1);
    tabs[0].close();
    const session = await moved;
    expect({ runsHere: session.runsHere, writable: session.writable }).toEqual({
      runsHere: true,
      writable: true,
    });
    await waiting;
    expect(session.state.waiting).toMatchObject([{ command: 'echo later', dropped: 'page-closed' }]);
    const { outcome, notes } = recordOf(session, '1.1.0');
    expect(outcome).toMatchObject({
      status: 'error',
      stoppedBy: 'session-end',
      error: { code: 'HOME_CLOSED' },
    });
    expect(notes).toEqual([{ code: 'home-closed' }]);
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe('wait 1 MARK\n');
    expect(session.state.turns.map(({ end: ended }) => [ended?.reason, ended?.error?.code])).toEqual([
      ['interrupted', 'HOME_CLOSED'],
    ]);
    expect(second.model.prompts).toEqual([]);
    expect(commands.ran).toEqual(['wait 1']);
    await session.send('go on');
    expect(session.state.turns.map(({ end: ended }) => ended?.reason)).toEqual(['interrupted', 'done']);
    await end();
  });

  test('what it had begun for its mirror is taken, and only the rest is refused', async () => {
    const commands = new Commands();
    const { tabs, home, mirror, moved, end } = await twoTabs([calls(bash('wait 1')), say('never')], {
      commands: commands.handler,
    });
    const sent = mirror.send('go');
    await until(() => home.live('1.1.0') !== null);
    const stopped = mirror.rename('too late');
    tabs[0].close();
    await moved;
    await sent;
    await expect(stopped).rejects.toThrow('Do it again here');
    await end();
  });

  test('a third tab becomes the mirror of the second', async () => {
    const { browser, tabs, second, home, moved, end } = await twoTabs([say('hi')]);
    const tab = browser.openTab();
    const third = await openTestBench([], { tab });
    const looks = await third.workbench.open(home.id);
    await until(() => looks.writable);
    tabs[0].close();
    const session = await moved;
    await looks.send('to whoever has it').catch(() => looks.send('to whoever has it'));
    await follows(looks, session);
    expect(looks.state).toEqual(session.state);
    expect(looks.runsHere).toBe(false);
    expect(second.model.prompts).toHaveLength(1);
    await end();
    await third.workbench.dispose();
  });
});
