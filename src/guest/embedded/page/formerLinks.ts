import type { Guest, GuestFs } from '../../port.ts';
import { isWithin, joinPath } from '../files/index.ts';

type Dirs = Guest['dirs'];
/** The workspace first: where it was the home too, its files are what was meant. */
const names = ['workspace', 'home', 'tmp'] as const;

/**
 * Makes paths of earlier guests lead to the folders of this one, by links. Where a folder of this guest lies in one of
 * those, as `/home/user` does in `/home`, each thing in it gets a link of its own. What is there already stays.
 */
export async function linkFormerPlaces(
  fs: Pick<GuestFs, 'exists' | 'readdir'>,
  link: (target: string, path: string) => Promise<unknown>,
  { now, former }: { readonly now: Dirs; readonly former: readonly Dirs[] },
): Promise<void> {
  const linkFreely = async (target: string, path: string): Promise<boolean> => {
    if (await fs.exists(path)) return false;
    // A place that takes no link leads nowhere, which is no reason not to start.
    await link(target, path).catch(() => {});
    return true;
  };
  for (const dirs of former) {
    for (const [index, name] of names.entries()) {
      const [from, to] = [dirs[name], now[name]];
      const leadsElsewhere = names.slice(0, index).some((other) => isWithin(from, dirs[other]));
      if (from === to || leadsElsewhere || (await linkFreely(to, from))) continue;
      for (const entry of await fs.readdir(to)) {
        const target = joinPath(to, entry.name);
        if (target !== now.workspace) await linkFreely(target, joinPath(from, entry.name));
      }
    }
  }
}
