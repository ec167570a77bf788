import type { SignalName } from '../../../core/index.ts';
import type { GuestNetworkBroker } from '../../network/broker/index.ts';
import type {
  DrainedChanges,
  FileChange,
  Guest,
  GuestBoot,
  GuestHttpRequest,
  GuestHttpResponse,
  GuestProcess,
  GuestProcessInfo,
  GuestTerminal,
  RunNote,
  RunOptions,
  ShellState,
} from '../../port.ts';
import { shellStepMs, VirtualClock } from '../clock/index.ts';
import { PortCalls, requestTimes, transferable } from '../files/index.ts';
import type { KernelRequest } from '../kernel/index.ts';
import type { ShellJob } from '../shell/index.ts';
import type { PageAssets } from './assets.ts';
import { commandNames } from './commandNames.ts';
import { deferred } from './deferred.ts';
import { EmbeddedFiles } from './files.ts';
import { linkFormerPlaces } from './formerLinks.ts';
import type { GuestFrame } from './frame.ts';
import { GuestPorts } from './guestPorts.ts';
import type { KernelPlace } from './kernelPlace.ts';
import { KernelQuestions } from './kernelQuestions.ts';
import { parseChangedPaths, parseCount, parseDrained } from './parseFiles.ts';
import { parseKernelReply } from './parseReplies.ts';
import { EmbeddedProcess, type ProcessHost } from './process.ts';
import { restoreTree } from './restore.ts';
import { EmbeddedShell } from './shell.ts';
import { EmbeddedTerminal } from './terminal.ts';
import { Watchdog } from './watchdog.ts';

export interface KernelGuestSettings extends GuestBoot {
  readonly maxBuiltBytes: number;
  readonly assets: PageAssets;
  readonly place: KernelPlace;
}

/** A guest whose kernel is at the far end of some ports, seen from the page. */
export class KernelGuest implements Guest {
  readonly kind: Guest['kind'];
  readonly dirs: Guest['dirs'];
  readonly about: string;
  readonly fs: EmbeddedFiles;
  readonly network?: GuestNetworkBroker;
  readonly #settings: KernelGuestSettings;
  readonly #frame: GuestFrame;
  readonly #calls: PortCalls;
  readonly #watchdog: Watchdog | null;
  readonly #processes = new Map<number, EmbeddedProcess>();
  /** Those that are under way and do not wait for their turn. */
  readonly #started = new Set<EmbeddedProcess>();
  readonly #deathListeners = new Set<(message: string) => void>();
  readonly #ready = deferred<void>();
  /** What the last run's clock showed, and the page's own changes after it; null where the time is real. */
  readonly #clock: VirtualClock | null;
  #limitations: readonly RunNote[] = [];
  readonly #loopback = new GuestPorts((request) => this.#request(request));
  readonly #questions = new KernelQuestions((request) => this.#request(request));
  #lastPid = 100;
  #lastSession = 0;
  #dead: string | null = null;
  #disposed = false;

