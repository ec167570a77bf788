import * as v from 'valibot';
import { type FileChange, type Guest, placesNow, type ShellState } from '../../guest/index.ts';
import type { JournalChange } from '../../store/index.ts';

export type Dirs = Guest['dirs'];
/** Deepest first: a workspace lies in a home. */
const names = ['workspace', 'tmp', 'home'] as const;

/** Of every embedded guest; what a model is told before a session's first guest runs. */
export const usualPlaces: Dirs = { home: '/home/user', workspace: '/home/user/project', tmp: '/tmp' };

/** A host of tests gives each tab others. */
const mostFormer = 20;

const schema = v.object({ workspace: v.string(), tmp: v.string(), home: v.string() });

/** Places of the guests that a session has had, the latest last. */
export function parseFormerPlaces(value: unknown): readonly Dirs[] {
  const parsed = v.safeParse(v.array(schema), value);
  return parsed.success ? parsed.output : [];
}

/** With those of a guest that runs now as the latest; so many are kept. */
export function withPlaces(former: readonly Dirs[], dirs: Dirs): readonly Dirs[] {
  const others = former.filter((each) => names.some((name) => each[name] !== dirs[name]));
  const { workspace, tmp, home } = dirs;
  return [...others, { workspace, tmp, home }].slice(-mostFormer);
}

/** Places as they were stored; null where none were, or they are none. */
export function parsePlaces(value: unknown): Dirs | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : null;
}

/**
 * Where the folders of a journal are in the guest that runs now. A session keeps the paths of the guest that it began
 * on; in one with other folders its files lie below those.
 */
export class Places {
  readonly #pairs: readonly (readonly [journal: string, guest: string])[];

  constructor(journal: Dirs | null, guest?: Dirs) {
    this.#pairs =
      journal === null || guest === undefined || names.every((name) => journal[name] === guest[name])
        ? []
        : names.map((name) => [journal[name], guest[name]]);
  }

  get areSame(): boolean {
    return this.#pairs.length === 0;
  }

  inGuest(path: string): string {
    return moved(path, this.#pairs);
  }

  inJournal(path: string): string {
    return moved(
      path,
      this.#pairs.map(([journal, guest]) => [guest, journal]),
    );
  }
}

/** By the longest folder that fits: a folder for temporary files may lie in a workspace. */
function moved(path: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  const fits = ([from]: readonly [string, string]) => path === from || path.startsWith(`${from}/`);
  const [pair] = pairs.filter(fits).sort(([a], [b]) => b.length - a.length);
  return pair === undefined ? path : pair[1] + path.slice(pair[0].length);
}

interface Restored {
  readonly change: FileChange;
  readonly bytes: AsyncIterable<Uint8Array> | null;
}

/** The journalled tree at its places in the guest. */
export async function* treeMoved(tree: AsyncIterable<Restored>, places: Places): AsyncGenerator<Restored> {
  for await (const { change, bytes } of tree) {
    yield { change: changeMoved(change, (path) => places.inGuest(path)), bytes };
  }
}

/** The guest's changes at their places in the journal. */
export function changesMoved(changes: readonly JournalChange[], places: Places): readonly JournalChange[] {
  if (places.areSame) return changes;
  return changes.map((change) => changeMoved(change, (path) => places.inJournal(path)));
}

/** A link goes along with what it leads to. */
function changeMoved<Change extends FileChange | JournalChange>(
  change: Change,
  move: (path: string) => string,
): Change {
  const path = move(change.path);
  return change.kind === 'symlink' ? { ...change, path, target: move(change.target) } : { ...change, path };
}

/**
 * A shell's state for another guest than that which it is of: its folder there, its functions, and none of the
 * variables that name places.
 */
export function shellMoved(
  state: ShellState | null,
  guest: Pick<Guest, 'dirs' | 'shell'>,
  { of, former }: { readonly of: Dirs | null; readonly former: readonly Dirs[] },
): ShellState | null {
  if (state === null || of === null || names.every((name) => of[name] === guest.dirs[name])) return state;
  const fresh = guest.shell().state;
  const cwd = placesNow(guest.dirs, [of, ...former])(state.cwd);
  const env = { ...state.env, ...fresh.env, PWD: cwd };
  return { cwd, env, prelude: state.prelude };
}
