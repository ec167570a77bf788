import { describe, expect, test } from 'vitest';
import {
  type BashCallContext,
  type BashToolDependencies,
  createBashTool,
  type SpillSink,
  shellEnv,
  textOfContent,
} from '../../../src/library/index.ts';
import { type FakeCommand, fakeRunner, fakeTime } from './fakeRunner.ts';

/** A tool over a fake runner, and one call of it under way. */
async function bench(
  more: Partial<BashToolDependencies> = {},
  {
    input = { command: 'make' },
    context = {},
    onStop,
  }: {
    readonly input?: { command: string; timeoutMs?: number; cwd?: string };
    readonly context?: BashCallContext;
    readonly onStop?: (command: FakeCommand) => void;
  } = {},
) {
  const clock = fakeTime();
  const { runner, commands } = fakeRunner(onStop);
  const bash = createBashTool({ runner, env: shellEnv(), ...more }, clock.time);
  const call = bash(input, context);
  await clock.advance(0);
  const command = commands[0];
  const started = () => {
    if (command === undefined) throw new Error('the command did not start');
    return command;
  };
  return { clock, call, started, commands, text: async () => textOfContent((await call).content) };
}

function memorySink(fails: Partial<Record<'open' | 'write' | 'close', boolean>> = {}) {
  const calls: string[] = [];
  const sink: SpillSink = {
    id: 'memory',
    open({ command, cwd, timeoutMs }) {
      calls.push(`open ${command} ${cwd} ${timeoutMs}`);
      if (fails.open) throw new Error('disk full');
      return {
        async write(bytes) {
          calls.push(`write ${new TextDecoder().decode(bytes)}`);
          if (fails.write) throw new Error('disk full');
        },
        async close() {
          calls.push('close');
          if (fails.close) throw new Error('disk full');
          return '/spill/1.log';
        },
      };
    },
  };
  return { sink, calls };
}

const sigterm = (command: FakeCommand) => command.end(null, 'SIGTERM');

describe('an end of its own', () => {
  test('exit 0 is ok, with both streams merged as they came and an environment that asks nothing', async () => {
    const { clock, call, started, text } = await bench(
      { env: shellEnv({ HOME: '/h', GONE: undefined }) },
      { input: { command: 'make', cwd: '../src/./lib' } },
    );
    expect(started().request).toMatchObject({ command: 'make', cwd: '/src/lib', killGraceMs: 2_000 });
    expect(started().request.env).toEqual({
      HOME: '/h',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
      NO_COLOR: '1',
      TERM: 'dumb',
    });
    started().out('a\n');
    started().out('\u001b[31mb\u001b[0m\n', 'stderr');
    await clock.advance(340);
    started().end();
    expect(await text()).toBe('Exit code 0 · 0.3 s\na\nb');
    expect(await call).toMatchObject({
      tool: 'bash',
      status: 'ok',
      request: { command: 'make', timeoutMs: 120_000, cwd: '../src/./lib' },
      run: { exitCode: 0, signal: null, durationMs: 340, stoppedBy: null, unconfirmedStop: false },
      output: { head: 'a\nb', tail: null, totalBytes: 13, stdoutBytes: 2, stderrBytes: 11, spill: null },
      notes: [],
    });
    expect(clock.pending()).toBe(0);
  });

  test('another exit code, or a signal, is failed and no error', async () => {
    const exits = await bench();
    exits.started().end(2);
    expect(await exits.text()).toBe('Exit code 2 · 0 s\n(no output)');
    const dies = await bench();
    dies.started().end(null, 'SIGSEGV');
    expect(await dies.text()).toBe('Ended by SIGSEGV · 0 s\n(no output)');
    expect((await dies.call).status).toBe('failed');
  });

  test('output over a limit is cut at both ends', async () => {
    const { started, text } = await bench({ limits: { maxOutputLines: 5 } });
    started().out(Array.from({ length: 5_000 }, (_, at) => `${at + 1}\n`).join(''));
    started().end();
    expect(await text()).toBe(
      'Exit code 0 · 0 s\n1\n[… 4995 lines (23.9 KB) not shown]\n4997\n4998\n4999\n5000',
    );
  });

  test('a runner may use its buffer again', async () => {
    const { clock, started, text } = await bench();
    const bytes = new TextEncoder().encode('one');
    started().chunk({ stream: 'stdout', bytes });
    await clock.advance(0);
    bytes.fill(120);
    started().end();
    expect(await text()).toBe('Exit code 0 · 0 s\none');
  });
});

