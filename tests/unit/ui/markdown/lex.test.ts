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

test('a text that is too long to be lexed is shown as it is written', async () => {
  expect(await types('*a* '.repeat(50_000))).toEqual(['paragraph']);
  expect(await types('*a* '.repeat(50_001))).toEqual(['code']);
});
