import type { RecordedFile } from '../../core/index.ts';
import type { BootedGuest, Guest, GuestBoot } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';
import { decodeBase64 } from '../mcp/base64.ts';
import type { GuestStatus } from '../port.ts';
import type { After } from '../timers.ts';
import { GuestCheckpoints, shellPlacesName, shellStateName } from './guestCheckpoints.ts';
import type { GuestSeat } from './guestSeat.ts';
import { type SavedOutputFile, treeForRestore } from './journalChanges.ts';
import { NetworkAccess } from './networkAccess.ts';
import { type Dirs, parsePlaces, shellMoved, treeMoved } from './places.ts';
import { RememberedPlaces } from './rememberedPlaces.ts';
import { parseShellState } from './shellState.ts';

/** The guest that was chosen for this session. */
const guestKindName = 'guest-kind';
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

/** What calls need of a guest's host; a sub-agent has one with a shell of its own. */
export type CallHost = Pick<GuestHost, 'ensure' | 'abandon' | 'checkpoint' | 'rememberSaved'>;

/**
 * The guest of one session: booted when first needed, restored from the journal after a reload or its own
 * death.
 */
export class GuestHost {
  #status: GuestStatus = { kind: 'none' };
  #seat: GuestSeat | null = null;
  #booting: Promise<GuestSeat> | null = null;
  #diedBefore = false;
  #disposed = false;
  readonly #disposers: (() => void)[] = [];
  #skipWaiting: (() => void) | null = null;

  readonly network: NetworkAccess;
  readonly #checkpoints: GuestCheckpoints;
  readonly #places: RememberedPlaces;

  constructor(private readonly options: GuestHostOptions) {
    const { store, writable, onNetwork } = options;
    this.network = new NetworkAccess({ store, writable, onChange: onNetwork });
    this.#places = new RememberedPlaces(store, writable);
    this.#checkpoints = new GuestCheckpoints({
      store,
      seat: () => this.#seat,
      places: () => this.#places.moves,
    });
  }

  get status(): GuestStatus {
    return this.#status;
  }

  get seat(): GuestSeat | null {
    return this.#seat;
  }

  /** Where the folders are, or were when a guest last ran; null where the session has had none. */
  get dirs(): Dirs | null {
    return this.#seat?.guest.dirs ?? this.#places.last;
  }

  /** Knows afterwards where the folders of the session's last guest were. */
  async recallPlaces(): Promise<void> {
    await this.#places.recall();
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
    this.#checkpoints.rememberSaved(path, file);
  }

  /** A file that is written all the time, and stored elsewhere, waits with its checkpoint until it is let in. */
  keepOut(path: string): void {
    this.#checkpoints.keepOut(path);
  }

  letIn(path: string): void {
    this.#checkpoints.letIn(path);
  }

  /**
   * Makes the guest's changes since the last checkpoint durable, with the shell's state; gives its number,
   * null where no guest runs.
   */
  checkpoint(): Promise<number | null> {
    if (!this.options.writable) return Promise.resolve(null);
    return this.#checkpoints.take();
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
      const former = await this.#places.everTold();
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
      const stored = await this.#places.enter(guest.dirs, tree.length === 0);
      await guest.restore(treeMoved(treeForRestore(store.journal, tree), this.#places.moves));
      this.#disposers.push(await this.network.attach(guest));
      const shellState = parseShellState(await store.getValue(shellStateName));
      const shellPlaces = {
        of: parsePlaces(await store.getValue(shellPlacesName)) ?? stored,
        former,
      };
      const shell = guest.shell(shellMoved(shellState, guest, shellPlaces) ?? undefined);
      await this.#places.keep(guest.dirs);
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
    this.#checkpoints.guestLost();
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

  #setStatus(status: GuestStatus): void {
    this.#status = status;
    this.options.onStatus();
  }
}

function guestReason(kind: Guest['kind']): string {
  return kind === 'embedded' ? 'It is part of this page and works offline.' : 'It runs real Node.';
}
