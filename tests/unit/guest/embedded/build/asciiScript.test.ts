import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiScript } from '../../../../../src/guest/embedded/build/asciiScript.ts';

test('texts, patterns and names mean the same', () => {
  for (const script of [
    "'…\\é\\\\é😀'",
    '`ä\\\\\\ö`',
    '/^[–é]😀{2}$/u.test("é😀😀")',
    '/^[\\é]$/.test("é")',
    '/[😀]/.test("\\ud83d")',
    'const grün = { ß: 2 }; grün.ß',
  ]) {
    const ascii = asciiScript(script);
    expect(ascii).toMatch(/^[\x00-\x7f]*$/);
    expect(runInNewContext(ascii)).toEqual(runInNewContext(script));
  }
});

test('any text with any backslashes means the same', () => {
  const part = fc.constantFrom('\\', 'é', '…', '😀', 'u', '0', "'", '\ufeff', '\ud800');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      // Doubled where they are backslashes, as a printer has them; quotes escaped.
      const literal = `'${parts.map((each) => (each === '\\' || each === "'" ? `\\${each}` : each)).join('')}'`;
      expect(runInNewContext(asciiScript(literal))).toBe(parts.join(''));
    }),
  );
});
