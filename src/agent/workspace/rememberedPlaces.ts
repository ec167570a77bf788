import type { SessionStore } from '../../store/index.ts';
import { type Dirs, Places, parseFormerPlaces, parsePlaces, usualPlaces, withPlaces } from './places.ts';

/** The places that the journal's paths are of. */
const placesName = 'guest-places';
/** Those of every guest that the session has had, the latest last. */
const formerPlacesName = 'guest-places-former';

/** Where the folders of a session's guests are and were, as the session's store remembers it. */
export class RememberedPlaces {
  #moves = new Places(null);
  #former: readonly Dirs[] | null = null;

  constructor(
    private readonly store: SessionStore,
    private readonly writable: boolean,
  ) {}

  /** Between the paths of the journal and those of the guest that runs. */
  get moves(): Places {
    return this.#moves;
  }

  /** Of the last guest; null where there was none, or before `recall`. */
  get last(): Dirs | null {
    return this.#former?.at(-1) ?? null;
  }

  async recall(): Promise<readonly Dirs[]> {
    this.#former ??= parseFormerPlaces(await this.store.getValue(formerPlacesName));
    return this.#former;
  }

  /**
   * Those that a model may have been told: of guests that ran, of the journal's, and the usual ones, which it is told
   * before one runs.
   */
  async everTold(): Promise<readonly Dirs[]> {
    const journal = parsePlaces(await this.store.getValue(placesName));
    return [usualPlaces, ...(journal === null ? [] : [journal]), ...(await this.recall())];
  }

  /** A guest with these folders takes the journal over. Gives the journal's places, null where it had none. */
  async enter(dirs: Dirs, isJournalEmpty: boolean): Promise<Dirs | null> {
    const stored = parsePlaces(await this.store.getValue(placesName));
    const isNew = stored === null || isJournalEmpty;
    if (isNew && this.writable) await this.store.setValue(placesName, dirs);
    this.#moves = new Places(isJournalEmpty ? null : stored, dirs);
    return stored;
  }

  /** The guest with these folders is the session's last. */
  async keep(dirs: Dirs): Promise<void> {
    const former = withPlaces(await this.recall(), dirs);
    this.#former = former;
    if (this.writable) await this.store.setValue(formerPlacesName, former);
  }
}
