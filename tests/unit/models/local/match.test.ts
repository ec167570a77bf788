import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PATTERN_CHARS, matchFirst, parsePattern } from '../../../../src/models/local/match.ts';

function match(source: string, text: string): string | null {
  const pattern = parsePattern(source);
  if (typeof pattern === 'string') throw new Error(pattern);
  return matchFirst(pattern, text);
}

const atom = fc
  .tuple(
    fc.constantFrom('a', 'b', '.', '\\d', '\\S', '\\w', '[ab]', '[^a]', '[0-9]', '\\.', ':', ' '),
    fc.constantFrom('', '', '*', '+', '?'),
  )
  .map((parts) => parts.join(''));
const source = fc
  .record({
    before: fc.array(atom, { maxLength: 3 }),
    inside: fc.array(atom, { minLength: 1, maxLength: 3 }),
    after: fc.array(atom, { maxLength: 2 }),
    group: fc.boolean(),
    start: fc.boolean(),
    end: fc.boolean(),
  })
  .map(({ before, inside, after, group, start, end }) =>
    [
      start ? '^' : '',
      ...before,
      group ? `(${inside.join('')})` : inside.join(''),
      ...after,
      end ? '$' : '',
    ].join(''),
  );
const text = fc
  .array(fc.constantFrom('a', 'b', '1', '.', ':', ' ', '\n', 'z'), { maxLength: 24 })
  .map((chars) => chars.join(''));

describe('the patterns of {{match:…}}', () => {
  it('find what RegExp finds in multi-line mode', () => {
    fc.assert(
      fc.property(source, text, (pattern, subject) => {
        const expected = new RegExp(pattern, 'm').exec(subject);
        expect(match(pattern, subject)).toBe(expected === null ? null : (expected[1] ?? expected[0]));
      }),
      { numRuns: 3000 },
    );
  });

  it('find the path in a notice', () => {
    const notice =
      '<persisted-output>\nOutput too large (5KB). Full output saved to: /home/u/a b.txt\n\nPreview';
    expect(match('saved to: (.+)$', notice)).toBe('/home/u/a b.txt');
    expect(match('saved to: (\\S+)', notice)).toBe('/home/u/a');
  });

  it('stay linear where a backtracking reader would not end', () => {
    expect(match(`${'a?'.repeat(60)}${'a'.repeat(60)}b`, 'a'.repeat(20_000))).toBeNull();
    expect(match('\\S*\\S*\\S*\\S*\\S*x', 'a'.repeat(100_000))).toBeNull();
  });

  it.each([
    ['', 'the pattern is empty'],
    ['a'.repeat(MAX_PATTERN_CHARS + 1), 'the pattern is longer than 200 characters'],
    ['(a)(b)', 'only one ( ) is allowed'],
    ['(a', 'a ( has no ) after it'],
    ['a)', 'a ) has no ( before it'],
    ['(a)+', 'a ( ) cannot be repeated'],
    ['[ab', 'a [ has no ] after it'],
    ['a|b', '"|" cannot stand here (write \\| for the character)'],
    ['a**', '"*" cannot stand here (write \\* for the character)'],
    ['a\\', 'the pattern ends in a lone \\'],
    ['^$', 'the pattern matches nothing but the empty text'],
  ])('refuse %j in a sentence', (pattern, sentence) => {
    expect(parsePattern(pattern)).toBe(sentence);
  });

  it('may be exactly as long as the limit', () => {
    expect(match('a'.repeat(MAX_PATTERN_CHARS), 'a'.repeat(MAX_PATTERN_CHARS))).toHaveLength(200);
  });
});
