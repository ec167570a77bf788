import type { Guest } from './port.ts';

type Dirs = Guest['dirs'];
/** Deepest first: a workspace lies in a home. */
const names = ['workspace', 'tmp', 'home'] as const;

/**
 * Where paths of earlier guests of a session are in the one that runs now: what a model was told keeps leading to the
 * same file. A path of the guest's own stays as it is, and so does a folder that its own lie in.
 *
 * A path alone does not tell a former place that lay within one of now's from a folder of that name there: with a
 * home at `/home` after one at `/home/user`, `/home/user/a` is `/home/a`, and a folder `user` of the new home is not
 * reached by that path. For the same reason a path that was led into such a folder (`/home/user/user/a`) would be led
 * again.
 */
export function placesNow(now: Dirs, before: readonly Dirs[]): (path: string) => string {
  const pairs = before.flatMap((dirs) =>
    names.flatMap((name) => (dirs[name] === now[name] ? [] : [{ from: dirs[name], to: now[name] }])),
  );
  const own = names.map((name) => now[name]);
  return (path) => {
    let best: (typeof pairs)[number] | null = null;
    for (const pair of pairs) {
      if (isWithin(path, pair.from) && pair.from.length > (best?.from.length ?? 0)) best = pair;
    }
    if (best === null) return path;
    const { from, to } = best;
    const isOwn = own.some(
      (root) => isWithin(root, path) || (isWithin(path, root) && root.length >= from.length),
    );
    return isOwn ? path : to + path.slice(from.length);
  };
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
