import { expect, test } from 'vitest';
import { inlineWords, plainWords } from '../../../../src/ui/words/build/inlineWords.ts';

const script = '<script lang="ts">\nimport * as words from \'../words/room.ts\';\n</script>\n';
const known = plainWords(
  [
    "export const close = 'Close';",
    'export const quoted = \'Say "a < b & {c}"\';',
    "export const spaced = 'two  spaces';",
    // biome-ignore format: a source of words in one line each
    'export const rename = (title: string, at: number) => `Rename ${title} at \\`${at}\\``;',
  ].join('\n'),
);
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

test('a text with places for values becomes a template where it is called, with words in its values too', () => {
  expect(inlined('<p title={words.rename(name(words.close), 2)}>a</p>')).toBe(
    '<p title={`Rename ${name("Close")} at \\`${2}\\``}>a</p>',
  );
  expect(inlined('{#if words.rename(...both)}a{/if}')).toBe('{#if words.rename(...both)}a{/if}');
});

test('words in a component’s script are written out too', () => {
  const source = script.replace('</script>', 'const said = words.close;\n</script>');
  expect(inlineWords(source, () => known)).toBe(source.replace('words.close', '"Close"'));
});

test('only a text, or one with every parameter once and in order, is plain', () => {
  const source = [
    "export const a = 'A';",
    'export const b = (n: number, m: string) => `${n} of ${m}`;',
    'export const c = (n: number, m: string) => `${m} of ${n}`;',
    'export const d = (n: number) => `${lines(n)}`;',
    "const e = 'E';",
    'export const f = (n: number) => plural(n, { other: `#` });',
  ].join('\n');
  expect([...plainWords(source)]).toEqual([
    ['a', { kind: 'text', text: 'A' }],
    ['b', { kind: 'template', texts: ['', ' of ', ''], values: [0, 1] }],
  ]);
});
