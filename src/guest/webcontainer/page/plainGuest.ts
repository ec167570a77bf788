import type { SignalName } from '../../../core/index.ts';
import { placesNow } from '../../formerPlaces.ts';
import type {
  FileChange,
  Guest,
  GuestProcess,
  GuestProcessInfo,
  GuestShell,
  GuestTerminal,
  RunNote,
  RunOptions,
  ShellState,
} from '../../port.ts';
import { type Container, callLimitMs, spawnWithin } from './client.ts';
import type { ContainerPorts } from './containerPorts.ts';
import { JshTerminals } from './jshTerminal.ts';
import { lacksModules, modulesNote } from './modules.ts';
import { PlainChanges } from './plainChanges.ts';
import { PlainFiles } from './plainFiles.ts';
import { PlainProcess } from './plainProcess.ts';

/** Columns far beyond any line: a terminal that wraps lines would change the output. */
const terminal = { cols: 1_000, rows: 50 };

/** The container with nothing of ours in it: every command is one `jsh -c`, with one stream of output. */
class PlainGuest implements Guest {
  readonly kind = 'webcontainer';
  readonly dirs: Guest['dirs'];
  readonly fs: PlainFiles;
  readonly about =
    'This computer is a WebContainer inside the page: Node and npm. Its shell is jsh, which knows &&, pipes and quotes, a few commands (ls, cat, cp, mv, rm, mkdir, echo, …) and no scripts: use node for anything else. No grep, sed, awk, find. The folder of one command is not that of the next.';
  readonly #container: Container;
  readonly #ports: ContainerPorts;
  readonly #placeNow: (path: string) => string;
  readonly #changes: PlainChanges;
  readonly #processes = new Map<number, { readonly process: PlainProcess; readonly startedMs: number }>();
  readonly #terminals: JshTerminals;
  readonly #merged: RunNote;
  #lastPid = 100;
  /** A restore has left installed packages out. */
  #lost = false;

  constructor(
    container: Container,
    ports: ContainerPorts,
    { reason, formerPlaces }: { readonly reason: string; readonly formerPlaces: readonly Guest['dirs'][] },
  ) {
    this.#container = container;
    this.#terminals = new JshTerminals(container);
    this.#ports = ports;
    const { workdir } = container;
    // The client reaches nothing else.
    this.dirs = { workspace: workdir, home: workdir, tmp: `${workdir}/.tmp` };
    this.#placeNow = placesNow(this.dirs, formerPlaces);
    this.fs = new PlainFiles(container, this.#placeNow);
    this.#changes = new PlainChanges(container, this.fs);
    this.#merged = {
      code: 'streams-merged',
      detail: `commands run in jsh, with stdout and stderr as one stream (${reason})`,
    };
  }

  get limitations(): readonly RunNote[] {
    return this.#lost ? [this.#merged, modulesNote] : [this.#merged];
  }

  shell(state?: ShellState): GuestShell {
    const given = state ?? { cwd: this.dirs.workspace, env: {}, prelude: '' };
    let last: Promise<unknown> = Promise.resolve();
    return {
      // Nothing carries over from one `jsh -c` to the next.
      state: given,
      run: (command, options = {}) => {
        const process = this.#start(command, { ...options, cwd: options.cwd ?? given.cwd }, last);
        last = process.exit;
        return process;
      },
    };
  }

  run(command: string, options: RunOptions = {}): GuestProcess {
    return this.#start(command, options, Promise.resolve());
  }

  #start(command: string, options: RunOptions, turn: Promise<unknown>): PlainProcess {
    this.#lastPid += 1;
    const pid = this.#lastPid;
    const { workspace } = this.dirs;
    const cwd = this.#placeNow(options.cwd ?? workspace);
    const spawn = () =>
      turn.then(() =>
        spawnWithin(callLimitMs, this.#container, ['jsh', '-c', command], {
          // Relative to the workspace, as the client has it.
          ...(cwd === workspace ? {} : { cwd: cwd.replace(`${workspace}/`, '') }),
          env: { ...options.env },
          terminal,
        }),
      );
    const process = new PlainProcess(pid, `jsh -c ${command.slice(0, 1000)}`, spawn, options.stdin);
    this.#processes.set(pid, { process, startedMs: Date.now() });
    void process.exit.then(() => this.#processes.delete(pid));
    return process;
  }

  openTerminal(size: { readonly columns: number; readonly rows: number }): GuestTerminal {
    return this.#terminals.open(size);
  }

  /** Nothing is spooled: whoever wants a file writes it. */
  async adoptSpool(): Promise<boolean> {
    return false;
  }

  dropSpool(): void {}

  async processes(): Promise<readonly GuestProcessInfo[]> {
    return [...this.#processes.values()].map(({ process, startedMs }) => ({
      pid: process.pid,
      ppid: 1,
      title: process.title,
      startedMs,
    }));
  }

  async kill(pid: number, signal: SignalName): Promise<boolean> {
    const found = this.#processes.get(pid);
    return found ? found.process.signal(signal === 'SIGKILL' ? 'SIGKILL' : 'SIGTERM') : false;
  }

  async ports(): Promise<readonly number[]> {
    return this.#ports.list();
  }

  onServer(listener: (port: number) => void): () => void {
    return this.#ports.onServer(listener);
  }

  previewUrl(port: number): string | null {
    return this.#ports.previewUrl(port);
  }

  drainChanges(): Promise<readonly FileChange[]> {
    return this.#changes.drain();
  }

  async restore(changes: Parameters<Guest['restore']>[0]): Promise<void> {
    await this.#changes.restore(changes);
    this.#lost = await lacksModules(this.fs, this.dirs.workspace);
  }

  /** Every command starts in the workspace. */
  async reinstallCommand(): Promise<string | null> {
    const isMissing = this.#lost && (await lacksModules(this.fs, this.dirs.workspace));
    return isMissing ? 'npm install' : null;
  }

  /** The client does not tell when a container ends. */
  onDeath(): () => void {
    return () => {};
  }

  dispose(): void {
    this.#terminals.dispose();
    for (const { process } of this.#processes.values()) process.died('the guest was closed');
    this.#processes.clear();
  }
}

/** The container without a supervisor, for the `reason` given. Its commands know no paths of earlier guests. */
export async function openPlainGuest(
  container: Container,
  ports: ContainerPorts,
  about: ConstructorParameters<typeof PlainGuest>[2],
): Promise<Guest> {
  const guest = new PlainGuest(container, ports, about);
  await guest.fs.mkdir(guest.dirs.tmp);
  // What is there already is nobody's change.
  await guest.drainChanges();
  return guest;
}
