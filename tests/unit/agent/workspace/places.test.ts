import { expect, test } from 'vitest';
import {
  changesMoved,
  Places,
  parseFormerPlaces,
  parsePlaces,
  shellMoved,
  treeMoved,
  withPlaces,
} from '../../../../src/agent/workspace/places.ts';
import type { Guest } from '../../../../src/guest/index.ts';

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

test('a folder for temporary files that lies in a workspace goes its own way, and a link goes along with its target', async () => {
  const inside = { home: '/home/project', workspace: '/home/project', tmp: '/home/project/.tmp' };
  const places = new Places(embedded, inside);
  expect(['/tmp/a', '/home/user/project/b'].map((path) => places.inGuest(path))).toEqual([
    '/home/project/.tmp/a',
    '/home/project/b',
  ]);
  expect(['/home/project/.tmp/a', '/home/project/b'].map((path) => places.inJournal(path))).toEqual([
    '/tmp/a',
    '/home/user/project/b',
  ]);
  const link = { path: '/home/user/project/l', kind: 'symlink', target: '/home/user/project/b' } as const;
  const tree = (async function* () {
    yield { change: link, bytes: null };
  })();
  const moved = { ...link, path: '/home/project/l', target: '/home/project/b' };
  expect((await treeMoved(tree, places).next()).value).toEqual({ change: moved, bytes: null });
  expect(changesMoved([moved], places)).toEqual([link]);
});

test('the places of the latest guest are the last of those that are kept, each once, twenty at most', () => {
  expect(withPlaces([embedded, container], embedded)).toEqual([container, embedded]);
  const many = Array.from({ length: 20 }, (_, index) => ({ ...container, home: `/h${index}` }));
  expect(withPlaces(many, embedded)).toEqual([...many.slice(1), embedded]);
  expect(parseFormerPlaces([embedded])).toEqual([embedded]);
  expect(parseFormerPlaces([{ home: 1 }])).toEqual([]);
});

test('a shell goes on in another guest in its folder there, with its own variables and those of its new place', () => {
  const fresh = { cwd: '/home/project', env: { HOME: '/home', PATH: '/bin' }, prelude: '' };
  const guest = { dirs: container, shell: () => ({ state: fresh }) } as unknown as Guest;
  const state = {
    cwd: '/home/user/project/sub',
    env: { HOME: '/home/user', PATH: '/usr/bin', MINE: 'yes', PWD: '/home/user/project/sub' },
    prelude: 'f() { :; }',
  };
  const env = { HOME: '/home', PATH: '/bin', MINE: 'yes', PWD: '/home/project/sub' };
  const moved = { cwd: '/home/project/sub', env, prelude: state.prelude };
  expect(shellMoved(state, guest, { of: embedded, former: [] })).toEqual(moved);
  // A folder that was named as in a guest before the last one.
  expect(shellMoved(state, guest, { of: { ...embedded, home: '/h' }, former: [embedded] })).toEqual(moved);
  expect(shellMoved(state, guest, { of: container, former: [embedded] })).toBe(state);
  expect(shellMoved(null, guest, { of: embedded, former: [] })).toBe(null);
});
