import { expect, test } from 'vitest';
import { Places, parsePlaces } from '../../../../src/agent/workspace/places.ts';

const embedded = { home: '/home/user', workspace: '/home/user/project', tmp: '/tmp' };
const container = { home: '/home', workspace: '/home/project', tmp: '/home/tmp' };

test('the folders of a journal are found in another guest and back, the workspace before the home it lies in', () => {
  const places = new Places(embedded, container);
  const paths = [
    ['/home/user/project', '/home/project'],
    ['/home/user/project/a/b', '/home/project/a/b'],
    ['/home/user/.config', '/home/.config'],
    ['/tmp/out.txt', '/home/tmp/out.txt'],
    ['/tmpfile', '/tmpfile'],
    ['/home/user/projects', '/home/projects'],
  ] as const;
  expect(paths.map(([journal]) => places.inGuest(journal))).toEqual(paths.map(([, guest]) => guest));
  expect(paths.map(([, guest]) => places.inJournal(guest))).toEqual(paths.map(([journal]) => journal));
});

test('the same folders change nothing, and neither does a journal that is empty', () => {
  expect([new Places(embedded, embedded).areSame, new Places(null, container).areSame]).toEqual([true, true]);
  expect(new Places(embedded, embedded).inGuest('/home/user/x')).toBe('/home/user/x');
});

test('stored places are taken only where they are places', () => {
  expect([parsePlaces(embedded), parsePlaces({ home: 1 }), parsePlaces(undefined)]).toEqual([
    embedded,
    null,
    null,
  ]);
});
