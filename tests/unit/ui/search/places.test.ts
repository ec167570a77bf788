import { expect, test } from 'vitest';
import { searchPlaces } from '../../../../src/ui/search/places.ts';
import { longSession } from '../../../hosts/fakes/uiFixture.ts';

test('every message, answer, call and output of a session is a place, in its order and with an id of its own', () => {
  const places = searchPlaces(longSession(1, 2));
  expect(places.map(({ kind, id, item }) => [kind, id, item])).toEqual([
    ['text', 'text user 1', 'user 1'],
    ['text', 'text text 1.1.0', 'text 1.1.0'],
    ['text', 'text call 1.1.0', 'call 1.1.0'],
    ['output', 'output call 1.1.0', 'call 1.1.0'],
    ['text', 'text text 1.2.0', 'text 1.2.0'],
    ['text', 'text call 1.2.0', 'call 1.2.0'],
    ['output', 'output call 1.2.0', 'call 1.2.0'],
  ]);
  expect(places[2]).toMatchObject({ text: 'echo 1.1.0', folds: ['call 1.1.0'] });
});

test('places of a longer session begin with those of the shorter one, so that only the new ones are searched', () => {
  const ids = (turns: number) => searchPlaces(longSession(turns, 3)).map(({ id }) => id);
  expect(ids(3).slice(0, ids(2).length)).toEqual(ids(2));
  expect(new Set(ids(3)).size).toBe(ids(3).length);
});
