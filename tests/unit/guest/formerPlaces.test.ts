import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkFormerPlaces } from '../../../src/guest/embedded/page/formerLinks.ts';
import { placesNow } from '../../../src/guest/formerPlaces.ts';

/** What a model was told in one guest leads to the same file in the next. */

const embedded = { home: '/home/user', workspace: '/home/user/project', tmp: '/tmp' };
const container = { home: '/home', workspace: '/home/project', tmp: '/tmp' };
const jsh = { home: '/home/project', workspace: '/home/project', tmp: '/home/project/.tmp' };
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

test('a path is led out of the deepest former place around it, unless a place of now’s is as deep or lies in it; what was led is led again only from a former place within one of now’s', () => {
  const part = fc.constantFrom('home', 'user', 'project', 'tmp', '.tmp', 'wc', 'a', '.x');
  const dirs = fc.constantFrom(embedded, container, local, jsh);
  const start = fc.oneof(
    fc.constant(''),
    dirs.chain((of) => fc.constantFrom(...Object.values(of))),
  );
  const path = fc
    .tuple(start, fc.array(part, { minLength: 1, maxLength: 5 }))
    .map(([folder, parts]) => [folder, ...parts].join('/'));
  const isWithin = (path: string, root: string) => path === root || path.startsWith(`${root}/`);
  const depth = (roots: readonly string[], path: string) =>
    Math.max(0, ...roots.filter((root) => isWithin(path, root)).map((root) => root.length));
  fc.assert(
    fc.property(path, dirs, fc.array(dirs, { maxLength: 3 }), (asked, now, before) => {
      const lead = placesNow(now, before);
      const own = Object.values(now);
      const former = before.flatMap((of) => Object.values(of));
      const stays = (path: string) =>
        depth(own, path) >= depth(former, path) || own.some((root) => isWithin(root, path));
      const led = lead(asked);
      expect(led === asked).toBe(stays(asked));
      if (led !== asked) expect(own.some((root) => isWithin(led, root))).toBe(true);
      const lies = former.some((from) => !own.includes(from) && own.some((root) => isWithin(from, root)));
      if (!lies || stays(led)) expect(lead(led)).toBe(led);
      else expect(depth(former, led)).toBeGreaterThan(depth(own, led));
    }),
  );
});

test('a folder named as the former home in a home that lies around it is taken for the former home', () => {
  const lead = placesNow(container, [embedded]);
  expect(['/home/user/user/home', '/home/user/home', '/home/home'].map(lead)).toEqual([
    '/home/user/home',
    '/home/home',
    '/home/home',
  ]);
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
  expect(await linksFor(jsh, ['.x'])).toEqual(['/home/project -> /home/user/project']);
  expect(await linksFor(embedded, ['.x'])).toEqual([]);
});
