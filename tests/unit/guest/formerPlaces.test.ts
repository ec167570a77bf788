import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkFormerPlaces } from '../../../src/guest/embedded/page/formerLinks.ts';
import { placesNow } from '../../../src/guest/formerPlaces.ts';

/** What a model was told in one guest leads to the same file in the next. */

const embedded = { home: '/home/user', workspace: '/home/user/project', tmp: '/tmp' };
const container = { home: '/home', workspace: '/home/project', tmp: '/tmp' };
const local = { home: '/tmp/wc/home', workspace: '/tmp/wc/home/project', tmp: '/tmp/wc/tmp' };

test('paths of earlier guests are found in this one; its own stay as they are, and so do folders around them', () => {
  const found = (now: typeof embedded, before: readonly (typeof embedded)[], paths: readonly string[]) =>
    paths.map(placesNow(now, before));
  expect(
    found(
      container,
      [embedded, local],
      [
        '/home/user/project/a',
        '/home/user/.x/y',
        '/home/user',
        '/tmp/o',
        '/tmp/wc/tmp/o',
        '/home/project/a',
        '/home',
        '/usr',
      ],
    ),
  ).toEqual([
    '/home/project/a',
    '/home/.x/y',
    '/home',
    '/tmp/o',
    '/tmp/o',
    '/home/project/a',
    '/home',
    '/usr',
  ]);
  expect(
    found(
      local,
      [embedded],
      ['/tmp/o', '/tmp/wc/tmp/o', '/tmp/wc', '/tmp', '/home/user/project', '/home/users'],
    ),
  ).toEqual(['/tmp/wc/tmp/o', '/tmp/wc/tmp/o', '/tmp/wc', '/tmp', '/tmp/wc/home/project', '/home/users']);
});

test('where a path was led it is not led again', () => {
  const part = fc.constantFrom('home', 'user', 'project', 'tmp', 'wc', 'a', '.x');
  const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
  const dirs = fc.constantFrom(embedded, container, local);
  fc.assert(
    fc.property(path, dirs, fc.array(dirs, { maxLength: 3 }), (asked, now, before) => {
      const lead = placesNow(now, before);
      const isOwn = Object.values(now).some((root) => asked === root || asked.startsWith(`${root}/`));
      if (isOwn && before.every(({ home }) => !home.startsWith(now.home))) expect(lead(asked)).toBe(asked);
      expect(lead(lead(asked))).toBe(lead(asked));
    }),
  );
});

async function linksFor(former: typeof embedded, inHome: readonly string[]) {
  const links: string[] = [];
  const there = new Set(['/home', '/home/user', '/home/user/project', '/tmp']);
  const fs = {
    exists: async (path: string) => there.has(path),
    readdir: async (path: string) =>
      path === '/home/user' ? inHome.map((name) => ({ name, kind: 'directory' as const })) : [],
  };
  const link = async (target: string, path: string) => {
    links.push(`${path} -> ${target}`);
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) there.add(at);
  };
  await linkFormerPlaces(fs, link, { now: embedded, former: [former] });
  return links;
}

test('in the embedded guest they are links: of a whole folder, or of each thing where its own folder lies in it', async () => {
  expect(await linksFor(container, ['.x', 'project', 'y'])).toEqual([
    '/home/project -> /home/user/project',
    '/home/.x -> /home/user/.x',
    '/home/y -> /home/user/y',
  ]);
  expect(await linksFor(local, ['.x', 'project'])).toEqual([
    '/tmp/wc/home/project -> /home/user/project',
    '/tmp/wc/home/.x -> /home/user/.x',
    '/tmp/wc/tmp -> /tmp',
  ]);
  const jsh = { home: '/home/project', workspace: '/home/project', tmp: '/home/project/.tmp' };
  expect(await linksFor(jsh, ['.x'])).toEqual(['/home/project -> /home/user/project']);
  expect(await linksFor(embedded, ['.x'])).toEqual([]);
});
