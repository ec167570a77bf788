import { expect, test } from 'vitest';
import { safeLink } from '../../../../src/ui/markdown/safeLink.ts';

test('absolute http and https links may be followed', () => {
  expect(['https://example.com/a?b#c', 'HTTP://Example.com'].map(safeLink)).toEqual([
    'https://example.com/a?b#c',
    'http://example.com/',
  ]);
});

test('every other link is refused, whatever it is dressed as', () => {
  const refused = [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    '//example.com',
    '/guest.html',
    '#/s/demo',
    'mailto:a@example.com',
    'https://user:secret@example.com',
    'https://user@example.com',
    '',
    'https://',
  ];
  expect(refused.map(safeLink)).toEqual(refused.map(() => null));
});
