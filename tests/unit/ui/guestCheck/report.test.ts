import { expect, test } from 'vitest';
import type { CheckResult } from '../../../../src/guest/index.ts';
import { tallyOf, valueText } from '../../../../src/ui/guestCheck/checkWords.ts';
import { reportMarkdown } from '../../../../src/ui/guestCheck/report.ts';

const result = (name: string, more: Partial<CheckResult> = {}): CheckResult => ({
  name,
  group: 'files',
  verdict: 'kept',
  expected: 1,
  got: 1,
  ms: 12.4,
  ...more,
});

test('values are shown as in a program, on one line', () => {
  expect(valueText('a\n\tb')).toBe('"a\\n\\tb"');
  expect(valueText({ a: 1, b: [1, 'x'] })).toBe('{"a": 1, "b": [1, "x"]}');
  expect(valueText([])).toBe('[]');
  expect(valueText(null)).toBe('null');
});

test('what was stopped counts neither as kept nor as differing', () => {
  const results = [
    result('a'),
    result('b', { verdict: 'differs' }),
    result('c', { verdict: 'no-answer' }),
    result('d', { verdict: 'stopped' }),
  ];
  expect(tallyOf(results)).toEqual({ kept: 1, differs: 2, ms: 4 * 12.4 });
});

test('a report says where, how many, what differs whole and every check; a guest’s words cannot break its tables', () => {
  const report = reportMarkdown(
    {
      guest: 'embedded',
      build: 'abc',
      browser: 'Browser 1',
      isIsolated: true,
      at: '2026-11-30T10:00:00.000Z',
    },
    [result('kept one'), result('one | two', { verdict: 'differs', got: 'a`b\n| <b>' })],
    [{ question: 'Which Node?', answer: 'v20' }],
  );
  expect(report).toBe(`## Guest check

- Guest: embedded; page abc; cross-origin isolated
- Browser: \`Browser 1\`
- 2026-11-30T10:00:00.000Z: 1 kept, 1 differ, 0.0 s

### What differs

| check | expected | got |
| --- | --- | --- |
| files: \`one \\| two\` | \`1\` | \`"aˋb\\n\\| <b>"\` |

### Facts

| question | answer |
| --- | --- |
| \`Which Node?\` | \`v20\` |

<details><summary>Every check</summary>

| check | verdict | ms |
| --- | --- | ---: |
| files: \`kept one\` | kept | 12 |
| files: \`one \\| two\` | differs | 12 |

</details>
`);
});
