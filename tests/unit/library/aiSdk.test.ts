import { readFile } from 'node:fs/promises';
import { generateText, isStepCount, type ToolSet } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAiSdkBashTool } from '../../../src/library/aiSdk.ts';
import { type BashToolDependencies, shellEnv } from '../../../src/library/index.ts';
import { hostShell } from './hostShell.ts';

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const usage: Generated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls bash once with `input` and then says that it is done. */
function modelThatCalls(input: object): MockLanguageModelV4 {
  const call = {
    type: 'tool-call' as const,
    toolCallId: 'call_1',
    toolName: 'bash',
    input: JSON.stringify(input),
  };
  return new MockLanguageModelV4({
    doGenerate: [
      { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
      {
        content: [{ type: 'text', text: 'Done.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
}

describe('createAiSdkBashTool, with the AI SDK itself', () => {
  let host: Awaited<ReturnType<typeof hostShell>>;
  beforeAll(async () => {
    host = await hostShell();
  });
  afterAll(() => host.dispose());

  /** What the SDK does with one call: the request after it, and the facts of the step. */
  async function asked(input: object, more: Partial<BashToolDependencies> = {}, abortSignal?: AbortSignal) {
    const { runner, spill } = host;
    const tools = {
      bash: createAiSdkBashTool({ runner, spill, env: shellEnv(() => process.env), ...more }),
    } satisfies ToolSet;
    const model = modelThatCalls(input);
    const result = await generateText({ model, tools, prompt: 'go', stopWhen: isStepCount(2), abortSignal });
    const messages = model.doGenerateCalls[1]?.prompt ?? [];
    const answers = messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
    const sent = answers.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []));
    return { sent, step: result.steps[0], text: result.text, offered: model.doGenerateCalls[0]?.tools?.[0] };
  }

  test('a command runs in the shell, and the model gets its text alone', async () => {
    const { sent, step, text } = await asked({
      command: 'echo out; echo err >&2; exit 3',
      timeout: null,
      cwd: null,
    });
    expect(sent).toEqual([
      {
        type: 'content',
        value: [{ type: 'text', text: expect.stringMatching(/^Exit code 3 · [\d.]+ s\nout\nerr$/) }],
      },
    ]);
    expect(step?.toolResults[0]?.output).toMatchObject({
      status: 'failed',
      run: { exitCode: 3, stoppedBy: null },
      output: { totalBytes: 8, spill: expect.any(String) },
    });
    expect(text).toBe('Done.');
  });

  test('a long output is cut for the model and whole in the file that it is told of', async () => {
    const { sent, step } = await asked({ command: 'seq 1 3000', timeout: null, cwd: null });
    const result = step?.toolResults[0];
    const path = result?.dynamic ? null : result?.output.output?.spill;
    expect(path).toEqual(expect.any(String));
    expect(JSON.stringify(sent)).toContain(`[… 1000 lines (4.4 KB) not shown] Full output: ${path}`);
    const whole = Array.from({ length: 3000 }, (_, at) => `${at + 1}\n`).join('');
    expect(await readFile(String(path), 'utf8')).toBe(whole);
  });

  test('a timeout over the maximum is clamped, said in milliseconds', async () => {
    const { sent } = await asked(
      { command: 'echo hi', timeout: 900_000, cwd: null },
      { limits: { maxTimeoutMs: 600_000 } },
    );
    expect(sent).toEqual([
      {
        type: 'content',
        value: [
          {
            type: 'text',
            text: expect.stringMatching(
              /^Exit code 0 · [\d.]+ s\nhi\n\n\[bash:clamped\] The requested timeout of 900000 milliseconds is over the maximum, so 600000 milliseconds was used\.$/,
            ),
          },
        ],
      },
    ]);
  });

  test('cwd is a parameter of the model', async () => {
    const { sent } = await asked({ command: 'pwd', timeout: null, cwd: '/' });
    expect(JSON.stringify(sent)).toMatch(/ s\\n\/"/);
  });

  test('the note about a missing folder names the parameter', async () => {
    const missing: BashToolDependencies['runner'] = {
      id: 'none',
      cwd: '/',
      run: () => ({
        output: (async function* () {})(),
        exit: Promise.resolve({ code: null, signal: null, error: { reason: 'cwd-not-found' } }),
      }),
    };
    const { sent } = await asked({ command: 'pwd', timeout: null, cwd: 'x' }, { runner: missing });
    const said = '[bash:cwd-not-found] The working directory /x does not exist. Check the cwd value.';
    expect(sent).toEqual([{ type: 'content', value: [{ type: 'text', text: said }] }]);
  });

  test.each([
    [{ command: ' ', timeout: null, cwd: null }, 'command must be a non-blank string'],
    [{ command: 'ls', timeout: 0, cwd: null }, 'timeout must be a positive number'],
    [{ command: 'ls', timeoutMs: 5 }, 'unknown key timeoutMs. Expected command, timeout, cwd'],
  ])('input %j is the SDK’s invalid input, and nothing runs', async (input, why) => {
    const { step } = await asked(input, {
      runner: () => {
        throw new Error('ran');
      },
    });
    expect(step?.content).toContainEqual(
      expect.objectContaining({ type: 'tool-error', error: expect.stringContaining(why) }),
    );
  });

  test('the SDK’s abort stops the command', async () => {
    const stop = new AbortController();
    const tool = createAiSdkBashTool({
      runner: host.runner,
      env: shellEnv(() => process.env),
      limits: { killGraceMs: 100 },
    });
    const call = tool.execute(
      { command: 'echo started; sleep 60' },
      { toolCallId: 'call_1', messages: [], abortSignal: stop.signal, context: {} },
    );
    stop.abort();
    expect(await call).toMatchObject({ status: 'error', error: { code: 'ABORTED' } });
  });

  test('what the model is told names limits, units and the runner', async () => {
    const { offered } = await asked({ command: 'true', timeout: null, cwd: null });
    expect(offered).toMatchObject({
      type: 'function',
      name: 'bash',
      strict: true,
      description: expect.stringMatching(/\nCommands run in: host\.$/),
      inputSchema: {
        required: ['command', 'timeout', 'cwd'],
        properties: {
          timeout: {
            type: ['number', 'null'],
            description: 'Timeout in milliseconds. Default 120000 milliseconds, maximum 600000 milliseconds.',
          },
        },
      },
    });
  });
});