  constructor(frame: GuestFrame, settings: KernelGuestSettings) {
    this.#frame = frame;
    this.#settings = settings;
    const { kind, dirs, about, network } = settings.place;
    this.kind = kind;
    this.dirs = dirs;
    this.about = about;
    if (network) this.network = network;
    const { clockStartMs: startMs } = settings;
    this.#clock = startMs === null ? null : new VirtualClock(startMs, shellStepMs);
    this.#calls = new PortCalls(
      frame.filePort,
      (data) => this.fs.changed(parseChangedPaths(data)),
      requestTimes(this.#clock),
    );
    this.fs = new EmbeddedFiles(this.#calls);
    frame.control.onmessage = (event: MessageEvent<unknown>) => this.#reply(event.data);
    if (settings.place.isUnwatched) {
      this.#watchdog = null;
      return;
    }
    this.#watchdog = new Watchdog({
      port: frame.beatPort,
      ask: () => this.#questions.ping(),
      onSilence: (silentMs) => this.#die(`the guest did not answer for ${(silentMs / 1000).toFixed(1)} s`),
    });
  }

  get limitations(): readonly RunNote[] {
    return this.#limitations;
  }

  /** Rejects where the guest ended before it was ready. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  shell(state?: ShellState): EmbeddedShell {
    this.#lastSession += 1;
    const session = this.#lastSession;
    return new EmbeddedShell((...run) => this.#prepare(session, ...run), state ?? this.#freshState());
  }

  run(command: string, options: RunOptions = {}): GuestProcess {
    return this.shell().run(command, options);
  }

  openTerminal(size: { readonly columns: number; readonly rows: number }): GuestTerminal {
    const commands = commandNames((command) => this.run(command));
    return new EmbeddedTerminal(this.shell(), { ...size, home: this.dirs.home, files: this.fs, commands });
  }

  async adoptSpool(pid: number, path: string, bytes: number): Promise<boolean> {
    return (await this.#calls.ask('adoptSpool', [pid, path, bytes])) === true;
  }

  async spooledBytes(pid: number): Promise<number | null> {
    return parseCount(await this.#calls.ask('spooledBytes', [pid]));
  }

  dropSpool(pid: number): void {
    this.#calls.tell('dropSpool', [pid]);
  }

  async drainChanges(): Promise<readonly FileChange[]> {
    return (await this.drainWithContents(0)).changes;
  }

  async drainWithContents(largestBytes: number): Promise<DrainedChanges> {
    const drained = parseDrained(await this.#calls.ask('drainChanges', [largestBytes]), largestBytes);
    if (!drained) throw new Error('the guest answered with nonsense instead of its changes');
    return drained;
  }

  async restore(
    changes: AsyncIterable<{ readonly change: FileChange; readonly bytes: AsyncIterable<Uint8Array> | null }>,
  ): Promise<void> {
    await restoreTree(this.#calls, changes);
    const { formerPlaces: former = [] } = this.#settings;
    const link = (target: string, path: string) => this.#calls.ask('restore', [path, 'symlink', target]);
    await linkFormerPlaces(this.fs, link, { now: this.dirs, former });
  }

  async processes(): Promise<readonly GuestProcessInfo[]> {
    const answer = await this.#questions.ask((id) => ({ type: 'list', id }));
    return typeof answer === 'boolean' ? [] : answer;
  }

  async kill(pid: number, signal: SignalName): Promise<boolean> {
    return (await this.#questions.ask((id) => ({ type: 'signal', id, pid, signal }))) === true;
  }

  ports(): Promise<readonly number[]> {
    return this.#dead === null ? this.#loopback.list() : Promise.resolve([]);
  }

  request(port: number, request: GuestHttpRequest): Promise<GuestHttpResponse> {
    return this.#dead === null
      ? this.#loopback.request(port, request)
      : Promise.reject(new Error(this.#dead));
  }

  onDeath(listener: (message: string) => void): () => void {
    if (this.#dead !== null && !this.#disposed) queueMicrotask(() => listener(this.#dead ?? ''));
    this.#deathListeners.add(listener);
    return () => this.#deathListeners.delete(listener);
  }

  dispose(): void {
    this.#disposed = true;
    this.#deathListeners.clear();
    this.#die('the guest was closed');
  }

  #freshState(): ShellState {
    const cwd = this.dirs.workspace;
    return { cwd, env: { ...this.#settings.place.env, PWD: cwd, ...this.#settings.env }, prelude: '' };
  }

  #prepare(
    session: number,
    command: string,
    state: () => ShellState,
    options: RunOptions,
    ended: (state: ShellState | null) => void,
  ): EmbeddedProcess {
    // Even: the kernel gives odd numbers to what runs start themselves.
    this.#lastPid += 2;
    const pid = this.#lastPid;
    const host: ProcessHost = {
      spawn: (io) => {
        if (this.#dead !== null) {
          process.died(this.#dead);
          return;
        }
        const job = this.#job(pid, command, state(), options);
        this.#noteBeside(process);
        this.#request({ type: 'spawn', pid, session, job, spool: options.spool ?? false, io }, [io]);
      },
      kill: (signal) => this.#request({ type: 'kill', pid, signal }),
      detach: () => this.#request({ type: 'detach', pid }),
      ended: (after, clockMs) => {
        this.#processes.delete(pid);
        this.#started.delete(process);
        this.#clock?.reach(clockMs);
        // A run that ended by itself may have left a job in the background, whose requests go on.
        if (after === null) this.network?.ended(pid);
        ended(after);
      },
    };
    const process = new EmbeddedProcess(pid, host, options.interactive);
    this.#processes.set(pid, process);
    return process;
  }

  /** With virtual time: in which order runs write that are under way together is chance. */
  #noteBeside(process: EmbeddedProcess): void {
    if (this.#clock && this.#started.size > 0) {
      for (const each of [process, ...this.#started]) each.runsBeside();
    }
    this.#started.add(process);
  }

  #job(pid: number, command: string, state: ShellState, options: RunOptions): ShellJob {
    const { seed, maxBuiltBytes } = this.#settings;
    const cwd = options.cwd ?? state.cwd;
    return {
      command,
      state: { cwd, env: { ...state.env, PWD: cwd, ...options.env }, prelude: state.prelude },
      // A copy of its own: a view would drag its whole buffer into the message.
      stdin: options.stdin ? transferable(options.stdin) : null,
      // Runs of one guest differ, the same run of the same seed does not (Weyl's sequence by the golden ratio).
      seed: (seed + Math.imul(pid, 0x9e3779b9)) >>> 0,
      clockStartMs: this.#clock?.look() ?? null,
      isInteractive: options.interactive ?? false,
      maxBuiltBytes,
    };
  }

  #request(request: KernelRequest, transfer: Transferable[] = []): void {
    if (this.#dead === null) this.#frame.control.postMessage(request, transfer);
  }

  #reply(data: unknown): void {
    const reply = parseKernelReply(data);
    if (!reply) return;
    if (reply.type === 'pong' || reply.type === 'answer') this.#questions.answered(reply);
    else if (reply.type === 'need-asset') {
      void this.#settings.assets
        .answer(reply.name)
        .then((answer) => this.#request({ type: 'asset', answer }));
    } else if (reply.type === 'network') this.network?.accept(reply.pid, reply.port);
    else if (reply.type === 'stopped') this.#processes.get(reply.pid)?.stopped(reply);
    else if (reply.type === 'ports' || reply.type === 'response') this.#loopback.answered(reply);
    else if (reply.type === 'gone') this.#die(reply.message);
    else {
      if (!reply.sharedMemory) {
        const reason = globalThis.crossOriginIsolated
          ? 'this browser shares no memory between workers'
          : 'the page is not cross-origin isolated';
        const detail = `${reason}: node runs on copies of the files and starts no processes, nothing runs in the background, output is sent in smaller pieces`;
        this.#limitations = [{ code: 'no-shared-memory', detail }];
      }
      this.#watchdog?.guestReady();
      this.#ready.resolve();
    }
  }

  /** Whatever ran the kernel is no more. */
  ended(message: string): void {
    this.#die(message);
  }

  #die(message: string): void {
    if (this.#dead !== null) return;
    this.#dead = message;
    this.#watchdog?.dispose();
    this.network?.dispose();
    this.#calls.close(message);
    this.#frame.control.close();
    this.#frame.remove();
    this.#ready.reject(new Error(message));
    // Nobody may wait for `ready` any more; that it failed is told to the listeners.
    this.#ready.promise.catch(() => {});
    for (const process of [...this.#processes.values()]) process.died(message);
    this.#questions.end();
    this.#loopback.end(message);
    for (const listener of [...this.#deathListeners]) listener(message);
    this.#deathListeners.clear();
  }
}
