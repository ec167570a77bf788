import type { RecordedFile } from '../../core/index.ts';
import type { BootedGuest, FileChange, Guest, GuestBoot, GuestShell, ShellState } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';
import { decodeBase64 } from '../mcp/base64.ts';
import type { GuestStatus } from '../port.ts';
import type { After } from '../timers.ts';
import { journalChangesOf, type SavedOutputFile, treeForRestore } from './journalChanges.ts';
import { NetworkAccess } from './networkAccess.ts';
import {
  changesMoved,
  type Dirs,
  Places,
  parseFormerPlaces,
  parsePlaces,
  shellMoved,
  treeMoved,
  usualPlaces,
  withPlaces,
} from './places.ts';
import { parseShellState } from './shellState.ts';

const shellStateName = 'shell-state';
/** The guest that was chosen for this session; and the places that its journal's paths are of. */
const guestKindName = 'guest-kind';
const placesName = 'guest-places';
/** Those of every guest that the session has had, the latest last; and of the one that its shell's state is of. */
const formerPlacesName = 'guest-places-former';
const shellPlacesName = 'shell-places';
/** A guest that is given up has this long to hand over its last changes. */
const lastCheckpointMs = 2_000;

/** A file that a new workspace begins with. The path is below the workspace where it is not absolute. */
export type SeedFile = RecordedFile;

export interface GuestHostOptions {
  readonly store: SessionStore;
  /** False where another tab holds the session: this guest is a copy, and nothing of it is journalled. */
  readonly writable: boolean;
  readonly boot: GuestBoot;
  readonly bootGuest: (boot: GuestBoot) => Promise<Guest | BootedGuest>;
  /** No command of the session has run: it may move to a better guest by itself. */
  readonly isUntouched?: () => boolean;
  /** Whether booting would ask a server outside. */
  readonly asksOthers?: (boot: GuestBoot) => Promise<boolean>;
  /** Files for a workspace whose journal is empty. */
  readonly seedFiles: () => Promise<readonly SeedFile[]>;
  /** Told of the kind of a guest that was booted for the session, before anything runs in it. */
  readonly onBooted?: (kind: Guest['kind']) => Promise<void>;
  /** Called when a guest has been restored that had lived before. */
  readonly onRestored: (why: 'reload' | 'guest-death') => Promise<void>;
  readonly after: After;
  readonly onStatus: () => void;
  readonly onFiles: (paths: readonly string[]) => void;
  readonly onNetwork: () => void;
}

/** A running guest with the session's one shell. */
export interface GuestSeat {
  readonly guest: Guest;
  readonly shell: GuestShell;
}

/** What calls need of a guest's host; a sub-agent has one with a shell of its own. */
export type CallHost = Pick<GuestHost, 'ensure' | 'abandon' | 'checkpoint' | 'rememberSaved'>;

/**
 * The guest of one session: booted when first needed, restored from the journal after a reload or its own
 * death. Checkpoints go through one queue, so that each holds what the one before did not.
 */
export class GuestHost {
  #status: GuestStatus = { kind: 'none' };
  #seat: GuestSeat | null = null;
  #booting: Promise<GuestSeat> | null = null;
  #commits: Promise<unknown> = Promise.resolve();
  #diedBefore = false;
  #disposed = false;
  readonly #disposers: (() => void)[] = [];
  #lastShellState = '';
  #unsaved: readonly FileChange[] = [];
  readonly #keptOut = new Set<string>();
  readonly #savedOutputs = new Map<string, SavedOutputFile>();
  #places = new Places(null);
  #former: readonly Dirs[] | null = null;
  #skipWaiting: (() => void) | null = null;

  readonly network: NetworkAccess;

  constructor(private readonly options: GuestHostOptions) {
    const { store, writable, onNetwork } = options;
    this.network = new NetworkAccess({ store, writable, onChange: onNetwork });
  }

  get status(): GuestStatus {
    return this.#status;
  }

  get seat(): GuestSeat | null {
    return this.#seat;
  }

  /** Where the folders are, or were when a guest last ran; null where the session has had none. */
  get dirs(): Dirs | null {
    return this.#seat?.guest.dirs ?? this.#former?.at(-1) ?? null;
  }

  /** Knows afterwards where the folders of the session's last guest were. */
  async recallPlaces(): Promise<readonly Dirs[]> {
    this.#former ??= parseFormerPlaces(await this.options.store.getValue(formerPlacesName));
    return this.#former;
  }

  /** Boots where no guest runs. Rejects where it cannot boot; a later call tries again. */
  ensure(): Promise<GuestSeat> {
    if (this.#disposed) return Promise.reject(new Error('The session is closed.'));
    if (this.#seat !== null) return Promise.resolve(this.#seat);
    this.#booting ??= this.#boot().finally(() => {
      this.#booting = null;
    });
    return this.#booting;
  }