describe('a stop', () => {
  test('at its timeout, exactly: the status is timeout also when the command then exits with 0', async () => {
    const { clock, call, started, text } = await bench({}, { input: { command: 'x', timeoutMs: 499.5 } });
    started().out('start\n');
    await clock.advance(499);
    expect(started().request.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(started().request.signal.aborted).toBe(true);
    started().end(0);
    expect(await text()).toBe('Timed out after 0.5 s. The process tree was stopped.\nstart');
    expect(await call).toMatchObject({ status: 'timeout', run: { exitCode: 0, stoppedBy: 'timeout' } });
  });

  test('a command that ignores SIGTERM and dies of SIGKILL is confirmed', async () => {
    const { clock, call, started } = await bench({}, { input: { command: 'x', timeoutMs: 100 } });
    await clock.advance(100 + 2_999);
    started().end(null, 'SIGKILL');
    expect(await call).toMatchObject({
      status: 'timeout',
      run: { signal: 'SIGKILL', durationMs: 3_099, unconfirmedStop: false },
      notes: [],
    });
  });

  test('without an exit a second after the grace the stop is unconfirmed, and nothing is drained', async () => {
    const { clock, call, started, text } = await bench(
      { limits: { killGraceMs: 500 } },
      { input: { command: 'x', timeoutMs: 100 } },
    );
    started().out('so far');
    await clock.advance(100 + 1_500);
    expect(await text()).toBe(
      'Timed out after 0.1 s. The process tree was stopped.\nso far\n\n[bash:unconfirmed-stop] The runner did not confirm that the process tree stopped. Processes may still be running.',
    );
    expect((await call).run).toMatchObject({ exitCode: null, signal: null, unconfirmedStop: true });
    expect(started().returned).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  test('by the caller is ABORTED with the output so far', async () => {
    const caller = new AbortController();
    const { clock, call, started, text } = await bench(
      {},
      { context: { signal: caller.signal }, onStop: sigterm },
    );
    started().out('half\n');
    await clock.advance(200);
    caller.abort();
    expect(await text()).toBe(
      'Ended by SIGTERM · 0.2 s\nhalf\n\n[bash:aborted] Aborted after 0.2 s. The process tree was stopped.',
    );
    expect(await call).toMatchObject({ status: 'error', error: { code: 'ABORTED', phase: 'run' } });
  });

  test('a caller who has given up before starts nothing', async () => {
    const context = { signal: AbortSignal.abort() };
    const { call, commands, text } = await bench({}, { context });
    expect(await text()).toBe('[bash:aborted] The call was aborted before the command started.');
    expect(await call).toMatchObject({ error: { code: 'ABORTED', phase: 'input' }, run: null, output: null });
    expect(commands).toEqual([]);
  });

  test('the caller is not kept waiting by a host that never answers', async () => {
    const caller = new AbortController();
    const { clock, call } = await bench(
      { env: () => new Promise(() => {}) },
      { context: { signal: caller.signal } },
    );
    caller.abort();
    await clock.advance(0);
    expect(await call).toMatchObject({ error: { code: 'ABORTED', phase: 'env' } });
  });

  test('an abort while the sink opens is seen once the runner has started', async () => {
    const caller = new AbortController();
    const { sink } = memorySink();
    const spill: SpillSink = {
      id: 'slow',
      open: (run) => {
        caller.abort();
        return sink.open(run);
      },
    };
    const { text } = await bench({ spill }, { context: { signal: caller.signal }, onStop: sigterm });
    expect(await text()).toBe(
      'Ended by SIGTERM · 0 s\n(no output)\n\n[bash:aborted] Aborted after 0 s. The process tree was stopped.',
    );
  });

  test('output at the cap is fine, one byte over it is OUTPUT_CAP and stays', async () => {
    const limits = { maxCaptureBytes: 10 };
    const fits = await bench({ limits }, { onStop: sigterm });
    fits.started().out('0123456789');
    await fits.clock.advance(0);
    fits.started().end();
    expect((await fits.call).status).toBe('ok');
    const over = await bench({ limits }, { onStop: sigterm });
    over.started().out('0123456789');
    over.started().out('X');
    expect(await over.text()).toBe(
      'Ended by SIGTERM · 0 s\n0123456789X\n\n[bash:output-cap] The command wrote more than 10 B of output, so it was stopped. Send less output, for example with a filter, a count, or a redirect to a file.',
    );
    expect(await over.call).toMatchObject({ error: { code: 'OUTPUT_CAP', phase: 'run' } });
  });

  test('an exit that is known first beats the cap; the first stop beats every later one', async () => {
    const exits = await bench({ limits: { maxCaptureBytes: 10 } });
    exits.started().exit({ code: 0, signal: null });
    await exits.clock.advance(0);
    exits.started().out('more than ten bytes');
    exits.started().close();
    expect((await exits.call).status).toBe('ok');
    const caller = new AbortController();
    const stops = await bench(
      {},
      { context: { signal: caller.signal }, input: { command: 'x', timeoutMs: 100 } },
    );
    await stops.clock.advance(100);
    caller.abort();
    stops.started().end(null, 'SIGTERM');
    expect((await stops.call).status).toBe('timeout');
  });
});

describe('the end of the output', () => {
  test('is waited for one second after the exit, then let go with a note', async () => {
    const { clock, call, started, text } = await bench();
    started().out('early\n');
    started().exit({ code: 0, signal: null });
    await clock.advance(999);
    started().out('in time');
    await clock.advance(1);
    started().out('too late');
    expect(await text()).toBe(
      "Exit code 0 · 1 s\nearly\nin time\n\n[bash:output-incomplete] The output may be incomplete: the output had not ended 1000 ms after the command exited. The exit status is still the command's.",
    );
    expect((await call).notes[0]?.data).toEqual({ skippedChunks: 0, drainMs: 1_000 });
    expect(started().returned).toBe(true);
  });

  test('that fails is a note, and so is a chunk that is none; after a stop only the chunk', async () => {
    const fails = await bench();
    fails.started().chunk('nonsense');
    fails.started().close(new Error('EIO'));
    fails.started().exit({ code: 0, signal: null });
    expect((await fails.call).notes).toMatchObject([
      {
        code: 'output-incomplete',
        message:
          "The output may be incomplete: the output stream failed (EIO); the runner gave 1 malformed output chunk, which was skipped. The exit status is still the command's.",
        data: { skippedChunks: 1, detail: 'EIO' },
      },
    ]);
    const stops = await bench({}, { input: { command: 'x', timeoutMs: 5 } });
    stops.started().chunk(null);
    stops.started().chunk({ stream: 'stdout', bytes: 'text' });
    await stops.clock.advance(5);
    stops.started().close(new Error('EIO'));
    stops.started().exit({ code: null, signal: 'SIGTERM' });
    expect((await stops.call).notes.map((note) => note.data)).toEqual([{ skippedChunks: 2 }]);
  });

  test('notes stand in their order: the error, the clamp, the stop, the output', async () => {
    const caller = new AbortController();
    const { clock, call, started } = await bench(
      { limits: { maxTimeoutMs: 600_000 } },
      { context: { signal: caller.signal }, input: { command: 'x', timeoutMs: 900_000 } },
    );
    started().chunk(7);
    caller.abort();
    await clock.advance(3_000);
    const { notes } = await call;
    expect(notes.map((note) => note.code)).toEqual([
      'aborted',
      'clamped',
      'unconfirmed-stop',
      'output-incomplete',
    ]);
    expect(notes[1]).toEqual({
      code: 'clamped',
      severity: 'info',
      message: 'The requested timeout of 15 min is over the maximum, so 10 min was used.',
      data: { param: 'timeoutMs', requested: 900_000, max: 600_000 },
    });
  });
});

describe('the spill sink', () => {
  test('is opened once, given every byte in order, closed once, and named only where something is cut', async () => {
    const { sink, calls } = memorySink();
    const { clock, call, started, text } = await bench({ spill: sink, limits: { maxOutputLines: 2 } });
    started().out('1\n');
    started().chunk('nonsense');
    started().out('');
    started().out('2\n', 'stderr');
    started().out('3\n');
    await clock.advance(0);
    started().end();
    expect(await text()).toContain('[… 1 lines (2 B) not shown] Full output: /spill/1.log\n');
    expect(calls).toEqual(['open make /work 120000', 'write 1\n', 'write 2\n', 'write 3\n', 'close']);
    const short = await bench({ spill: sink });
    short.started().end();
    expect(await short.text()).toBe('Exit code 0 · 0 s\n(no output)');
    expect((await short.call).output?.spill).toBe('/spill/1.log');
    expect((await call).output?.spill).toBe('/spill/1.log');
  });

  test.each(['write', 'close'] as const)('a %s that fails is not said', async (what) => {
    const { sink, calls } = memorySink({ [what]: true });
    const { call, started, text } = await bench({ spill: sink, limits: { maxOutputLines: 1 } });
    started().out('1\n');
    started().out('2\n');
    started().end();
    expect(await text()).not.toContain('Full output');
    expect(await call).toMatchObject({ status: 'ok', output: { spill: null }, notes: [] });
    expect(calls.filter((one) => one === 'close')).toHaveLength(1);
    expect(calls.filter((one) => one.startsWith('write'))).toHaveLength(what === 'write' ? 1 : 2);
  });

  test('an open that fails, or gives no file, keeps the command from running', async () => {
    const fails = await bench({ spill: memorySink({ open: true }).sink });
    expect(await fails.text()).toBe(
      '[bash:extension-failed] The memory extension failed during the spill phase. This is a host problem, not a problem with the command.',
    );
    expect(await fails.call).toMatchObject({ error: { code: 'EXTENSION_FAILED', phase: 'spill' } });
    const open = () => JSON.parse('{"write": 1}');
    const nothing = await bench({ spill: { id: 'odd', open } });
    expect(await nothing.call).toMatchObject({ error: { code: 'EXTENSION_FAILED', phase: 'spill' } });
    expect([...fails.commands, ...nothing.commands]).toEqual([]);
  });

  test('is closed where the command could not start', async () => {
    const { sink, calls } = memorySink();
    const { call, started, text } = await bench({ spill: sink });
    started().exit({ code: null, signal: null, error: { reason: 'spawn-failed', detail: 'ENOENT' } });
    expect(await text()).toBe(
      '[bash:spawn-failed] The command could not start (ENOENT). This is a host problem, not a problem with the command.',
    );
    expect(await call).toMatchObject({ error: { code: 'SPAWN_FAILED' }, run: null, output: null });
    expect(calls).toEqual(['open make /work 120000', 'close']);
  });
});

describe('what never starts', () => {
  test.each([
    ['cwd-not-found', 'CWD_NOT_FOUND', 'The working directory /work/a does not exist. Check the cwd value.'],
    [
      'cwd-not-a-directory',
      'CWD_NOT_A_DIRECTORY',
      'The working directory /work/a is not a directory. Check the cwd value.',
    ],
  ] as const)('%s has its words', async (reason, code, message) => {
    const { call, started } = await bench({}, { input: { command: 'x', cwd: 'a' } });
    started().exit({ code: null, signal: null, error: { reason } });
    expect(await call).toMatchObject({ error: { code, phase: 'run', message }, run: null });
  });

  test.each([
    ['env', 'env', { env: () => Promise.reject(new Error('no')) }],
    ['runner', 'run', { runner: () => JSON.parse('{}') }],
    ['cwd', 'resolve', { cwd: () => 'relative' }],
  ] as const)('a failing %s is the host’s problem, in the phase %s', async (id, phase, more) => {
    const { call } = await bench(more);
    expect(await call).toMatchObject({
      error: { code: 'EXTENSION_FAILED', phase },
      notes: [
        {
          message: `The ${id} extension failed during the ${phase} phase. This is a host problem, not a problem with the command.`,
        },
      ],
    });
  });

  test('a runner whose exit rejects has failed, and its output is let go', async () => {
    const { call, started } = await bench();
    started().crash(new Error('gone'));
    expect(await call).toMatchObject({ error: { code: 'EXTENSION_FAILED', phase: 'run' }, run: null });
    expect(started().returned).toBe(true);
  });

  const inputs: readonly (readonly [string, string])[] = [
    ['[]', 'the input must be an object with a command'],
    ['{"command":"x","shell":1}', 'unknown key shell. Expected command, timeoutMs, cwd'],
    ['{"command":" \\n"}', 'command must be a non-blank string'],
    ['{"command":"a\\u0000b"}', 'command must not hold a NUL character'],
    ['{"command":"x","timeoutMs":0}', 'timeoutMs must be a positive number'],
    ['{"command":"x","cwd":" "}', 'cwd must be a non-blank string without NUL'],
  ];
  test.each(inputs)('the input %s is refused', async (input, detail) => {
    const { call, text } = await bench({}, { input: JSON.parse(input) });
    expect(await text()).toBe(`[bash:invalid-input] The bash input was rejected: ${detail}`);
    expect(await call).toMatchObject({ error: { code: 'INVALID_INPUT', phase: 'input' }, request: null });
  });
});

describe('the factory', () => {
  const { runner } = fakeRunner();
  const env = shellEnv();
  const made = (json: string) => () =>
    createBashTool({ runner, env, ...(JSON.parse(json) as Partial<BashToolDependencies>) });
  test.each([
    ['{"hooks":[]}', 'Unknown bash tool dependency: hooks'],
    ['{"runner":{}}', 'runner must be a command runner or a function that returns one'],
    ['{"env":null}', 'env is required: pass shellEnv(...) or a function that returns the environment'],
    ['{"env":{}}', 'env must be a function'],
    ['{"cwd":"a"}', 'cwd must be an absolute path, a function that returns one, or null'],
    ['{"spill":{}}', 'spill must be a spill sink with open, or null'],
    ['{"formatter":{}}', 'formatter must have a format function'],
    ['{"limits":null}', 'limits must be an object'],
    ['{"limits":{"maxLines":1}}', 'Unknown shell limit: maxLines'],
    ['{"limits":{"killGraceMs":0}}', 'killGraceMs must be a positive safe integer'],
    ['{"limits":{"headPercent":101}}', 'headPercent must be 100 or less'],
    ['{"limits":{"defaultTimeoutMs":700000}}', 'defaultTimeoutMs must not be more than maxTimeoutMs'],
  ])('%s is refused with a TypeError', (json, message) => {
    expect(made(json)).toThrow(new TypeError(message));
  });

  test('a lower maximum lowers the default, which the description tells', () => {
    const bash = createBashTool({ runner, env, limits: { maxTimeoutMs: 5_000 } });
    expect(bash.limits.defaultTimeoutMs).toBe(5_000);
    expect(bash.description).toContain('The command stops after 5 s unless you set a timeout.');
  });

  test('a formatter words the result; one that fails is replaced by the default', async () => {
    const words = { format: () => [{ type: 'text' as const, text: 'mine' }] };
    const own = await bench({ formatter: words });
    own.started().end();
    expect(await own.text()).toBe('mine');
    const broken = await bench({
      formatter: {
        format: () => {
          throw new Error('broken');
        },
      },
    });
    broken.started().end();
    expect(await broken.text()).toBe('Exit code 0 · 0 s\n(no output)');
  });
});
