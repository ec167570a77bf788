import { describe, expect, it } from 'vitest';
import type { Prompt, PromptMessage, ToolSpec } from '../../../../src/core/index.ts';
import { createParrotModel } from '../../../../src/models/index.ts';
import { collect, endOf } from '../collect.ts';

const tool = (name: string, property: string): ToolSpec => ({
  name,
  description: '',
  inputSchema: {
    type: 'object',
    properties: { timeout: { type: 'number' }, [property]: { type: 'string' }, other: { type: 'string' } },
  },
});
const claude = [tool('Bash', 'command'), tool('Read', 'file_path')];
const opencode = [tool('read', 'filePath'), tool('bash', 'command')];
const typed = (text: string): PromptMessage => ({ role: 'user', text });
const spoke: PromptMessage = { role: 'assistant', parts: [] };
const result = (text: string, isError = false): PromptMessage => ({
  role: 'tool',
  results: [{ callId: 'c', wireName: 'Bash', text, isError }],
});
const notice =
  '<persisted-output>\nOutput too large (200KB). Full output saved to: /home/user/out/c 1.txt\n\nPreview (first 2KB):\nx';

async function answer(messages: readonly PromptMessage[], tools: readonly ToolSpec[] = claude) {
  const prompt: Prompt = { system: '', messages, tools };
  return endOf(await collect(createParrotModel(), prompt)).parts;
}

describe('the parrot', () => {
  it('runs what the user typed, with the tool names and properties of the prompt', async () => {
    expect(await answer([typed('ls -l')])).toEqual([
      { type: 'tool-call', callId: 'parrot_1_1', wireName: 'Bash', input: { command: 'ls -l' } },
    ]);
    expect(await answer([typed('ls -l')], opencode)).toMatchObject([{ wireName: 'bash' }]);
  });

  it.each([
    notice,
    'x\n\nFull output saved to: /home/user/out/c 1.txt',
    'x\n\nFull output (689 bytes, 100 lines) saved to: /home/user/out/c 1.txt\n',
  ])('reads the saved file once: %j', async (text) => {
    const before = [typed('seq 1 9'), spoke, result(text)];
    expect(await answer(before, opencode)).toEqual([
      {
        type: 'tool-call',
        callId: 'parrot_1_2',
        wireName: 'read',
        input: { filePath: '/home/user/out/c 1.txt' },
      },
    ]);
    expect(await answer([...before, spoke, result(notice)])).toMatchObject([{ type: 'text' }]);
  });

  it('reads a hostile result in time that grows with its length', async () => {
    const blanks = ' '.repeat(500_000);
    const call = await answer([typed('x'), spoke, result(`Full output saved to: /a${blanks}`)]);
    expect(call).toMatchObject([{ wireName: 'Read', input: { file_path: '/a' } }]);
    const inside = await answer([typed('x'), spoke, result(`Full output saved to: /a${blanks}x`)]);
    expect(inside).toMatchObject([{ input: { file_path: `/a${blanks}x` } }]);
  });

  it('ends with how many characters it saw', async () => {
    expect(await answer([typed('true'), spoke, result('x'.repeat(1234))])).toEqual([
      { type: 'text', text: 'I ran it and saw 1,234 characters, the whole of what I was given.' },
    ]);
    expect(await answer([typed('false'), spoke, result('Exit code 1', true)])).toEqual([
      { type: 'text', text: 'The command failed. I saw 11 characters of it.' },
    ]);
  });

  it('starts again with each message of the user', async () => {
    const first = [typed('a'), spoke, result('A'), spoke];
    expect(await answer([...first, typed('b')])).toEqual([
      { type: 'tool-call', callId: 'parrot_2_1', wireName: 'Bash', input: { command: 'b' } },
    ]);
  });

  it('says so where there is no bash', async () => {
    expect(await answer([typed('a')], [])).toMatchObject([{ type: 'text' }]);
  });
});
