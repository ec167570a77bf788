import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEstimatingCounter } from '../../../../src/core/index.ts';

const counter = createEstimatingCounter();
const utf8 = (text: string) => new TextEncoder().encode(text);
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constantFrom('\n', '漢字', '😀😀')), {
    maxLength: 20,
  })
  .map((parts) => parts.join('').toWellFormed());

async function passOver(text: string, cap: number | null, chunkBytes: number) {
  const pass = counter.pass('o200k_base', cap);
  const bytes = utf8(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) await pass.push(bytes.slice(at, at + chunkBytes));
  pass.end();
  return { prefix: await pass.prefix, total: await pass.total };
}

test('four characters are a token; the prefix is the most whole lines under the cap, in any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyText,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, cap, size) => {
        const tokens = (part: string) => Math.ceil(part.length / 4);
        const { prefix, total } = await passOver(text, cap, size);
        expect([total, await counter.count(text, 'cl100k_base')]).toEqual([tokens(text), tokens(text)]);
        const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        if (tokens(text) <= cap) {
          expect(prefix).toEqual({
            bytes: utf8(text).length,
            lines: lines.length,
            tokens: tokens(text),
            whole: true,
          });
          return;
        }
        let kept = lines.length;
        while (tokens(lines.slice(0, kept).join('')) > cap) kept -= 1;
        const start = lines.slice(0, kept).join('');
        expect(prefix).toEqual({
          bytes: utf8(start).length,
          lines: kept,
          tokens: tokens(start),
          whole: false,
        });
        const cut = await counter.cutToTokens(utf8(text), 'o200k_base', cap);
        let units = cap * 4;
        if (/[\ud800-\udbff]/.test(text[units - 1] ?? '')) units -= 1;
        expect(cut).toEqual({
          bytes: utf8(text.slice(0, units)).length,
          tokens: tokens(text.slice(0, units)),
        });
      },
    ),
  );
});

test('a prefix is known as soon as later bytes cannot change it, and a pass can be given up', async () => {
  const pass = counter.pass('o200k_base', 2);
  await pass.push(utf8('abc\nabcdefgh'));
  expect(await pass.prefix).toEqual({ bytes: 4, lines: 1, tokens: 1, whole: false });
  pass.cancel();
  await expect(pass.total).rejects.toMatchObject({ name: 'AbortError' });
  await expect(pass.push(utf8('x'))).rejects.toMatchObject({ name: 'AbortError' });
  expect((await passOver('x'.repeat(9), null, 4)).prefix.whole).toBe(true);
});
