import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../../goldens/checkFile.ts';
import golden from '../../../../goldens/claude-code.json';

test('every golden case of Claude Code gives the whole text that was measured', () => {
  expect(checkFile(golden)).toEqual({ passed: golden.cases.length, failures: [] });
});

describe('the goldens runner', () => {
  const fileWith = (changes: object) => ({ ...golden, cases: [{ ...golden.cases[1], ...changes }] });

  test('says where a text differs first', () => {
    const text = golden.cases[1]?.text?.replace('29.3KB', '29.4KB');
    expect(checkFile(fileWith({ text })).failures).toEqual([
      expect.stringMatching(/^C2: first difference at 40: expected "4KB\)\. Full .*, got "3KB\)\. Full .*/),
    ]);
  });

  test('checks the hash where there is no text, the input, and whether it was saved', () => {
    expect(checkFile(fileWith({ text: undefined, outSha: 'x' })).failures).toEqual([
      'C2: result of 2167 characters has another SHA-256',
    ]);
    expect(checkFile(fileWith({ inputSha: 'x' })).failures).toEqual(['C2: input has another SHA-256']);
    expect(checkFile(fileWith({ inputChars: 1 })).failures).toEqual([
      'C2: input has 30001 characters, not 1',
    ]);
    expect(checkFile(fileWith({ persisted: false })).failures).toEqual(['C2: persisted is true, not false']);
  });

  test.each([262_144, 262_145, 1_000_000])(
    'gives a read of %d characters whole, as the tool has no limit',
    (units) => {
      const ends = `'<' + '漢'.repeat(${units - 2}) + '>'`;
      const text = `<${'漢'.repeat(units - 2)}>`;
      const read = {
        tool: 'read',
        gen: ends,
        persisted: false,
        inputSha: undefined,
        inputChars: units,
        text,
      };
      expect(checkFile(fileWith({ ...read, outSha: undefined, outChars: units }))).toEqual({
        passed: 1,
        failures: [],
      });
    },
  );

  test('gives a read of any profile that cuts none whole', () => {
    const input = 'x'.repeat(400_000);
    const cases = [{ id: 'long', tool: 'read', input, text: input }];
    expect(checkFile({ profile: 'none', about: '', cases })).toEqual({ passed: 1, failures: [] });
  });

  test('names an expression that throws or gives no text', () => {
    expect(checkFile(fileWith({ gen: 'nothing.here' })).failures).toEqual([
      'C2: threw ReferenceError: nothing is not defined',
    ]);
    expect(checkFile(fileWith({ gen: '42' })).failures).toEqual(['C2: threw gen gives number, not a text']);
  });

  test.each([[null], [[]], [{ cases: 1 }], ['text']])('calls another format unknown (%#)', (file) => {
    expect(checkFile(file)).toEqual({ passed: 0, failures: ['unknown format'] });
  });
});
