import { PipeReader } from '../pipes/index.ts';
import type { ProcessEnd, ProcessInfo, ProcessSpec, ProcessStdio, SpawnOptions } from './contract.ts';
import type { ProcessSignal } from './signals.ts';

/** The kernel, as the parent of processes whose own parent has ended. */
export const kernelPid = 1;

/** What runs a process: the kernel's side of its worker. */
export interface Runner {
  deliver(signal: ProcessSignal): void;
  /**
   * Ends the worker. A busy one may run on for two seconds; nothing of it counts any more. A program of the machine
   * may still do things: its promise resolves when it is gone. `softly`: it is asked first, by SIGTERM.
   */
  terminate(softly: boolean): void | Promise<void>;
}

export interface Process {
  readonly pid: number;
  /** The process that started it; `kernelPid` once that has ended. */
  ppid: number;
  /** Pid of the page's run in which it was started: a run that is stopped takes all of these along. */
  readonly run: number;
  /** The persistent shell whose later runs may wait for it. */
  readonly session: number;
  /** Null for a run of the page, whose output goes to the page itself, and once nobody needs the pipes. */
  stdio: ProcessStdio | null;
  readonly options: SpawnOptions;
  readonly kind: ProcessSpec['kind'] | 'thread';
  readonly title: string;
  readonly startedMs: number;
  readonly maxBuiltBytes: number;
  /** Files that its output goes to when its parent has ended. */
  leftTo: { readonly stdout: string | null; readonly stderr: string | null };
  /** Signals that it handles itself. */
  handles: ReadonlySet<ProcessSignal>;
  runner: Runner | null;
  /** When its worker was given its work, on `performance.now()`; null before. */
  begunMs: number | null;
  readonly begun: Promise<void>;
  readonly begin: () => void;
  /** Running, being stopped (its worker is no longer its own), ended. */
  state: 'running' | 'stopping' | 'ended';
  end: ProcessEnd | null;
  /** Its parent knows how it ended. */
  waited: boolean;
}

type NewProcess = Omit<
  Process,
  'leftTo' | 'handles' | 'runner' | 'begunMs' | 'begun' | 'begin' | 'state' | 'end' | 'waited'
>;

/** Ended processes whose status nobody asked for; a shell may ask late, but not for ever. */
const mostUnclaimed = 1000;

/** Who runs, who is whose child, and how it ended. Starts and stops nothing itself. */
export class ProcessTable {
  readonly #processes = new Map<number, Process>();
  readonly #waiting = new Map<number, ((end: ProcessEnd) => void)[]>();
  #lastPid = kernelPid;

  /** A number for a child: above every number so far, and odd, because the page numbers its runs evenly. */
  nextPid(): number {
    this.#lastPid += this.#lastPid % 2 === 1 ? 2 : 1;
    return this.#lastPid;
  }

  add(born: NewProcess): Process {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const process: Process = {
      ...born,
      begunMs: null,
      begun,
      begin: () => {
        process.begunMs ??= performance.now();
        begin();
      },
      leftTo: { stdout: null, stderr: null },
      handles: new Set(),
      runner: null,
      state: 'running',
      end: null,
      waited: false,
    };
    this.#lastPid = Math.max(this.#lastPid, born.pid);
    this.#processes.set(born.pid, process);
    this.#tidy();
    return process;
  }

  get(pid: number): Process | null {
    return this.#processes.get(pid) ?? null;
  }

  /** Those that have not ended, in the order in which they were started. */
  running(): Process[] {
    return [...this.#processes.values()].filter(({ state }) => state !== 'ended');
  }

  childrenOf(pid: number): Process[] {
    return [...this.#processes.values()].filter(({ ppid }) => ppid === pid);
  }

  /** It and all below it that still run. */
  treeOf(top: Process): Process[] {
    const tree = [top];
    for (const process of tree) {
      tree.push(...this.childrenOf(process.pid).filter(({ state }) => state === 'running'));
    }
    return tree;
  }

  /** All that the page's run has started and that still runs, itself included. */
  startedIn(run: number): Process[] {
    return this.running().filter((process) => process.run === run && process.state === 'running');
  }

  list(): ProcessInfo[] {
    return this.running()
      .filter(({ kind, state }) => kind !== 'thread' && state === 'running')
      .map(({ pid, ppid, title, startedMs }) => ({ pid, ppid, title, startedMs }));
  }

  /**
   * The end of `pid`, which must be a child of `caller`, or have been one of an earlier run of its persistent
   * shell. Null where it is none.
   */
  wait(pid: number, caller: Process): Promise<ProcessEnd> | null {
    const process = this.#processes.get(pid);
    const isOwn = process?.ppid === caller.pid;
    const isLeft = process?.ppid === kernelPid && process.session === caller.session && process.run !== pid;
    if (!process || !(isOwn || isLeft)) return null;
    process.waited = true;
    if (process.end) return Promise.resolve(process.end);
    return new Promise((resolve) => {
      this.#waiting.set(pid, [...(this.#waiting.get(pid) ?? []), resolve]);
    });
  }

  /** The children of an ended process become the kernel's; answers those that still run. */
  orphan(parent: Process): Process[] {
    const children = this.childrenOf(parent.pid);
    for (const child of children) {
      child.ppid = kernelPid;
      if (child.state === 'ended' && child.waited) this.#processes.delete(child.pid);
      // Who waited is gone; a later run of the shell may ask again.
      child.waited = false;
    }
    return children.filter(({ state }) => state !== 'ended');
  }

  ended(process: Process, end: ProcessEnd): void {
    process.state = 'ended';
    process.begin();
    process.end = end;
    process.runner = null;
    const waiting = this.#waiting.get(process.pid) ?? [];
    this.#waiting.delete(process.pid);
    for (const resolve of waiting) resolve(end);
    // A run of the page has no parent that would ask.
    if (process.run === process.pid) this.#processes.delete(process.pid);
  }

  /** Gives up what nobody can ask for any more: pipes are large. */
  #tidy(): void {
    let ended = 0;
    for (const process of this.#processes.values()) {
      if (process.state !== 'ended') continue;
      if (process.waited && isDrained(process)) this.#processes.delete(process.pid);
      else ended += 1;
      if (process.ppid === kernelPid) process.stdio = null;
    }
    for (const [pid, { state }] of this.#processes) {
      if (ended <= mostUnclaimed) return;
      if (state !== 'ended') continue;
      this.#processes.delete(pid);
      ended -= 1;
    }
  }
}

function isDrained({ stdio }: Process): boolean {
  return [stdio?.stdout, stdio?.stderr].every((memory) => !memory || new PipeReader(memory).held === 0);
}
