import * as v from 'valibot';
import type { FileChange, Guest, ShellState } from '../../guest/index.ts';
import type { JournalChange } from '../../store/index.ts';

type Dirs = Guest['dirs'];
/** Deepest first: a workspace lies in a home. */
const names = ['workspace', 'tmp', 'home'] as const;

const schema = v.object({ workspace: v.string(), tmp: v.string(), home: v.string() });

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

function moved(path: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  const pair = pairs.find(([from]) => path === from || path.startsWith(`${from}/`));
  return pair === undefined ? path : pair[1] + path.slice(pair[0].length);
}

interface Restored {
  readonly change: FileChange;
  readonly bytes: AsyncIterable<Uint8Array> | null;
}

/** The journalled tree at its places in the guest. */
export async function* treeMoved(tree: AsyncIterable<Restored>, places: Places): AsyncGenerator<Restored> {
  for await (const { change, bytes } of tree) {
    yield { change: { ...change, path: places.inGuest(change.path) }, bytes };
  }
}

/** The guest's changes at their places in the journal. */
export function changesMoved(changes: readonly JournalChange[], places: Places): readonly JournalChange[] {
  if (places.areSame) return changes;
  return changes.map((change) => ({ ...change, path: places.inJournal(change.path) }));
}

/** A shell's state for another guest: its folder there, its functions, and none of the variables that name places. */
export function shellMoved(state: ShellState | null, places: Places, guest: Guest): ShellState | null {
  if (state === null || places.areSame) return state;
  const fresh = guest.shell().state;
  const cwd = places.inGuest(state.cwd);
  const env = { ...state.env, ...fresh.env, PWD: cwd };
  return { cwd, env, prelude: state.prelude };
}
