import { expect, test } from 'vitest';
import { constantWords, inlineWords } from '../../../../src/ui/words/build/inlineWords.ts';

const script = '<script lang="ts">\nimport * as words from \'../words/room.ts\';\n</script>\n';
const known = new Map([
  ['close', 'Close'],
  ['quoted', 'Say "a < b & {c}"'],
  ['spaced', 'two  spaces'],
]);
const inlined = (template: string) => inlineWords(script + template, () => known).slice(script.length);

test('a word that never changes is written into text, attribute and expression', () => {
  expect(inlined('<p>{words.close}</p>')).toBe('<p>Close</p>');
  expect(inlined('<Row label={words.close} title="{n} {words.close}" />')).toBe(
    '<Row label="Close" title="{n} Close" />',
  );
  expect(inlined('<p>{on ? words.close : words.count(2)}</p>')).toBe(
    '<p>{on ? "Close" : words.count(2)}</p>',
  );
});

test('what would be markup is written as text', () => {
  const text = 'Say &quot;a &lt; b &amp; &#123;c&#125;&quot;';
  expect(inlined('<p>{words.quoted}</p>')).toBe(`<p>${text}</p>`);
  expect(inlined('<p title={words.quoted}>a</p>')).toBe(`<p title="${text}">a</p>`);
});

test('white space that the template would fold stays in its expression', () => {
  expect(inlined('<p>{words.spaced}</p>')).toBe('<p>{"two  spaces"}</p>');
});

test('what is no constant of the words stays, and a name of the words may mean nothing else', () => {
  expect(inlined('<p>{words.titles[kind]} {other.close}</p>')).toBe(
    '<p>{words.titles[kind]} {other.close}</p>',
  );
  expect(() => inlined('{#each list as words}{words.close}{/each}')).toThrow(/means the words/);
});

test('only texts that are written out are constants', () => {
  const source =
    "export const a = 'A';\nexport const b = (n: number) => `${n}`;\nconst c = 'C';\nexport const d: string = 'D';\n";
  expect([...constantWords(source)]).toEqual([
    ['a', 'A'],
    ['d', 'D'],
  ]);
});
