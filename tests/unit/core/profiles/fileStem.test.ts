import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileStemOf } from '../../../../src/core/index.ts';

const unused: ReadonlySet<string> = new Set();

describe('row 32: a call id reaches a path only as a safe stem', () => {
  test.each([
    ['call_1', 'call_1'],
    ['toolu_01AbC-9', 'toolu_01AbC-9'],
    ['../../etc/x', '______etc_x'],
    ['a/b', 'a_b'],
    ['a\\b', 'a_b'],
    ['a;rm -rf .', 'a_rm_-rf__'],
    ['..', '__'],
    ['.hidden', '_hidden'],
    ['a\0b', 'a_b'],
    ['é😀', '__'],
    ['', 'call'],
    ['con', 'call'],
    ['CON', 'call'],
    ['nul', 'call'],
    ['Com1', 'call'],
    ['lpt9', 'call'],
    ['console', 'console'],
    ['com10', 'com10'],
  ])('%j becomes %j', (callId, stem) => {
    expect(fileStemOf(callId, unused)).toBe(stem);
  });

  test('5,000 characters become 64', () => {
    expect(fileStemOf('x'.repeat(5000), unused)).toBe('x'.repeat(64));
    expect(fileStemOf('x'.repeat(64), unused)).toBe('x'.repeat(64));
    expect(fileStemOf('x'.repeat(65), unused)).toBe('x'.repeat(64));
  });
});

describe('row 33: repeated ids get stems of their own', () => {
  test('as -2, -3, compared without case', () => {
    expect(fileStemOf('call_0', new Set(['call_0']))).toBe('call_0-2');
    expect(fileStemOf('Call_0', new Set(['call_0', 'call_0-2']))).toBe('Call_0-3');
    expect(fileStemOf('', new Set(['call']))).toBe('call-2');
  });

  test('within 64 characters, suffix included', () => {
    expect(fileStemOf('x'.repeat(70), new Set(['x'.repeat(64)]))).toBe(`${'x'.repeat(62)}-2`);
  });

  test('whatever the ids are, every stem is safe and none is there twice', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('x', 'X', 'x-2', '', 'con', 'call', 'call-2', '..', 'a/b', 'a.b'),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 40 }), (ids) => {
        const used = new Set<string>();
        for (const id of ids) {
          const stem = fileStemOf(id, used);
          expect(stem).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          expect(stem).not.toMatch(/^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i);
          expect(used.has(stem.toLowerCase())).toBe(false);
          used.add(stem.toLowerCase());
        }
      }),
    );
  });
});
