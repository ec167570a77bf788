import { readFile } from 'node:fs/promises';
import { type AgentEvent, type AgentTool, agentLoop } from '@mariozechner/pi-agent-core';
import { fauxAssistantMessage, fauxToolCall, registerFauxProvider } from '@mariozechner/pi-ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BashToolDependencies, shellEnv } from '../../../src/library/index.ts';
import { createPiBashTool, type PiBashParameters } from '../../../src/library/pi.ts';
import { hostShell } from './hostShell.ts';

describe('createPiBashTool, in Pi’s own agent loop', () => {
  let host: Awaited<ReturnType<typeof hostShell>>;
  beforeAll(async () => {
    host = await hostShell();
  });
  afterAll(() => host.dispose());

  function made(more: Partial<BashToolDependencies> = {}) {
    return createPiBashTool({ runner: host.runner, env: shellEnv(() => process.env), ...more });
  }

  /** One call of the tool by a model that Pi plays itself. */
  async function called(args: Record<string, unknown>, more: Partial<BashToolDependencies> = {}) {
    const tool: AgentTool<PiBashParameters> = made(more);
    const faux = registerFauxProvider();
    try {
      faux.setResponses([
        fauxAssistantMessage(fauxToolCall('bash', args, { id: 'call_1' }), { stopReason: 'toolUse' }),
        fauxAssistantMessage('Done.'),
      ]);
      const stream = agentLoop(
        [{ role: 'user', content: 'go', timestamp: 0 }],
        { systemPrompt: '', messages: [], tools: [tool] },
        {
          model: faux.getModel(),
          convertToLlm: (messages) =>
            messages.filter((one) => 'role' in one && ['user', 'assistant', 'toolResult'].includes(one.role)),
        },
      );
      const ends: Extract<AgentEvent, { type: 'tool_execution_end' }>[] = [];
      for await (const event of stream) if (event.type === 'tool_execution_end') ends.push(event);
      const messages = await stream.result();
      return { ends, results: messages.filter((one) => 'role' in one && one.role === 'toolResult') };
    } finally {
      faux.unregister();
    }
  }

  test('a long output is cut for the model, and details name the file that holds it whole', async () => {
    const { ends, results } = await called({ command: 'seq 1 3000' }, { spill: host.spill });
    const path: unknown = ends[0]?.result?.details?.fullOutputPath;
    expect(path).toEqual(expect.any(String));
    expect(results).toEqual([
      expect.objectContaining({
        toolName: 'bash',
        isError: false,
        details: { fullOutputPath: path },
        content: [
          {
            type: 'text',
            text: expect.stringContaining(`[… 1000 lines (4.4 KB) not shown] Full output: ${path}\n1401\n`),
          },
        ],
      }),
    ]);
    const whole = Array.from({ length: 3000 }, (_, at) => `${at + 1}\n`).join('');
    expect(await readFile(String(path), 'utf8')).toBe(whole);
  });

  test('a short output has its file too, which only the details name', async () => {
    const { results } = await called({ command: 'echo hi' }, { spill: host.spill });
    expect(results).toEqual([
      expect.objectContaining({
        details: { fullOutputPath: expect.stringMatching(/\.log$/) },
        content: [{ type: 'text', text: expect.stringMatching(/^Exit code 0 · [\d.]+ s\nhi$/) }],
      }),
    ]);
  });

  test('without a sink there are no details, and a failed command is a result', async () => {
    const { results } = await called({ command: 'echo no >&2; exit 2' });
    expect(results).toEqual([
      expect.objectContaining({
        isError: false,
        details: undefined,
        content: [{ type: 'text', text: expect.stringMatching(/^Exit code 2 · [\d.]+ s\nno$/) }],
      }),
    ]);
  });

  test('the timeout is in seconds, and its clamp is said in seconds', async () => {
    const { results } = await called(
      { command: 'sleep 60', timeout: 500 },
      { limits: { maxTimeoutMs: 200, killGraceMs: 100 } },
    );
    expect(results).toEqual([
      expect.objectContaining({
        content: [
          {
            type: 'text',
            text: 'Timed out after 0.2 s. The process tree was stopped.\n(no output)\n\n[bash:clamped] The requested timeout of 500 seconds is over the maximum, so 0.2 seconds was used.',
          },
        ],
      }),
    ]);
  });

  test('a session’s folder is where a command runs; a relative one is refused', async () => {
    const tool = made();
    const inRoot = await tool.execute('call_1', { command: 'pwd' }, undefined, undefined, { cwd: '/' });
    expect(inRoot.content).toEqual([{ type: 'text', text: expect.stringMatching(/ s\n\/$/) }]);
    const alone = await tool.execute('call_2', { command: 'pwd' });
    expect(alone.content).toEqual([{ type: 'text', text: expect.stringMatching(`\n${host.folder}$`) }]);
    await expect(
      tool.execute('call_3', { command: 'pwd' }, undefined, undefined, { cwd: 'here' }),
    ).rejects.toThrow('absolute ctx.cwd');
  });

  test('a missing folder is no parameter that the model could check', async () => {
    const tool = made({
      runner: {
        id: 'none',
        cwd: '/gone',
        run: () => ({
          output: (async function* () {})(),
          exit: Promise.resolve({ code: null, signal: null, error: { reason: 'cwd-not-found' } }),
        }),
      },
    });
    expect((await tool.execute('call_1', { command: 'pwd' })).content).toEqual([
      { type: 'text', text: '[bash:cwd-not-found] The working directory /gone does not exist.' },
    ]);
  });

  test.each([
    [{ command: '' }, 'command must be a non-blank string'],
    [{ command: 'ls', timeout: -1 }, 'timeout must be a positive number'],
    [{ command: 'ls', cwd: '/' }, 'unknown key cwd. Expected command, timeout'],
  ])('input %j is refused before anything runs', async (input, why) => {
    await expect(made().execute('call_1', input)).rejects.toThrow(why);
  });

  test.each([
    [1.1, 1_100],
    [0.2, 200],
    [0.0001, 1],
    [2.0001, 2_001],
  ])('%d seconds are %d ms, rounded up', async (timeout, ms) => {
    const asked: number[] = [];
    const tool = made({
      spill: {
        id: 'asks',
        open: (run) => {
          asked.push(run.timeoutMs);
          return host.spill.open(run);
        },
      },
    });
    await tool.execute('call_1', { command: 'true', timeout });
    expect(asked).toEqual([ms]);
  });

  test('the model is told of Pi’s two parameters', () => {
    const { name, parameters, description } = made({
      limits: { defaultTimeoutMs: 1_000, maxTimeoutMs: 2_000 },
    });
    expect(name).toBe('bash');
    expect(description).toMatch(/The command stops after 1 s .*\n[\s\S]*\nCommands run in: host\.$/);
    expect(parameters).toEqual({
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command to run.' },
        timeout: { type: 'number', description: 'Timeout in seconds. Default 1 seconds, maximum 2 seconds.' },
      },
      required: ['command'],
      additionalProperties: false,
    });
  });
});
