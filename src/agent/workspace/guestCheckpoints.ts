import type { FileChange, ShellState } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type { GuestSeat } from './guestSeat.ts';
import { journalChangesOf, type SavedOutputFile, smallBytes } from './journalChanges.ts';
import { changesMoved, type Places } from './places.ts';

export const shellStateName = 'shell-state';
/** The places of the guest that the shell's state is of. */
export const shellPlacesName = 'shell-places';

export interface GuestCheckpointsParts {
  readonly store: SessionStore;
  /** The guest that runs now. */
  readonly seat: () => GuestSeat | null;
  readonly places: () => Places;
}

/**
 * Makes a guest's changes durable in the session's journal. Checkpoints go through one queue, so that each holds what
 * the one before did not.
 */
export class GuestCheckpoints {
  #commits: Promise<unknown> = Promise.resolve();
  #lastShellState = '';
  #unsaved: readonly FileChange[] = [];
  readonly #keptOut = new Set<string>();
  readonly #savedOutputs = new Map<string, SavedOutputFile>();

  constructor(private readonly parts: GuestCheckpointsParts) {}

  rememberSaved(path: string, file: SavedOutputFile): void {
    this.#savedOutputs.set(path, file);
  }

  keepOut(path: string): void {
    this.#keptOut.add(path);
  }

  letIn(path: string): void {
    this.#keptOut.delete(path);
  }

  /** Gives the checkpoint's number, null where no guest runs. Rejects where the store or the guest fails. */
  take(): Promise<number | null> {
    const commit = this.#commits.then(() => this.#commit());
    this.#commits = commit.catch(() => {});
    return commit;
  }

  /** What a failed checkpoint held was of a guest that is no more. */
  guestLost(): void {
    this.#unsaved = [];
  }

  async #commit(): Promise<number | null> {
    const seat = this.parts.seat();
    if (seat === null) return null;
    const { store } = this.parts;
    // Drained changes are not reported again: what a failed checkpoint held goes into the next one.
    const { changes: drained, contents } = (await seat.guest.drainWithContents?.(smallBytes)) ?? {
      changes: await seat.guest.drainChanges(),
    };
    const reported = new Set(drained.map(({ path }) => path));
    // A newer report of a path takes the place of an older one that still waits.
    this.#unsaved = [...this.#unsaved.filter(({ path }) => !reported.has(path)), ...drained];
    const held = this.#unsaved.filter(({ path }) => this.#keptOut.has(path));
    const ready =
      held.length === 0 ? this.#unsaved : this.#unsaved.filter((change) => !held.includes(change));
    const changes = journalChangesOf(seat.guest.fs, ready, this.#savedOutputs, contents);
    const seq = await store.journal.commit(changesMoved(changes, this.parts.places()));
    this.#unsaved = held;
    const shellState = JSON.stringify(seat.shell.state);
    if (shellState !== this.#lastShellState) {
      await store.setValue(shellPlacesName, seat.guest.dirs);
      await store.setValue(shellStateName, seat.shell.state satisfies ShellState);
      this.#lastShellState = shellState;
    }
    return seq;
  }
}
