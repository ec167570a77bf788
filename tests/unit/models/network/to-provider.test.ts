import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AssistantPart,
  type JsonValue,
  type Prompt,
  type PromptMessage,
  wireText,
  wireToolName,
} from '../../../../src/core/index.ts';
import { toProviderPrompt } from '../../../../src/models/network/to-provider.ts';
import { KINDS } from './kinds.ts';

const promptOf = (messages: readonly PromptMessage[], system = ''): Prompt => ({
  system,
  messages,
  tools: [],
});
const call = (callId: string, input: JsonValue = {}, wireName = 'Bash'): AssistantPart => ({
  type: 'tool-call',
  callId,
  wireName,
  input,
});
describe('a prompt on its way to a provider', () => {
  it('holds no lone surrogate and no NUL, wherever the text stands (rows 4 and 14)', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀', '\ud800', '€') });
    fc.assert(
      fc.property(text, fc.constantFrom(...KINDS), (bad, { provider }) => {
        const prompt = promptOf(
          [
            { role: 'user', text: bad },
            {
              role: 'assistant',
              parts: [{ type: 'text', text: bad }, call('c', {}, bad)],
            },
            { role: 'tool', results: [{ callId: 'c', wireName: bad, text: bad, isError: true }] },
          ],
          bad,
        );
        const sent = JSON.stringify(toProviderPrompt(prompt, provider));
        expect(sent).not.toMatch(/\\ud[89a-f][0-9a-f]{2}|\\u0000/i);
        expect(JSON.parse(new TextDecoder().decode(new TextEncoder().encode(sent)))).toEqual(
          JSON.parse(sent),
        );
      }),
    );
    expect(wireText('a\ud83db\0c😀')).toBe('a\ufffdb\u2400c😀');
  });

  it('leaves well-formed text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(wireText(text)).toBe(text);
      }),
    );
  });

  it('has no empty text', () => {
    const messages: PromptMessage[] = [
      { role: 'user', text: '' },
      { role: 'assistant', parts: [{ type: 'text', text: ' \n' }] },
      { role: 'assistant', parts: [] },
      { role: 'assistant', parts: [{ type: 'text', text: '' }, call('c')] },
      { role: 'tool', results: [{ callId: 'c', wireName: 'Bash', text: '', isError: false }] },
      { role: 'tool', results: [] },
    ];
    expect(toProviderPrompt(promptOf(messages), 'anthropic')).toEqual([
      { role: 'user', content: [{ type: 'text', text: '(empty message)' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'Bash', input: {} }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'Bash',
            output: { type: 'text', value: '(no output)' },
          },
        ],
      },
    ]);
  });

  it('keeps tool names that providers take and makes the others so', () => {
    expect(['Bash', 'rm -rf /', '', 'é'.repeat(99)].map(wireToolName)).toEqual([
      'Bash',
      'rm_-rf__',
      'tool',
      '_'.repeat(64),
    ]);
  });

  it('gives reasoning and data back to their own maker only, and never at the end of a message', () => {
    const parts: AssistantPart[] = [
      { type: 'reasoning', text: 'a', providerData: { anthropic: { signature: 's' } } },
      { type: 'text', text: 't', providerData: { openai: { itemId: 'm' } } },
      { type: 'reasoning', text: 'cut', providerData: { anthropic: { signature: 's' } } },
    ];
    const content = (provider: 'anthropic' | 'openai') => {
      const [message] = toProviderPrompt(promptOf([{ role: 'assistant', parts }]), provider);
      return message?.content;
    };
    expect(content('anthropic')).toEqual([
      { type: 'reasoning', text: 'a', providerOptions: { anthropic: { signature: 's' } } },
      { type: 'text', text: 't' },
    ]);
    expect(content('openai')).toEqual([
      { type: 'text', text: 't', providerOptions: { openai: { itemId: 'm' } } },
    ]);
  });
});