  /** Boots ahead of the first action, unless that would ask somebody outside. */
  async prepare(): Promise<void> {
    const boot = { ...this.options.boot, ...(await this.#givenKind()) };
    if ((await this.options.asksOthers?.(boot)) !== true) await this.ensure();
  }

  async #givenKind(): Promise<Pick<GuestBoot, 'kind'>> {
    const kind = await this.options.store.getValue(guestKindName);
    return kind === 'embedded' || kind === 'webcontainer' ? { kind } : {};
  }

  /** Tells the journal that this file's bytes are in the output store. */
  rememberSaved(path: string, file: SavedOutputFile): void {
    this.#savedOutputs.set(path, file);
  }

  /** A file that is written all the time, and stored elsewhere, waits with its checkpoint until it is let in. */
  keepOut(path: string): void {
    this.#keptOut.add(path);
  }

  letIn(path: string): void {
    this.#keptOut.delete(path);
  }

  /**
   * Makes the guest's changes since the last checkpoint durable, with the shell's state; gives its number,
   * null where no guest runs.
   */
  checkpoint(): Promise<number | null> {
    if (!this.options.writable) return Promise.resolve(null);
    const commit = this.#commits.then(() => this.#commit());
    this.#commits = commit.catch(() => {});
    return commit;
  }

  /** Gives a guest up that runs what it should not; its files are kept where it still answers for them. */
  async abandon(seat: GuestSeat, message: string): Promise<void> {
    await Promise.race([
      this.checkpoint().catch(() => {}),
      new Promise<void>((resolve) => this.options.after(lastCheckpointMs, resolve)),
    ]);
    this.#lose(seat, message);
  }

  /** Stops waiting for a guest that does not come. */
  useEmbedded(): void {
    this.#skipWaiting?.();
  }

  /** Has the session go on in another guest, with its files. Whatever ran is ended. */
  async moveTo(kind: Guest['kind']): Promise<void> {
    await this.options.store.setValue(guestKindName, kind);
    await this.#leave();
    await this.ensure();
  }

  /** Gives the guest back in good order; the next one is booted when it is needed. */
  async #leave(): Promise<void> {
    const seat = this.#seat;
    if (seat === null) return;
    await this.checkpoint();
    if (this.#seat !== seat) return;
    this.#seat = null;
    this.#stopWatching();
    seat.guest.dispose();
    this.#setStatus({ kind: 'none' });
  }

  dispose(): void {
    this.#disposed = true;
    this.#skipWaiting?.();
    this.#stopWatching();
    this.#seat?.guest.dispose();
    this.#seat = null;
    this.#setStatus({ kind: 'none' });
  }

  async #boot(): Promise<GuestSeat> {
    const { store } = this.options;
    this.#setStatus({ kind: 'booting', waitingFor: 'the guest to start' });
    let guest: Guest | null = null;
    try {
      const given = await this.#givenKind();
      const former = await this.#formerPlaces();
      const booted = await this.options.bootGuest({
        ...this.options.boot,
        ...given,
        formerPlaces: former,
        onProgress: (waitingFor, useEmbedded) => {
          this.#skipWaiting = useEmbedded;
          const canSkip = useEmbedded === null ? {} : { canSkip: true };
          this.#setStatus({ kind: 'booting', waitingFor, ...canSkip });
        },
      });
      this.#skipWaiting = null;
      guest = 'guest' in booted ? booted.guest : booted;
      const why = 'guest' in booted ? booted.why : guestReason(guest.kind);
      const tree = await store.journal.tree();
      this.#setStatus({ kind: 'booting', waitingFor: 'the workspace to come back' });
      const stored = parsePlaces(await store.getValue(placesName));
      if (stored === null && this.options.writable) await store.setValue(placesName, guest.dirs);
      this.#places = new Places(tree.length === 0 ? null : stored, guest.dirs);
      if (tree.length === 0 && stored !== null && this.options.writable) {
        await store.setValue(placesName, guest.dirs);
      }
      await guest.restore(treeMoved(treeForRestore(store.journal, tree), this.#places));
      this.#disposers.push(await this.network.attach(guest));
      const shellState = parseShellState(await store.getValue(shellStateName));
      const shellPlaces = {
        of: parsePlaces(await store.getValue(shellPlacesName)) ?? stored,
        former,
      };
      const shell = guest.shell(shellMoved(shellState, guest, shellPlaces) ?? undefined);
      await this.#keepPlaces(guest.dirs);
      if (this.#disposed) throw new Error('The session is closed.');
      await this.options.onBooted?.(guest.kind);
      const seat = { guest, shell };
      this.#watch(seat);
      this.#seat = seat;
      if (tree.length === 0) await this.#seed(seat);
      else await this.options.onRestored(this.#diedBefore ? 'guest-death' : 'reload');
      this.#diedBefore = false;
      const { limitations } = guest;
      this.#setStatus({ kind: 'ready', guest: guest.kind, why, limitations });
      if ('guest' in booted) void booted.betterIsReady?.then(() => this.#moveOver(seat));
      return seat;
    } catch (error) {
      this.#seat = null;
      this.#stopWatching();
      guest?.dispose();
      const message = error instanceof Error ? error.message : String(error);
      this.#setStatus({ kind: 'dead', message: `The guest did not start: ${message}` });
      throw error;
    }
  }

  /**
   * Those that a model may have been told: of guests that ran, of the journal's, and the usual ones, which it is told
   * before one runs.
   */
  async #formerPlaces(): Promise<readonly Dirs[]> {
    const journal = parsePlaces(await this.options.store.getValue(placesName));
    return [usualPlaces, ...(journal === null ? [] : [journal]), ...(await this.recallPlaces())];
  }

  async #keepPlaces(dirs: Dirs): Promise<void> {
    const former = withPlaces(await this.recallPlaces(), dirs);
    this.#former = former;
    if (this.options.writable) await this.options.store.setValue(formerPlacesName, former);
  }

  /** The guest that was wished for has come after all: nothing is lost by taking it where nothing has run. */
  async #moveOver(seat: GuestSeat): Promise<void> {
    if (this.#seat !== seat || this.options.isUntouched?.() !== true) return;
    await this.#leave();
    await this.ensure().catch(() => {});
  }

  #watch(seat: GuestSeat): void {
    this.#disposers.push(
      seat.guest.fs.watch((paths) => this.options.onFiles(paths)),
      seat.guest.onDeath((message) => this.#lose(seat, message)),
    );
  }

  #lose(seat: GuestSeat, message: string): void {
    if (this.#seat !== seat) return;
    this.#seat = null;
    this.#unsaved = [];
    this.#diedBefore = true;
    this.#stopWatching();
    seat.guest.dispose();
    this.#setStatus({ kind: 'dead', message });
  }

  #stopWatching(): void {
    for (const disposer of this.#disposers.splice(0)) disposer();
  }

  async #seed({ guest }: GuestSeat): Promise<void> {
    const encoder = new TextEncoder();
    const programs: string[] = [];
    for (const file of await this.options.seedFiles()) {
      const path = file.path.startsWith('/') ? file.path : `${guest.dirs.workspace}/${file.path}`;
      const bytes = 'text' in file ? encoder.encode(file.text) : decodeBase64(file.base64);
      await guest.fs.write(path, bytes ?? new Uint8Array());
      if (file.executable) programs.push(`'${path.replaceAll("'", "'\\''")}'`);
    }
    // A guest's files have no door for modes but its shell.
    if (programs.length > 0) await guest.run(`chmod +x -- ${programs.join(' ')}`).exit;
    await this.checkpoint();
  }

  async #commit(): Promise<number | null> {
    const seat = this.#seat;
    if (seat === null) return null;
    const { store } = this.options;
    // Drained changes are not reported again: what a failed checkpoint held goes into the next one.
    const drained = await seat.guest.drainChanges();
    const reported = new Set(drained.map(({ path }) => path));
    // A newer report of a path takes the place of an older one that still waits.
    this.#unsaved = [...this.#unsaved.filter(({ path }) => !reported.has(path)), ...drained];
    const held = this.#unsaved.filter(({ path }) => this.#keptOut.has(path));
    const ready =
      held.length === 0 ? this.#unsaved : this.#unsaved.filter((change) => !held.includes(change));
    const changes = journalChangesOf(seat.guest.fs, ready, this.#savedOutputs);
    const seq = await store.journal.commit(changesMoved(changes, this.#places));
    this.#unsaved = held;
    const shellState = JSON.stringify(seat.shell.state);
    if (shellState !== this.#lastShellState) {
      await store.setValue(shellPlacesName, seat.guest.dirs);
      await store.setValue(shellStateName, seat.shell.state satisfies ShellState);
      this.#lastShellState = shellState;
    }
    return seq;
  }

  #setStatus(status: GuestStatus): void {
    this.#status = status;
    this.options.onStatus();
  }
}

function guestReason(kind: Guest['kind']): string {
  return kind === 'embedded' ? 'It is part of this page and works offline.' : 'It runs real Node.';
}
