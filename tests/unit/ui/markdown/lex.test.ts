import { expect, test } from 'vitest';
import { lexMarkdown } from '../../../../src/ui/markdown/lex.ts';

const types = async (text: string) => (await lexMarkdown(text)).map((token) => token.type);

test('markup is found', async () => {
  expect(await types('# A\n\n- b\n  - c\n\n> d')).toEqual([
    'heading',
    'space',
    'list',
    'space',
    'blockquote',
  ]);
});

test('what is nested too deep for the lexer or for a page is shown as it is written', async () => {
  const quotes = `${'> '.repeat(5_000)}x`;
  const lists = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n');
  for (const text of [quotes, `${'> '.repeat(60)}x`, lists]) {
    expect(await lexMarkdown(text)).toEqual([{ type: 'code', raw: text, text, codeBlockStyle: 'indented' }]);
  }
  expect(await types(`${'> '.repeat(10)}x`)).toEqual(['blockquote']);
});

test('a text or a paragraph that is too long to be lexed is shown as it is written', async () => {
  expect(await types('*a* b\n\n'.repeat(14_000))).toContain('paragraph');
  expect(await types('*a* b\n\n'.repeat(15_000))).toEqual(['code']);
  const inner = async (text: string) => {
    const [paragraph] = await lexMarkdown(text);
    return paragraph !== undefined && 'tokens' in paragraph
      ? paragraph.tokens?.map(({ type }) => type)
      : null;
  };
  expect(await inner('*a*'.padEnd(2_000, 'x'))).toEqual(['em', 'text']);
  expect(await inner('*a*'.padEnd(2_001, 'x'))).toEqual(['text']);
});

test('hostile text costs no more than a moment', async () => {
  for (const pattern of ['_a_', '*a_b', '**a', '`a', '1. a\n', '- \n', '|a']) {
    const before = process.cpuUsage();
    await lexMarkdown(pattern.repeat(100_000 / pattern.length));
    // Measured 1.2 s at most on a shared machine; without the bounds `_a_` takes twenty.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(6_000);
  }
}, 60_000);
