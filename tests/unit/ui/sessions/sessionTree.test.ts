import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SessionSummary } from '../../../../src/store/index.ts';
import { originWords, sessionTree } from '../../../../src/ui/sessions/sessionTree.ts';

function session(id: string, at: number, from?: string, kind: 'fork' | 'run' = 'fork'): SessionSummary {
  return {
    id,
    title: id.toUpperCase(),
    createdAtMs: at,
    changedAtMs: at,
    guest: 'embedded',
    model: { provider: 'parrot', model: 'parrot' },
    turns: 1,
    outputBytes: 0,
    ...(from === undefined
      ? {}
      : { origin: { kind, session: from, title: from.toUpperCase(), at: '1.2.0' } }),
  };
}

const shape = (sessions: readonly SessionSummary[]) =>
  sessionTree(sessions).map(({ session: { id }, depth }) => `${'  '.repeat(depth)}${id}`);

test('forks stand under what they come from, the newest family first', () => {
  const sessions = [
    session('old', 1),
    session('b', 5, 'a'),
    session('a', 2),
    session('c', 4, 'a'),
    session('d', 9, 'b'),
  ];
  expect(shape(sessions)).toEqual(['a', '  c', '  b', '    d', 'old']);
});

test('a fork whose origin is not here stands by itself and says so', () => {
  const [row] = sessionTree([session('a', 1, 'gone')]);
  expect(row && [row.depth, originWords(row)]).toEqual([
    0,
    'fork behind 1.2.0 of “GONE”, which is not in this browser',
  ]);
});

test('a run and a fork say which they are', () => {
  const rows = sessionTree([session('a', 1), session('b', 2, 'a', 'run'), session('c', 3, 'a')]);
  expect(rows.map(originWords)).toEqual(['', 'run again', 'fork behind 1.2.0']);
});

test('whatever they name as their origin, each session is in the list once', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const list = fc.tuple(
    ...ids.map((id) => fc.constantFrom(undefined, ...ids, 'x').map((from) => session(id, 1, from))),
  );
  fc.assert(
    fc.property(list, (sessions) => {
      expect(
        sessionTree(sessions)
          .map(({ session: { id } }) => id)
          .sort(),
      ).toEqual(ids);
    }),
  );
});
