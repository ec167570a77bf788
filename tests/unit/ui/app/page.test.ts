import { expect, test } from 'vitest';
import { parsePage } from '../../../../src/ui/app/page.ts';

test('a link to a recording may name a step behind an @', () => {
  const link = '/r/1/demo/4-0a1b2c3d/abcd';
  expect(parsePage(`#${link}`)).toEqual({ kind: 'recording', fragment: link, step: null });
  expect(parsePage(`#${link}@1.02.0`)).toEqual({ kind: 'recording', fragment: link, step: '1.2.0' });
  // What is no step stays a part of the link, which says that it was changed.
  expect(parsePage(`#${link}@1.2`)).toEqual({ kind: 'recording', fragment: `${link}@1.2`, step: null });
  expect(parsePage('#/r')).toEqual({ kind: 'recording', fragment: '', step: null });
});

test('pages have addresses; what is none names nothing, and says what was asked', () => {
  expect(parsePage('#/compare?left=a&right=b')).toEqual({ kind: 'compare', query: 'left=a&right=b' });
  expect(parsePage('#/compare')).toEqual({ kind: 'compare', query: '' });
  expect(parsePage('#/runs/a-1_B')).toEqual({ kind: 'runs', id: 'a-1_B' });
  expect(parsePage('#/import')).toEqual({ kind: 'import' });
  for (const session of ['#/s/a', '#/s/a/1.2.0', '#/s/', '#/', '#', '']) {
    expect(parsePage(session)).toEqual({ kind: 'session' });
  }
  for (const hash of ['#/runs/', '#/runs/a/b', '#/imports', '#/comparex', '#/nonsense', '#x']) {
    expect(parsePage(hash)).toEqual({ kind: 'unknown', hash });
  }
});
