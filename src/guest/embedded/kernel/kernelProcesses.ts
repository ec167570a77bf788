import { GuestFsError } from '../../port.ts';
import type { NodeJob, NodeThread } from '../node/contract.ts';
import { sealPipe } from '../pipes/index.ts';
import type {
  ProcessEnd,
  ProcessSpec,
  ProcessStdio,
  ProgramJob,
  SpawnOptions,
} from '../processes/contract.ts';
import { FileLocks } from '../processes/fileLocks.ts';
import { NamedPipes, pipeCallsOf } from '../processes/namedPipes.ts';
import { PortTable } from '../processes/portTable.ts';
import { kernelPid, type Process, ProcessTable } from '../processes/processTable.ts';
import { isHarmless, type ProcessSignal } from '../processes/signals.ts';
import type { SystemCalls } from '../processes/systemServer.ts';
import type { JobRecord } from '../shell/index.ts';
import { Births } from './births.ts';
import type { FilePorts } from './filePorts.ts';
import { takeOrphansOutput } from './lastWords.ts';
import { LoadingTimes } from './loadingTimes.ts';
import type { KernelReply, KernelRequest } from './messages.ts';
import { startNodeProcess } from './nodeProcess.ts';
import type { NodeWorkers } from './nodeWorkers.ts';
import { type ShellStart, startShellProcess } from './shellProcess.ts';
import { type RunEnd, stopProcesses, type Why } from './stopProcesses.ts';
import { SystemPorts } from './systemPorts.ts';
import type { WorkerPool } from './workerPool.ts';

/** Processes that may be open at a time, those of the page included. */
const mostProcesses = 64;
/** For so long after its beginning a process is spared signals that it could handle. */
const newbornMs: Readonly<Record<Process['kind'], number>> = {
  shell: 40,
  node: 120,
  program: 120,
  thread: 0,
};

interface KernelParts {
  readonly seed: number;
  readonly clockStartMs: number | null;
  readonly sharedMemory: boolean;
  readonly pool: WorkerPool;
  readonly nodes: NodeWorkers;
  readonly files: FilePorts;
  readonly reply: (message: KernelReply, transfer?: Transferable[]) => void;
  /** Real programs; none where the guest is all there is. */
  readonly machine?: MachinePrograms;
}

/** Runs programs of the machine on which the guest's kernel runs. */
export interface MachinePrograms {
  /** Sets the process's runner; `onEnd` hears once how it ended, when all it wrote is in its pipes. */
  start(process: Process, job: ProgramJob, onEnd: (end: ProcessEnd) => void): void;
  /** To a process that is none of the kernel's: what a program has started itself, by its real pid. */
  signal(pid: number, signal: ProcessSignal | null): boolean;
}

/**
 * Starts, signals and stops the processes of the guest: the runs of the page and what they start. (Over 300 lines
 * because each start, signal and end changes the same tables, which are private to this class.)
 */
export class KernelProcesses {
  readonly #parts: KernelParts;
  readonly #table = new ProcessTable();
  /** Jobs that the last run of each persistent shell left. */
  readonly #sessions = new Map<number, readonly JobRecord[]>();
  readonly #detached = new Set<number>();
  readonly #runs = new Map<number, RunEnd>();
  readonly #nodeJobs = new Map<number, NodeJob>();
  /** Ports that processes listen on. */
  readonly loopback = new PortTable();
  readonly #ports = new SystemPorts((process) => this.#callsOf(process));
  readonly #births: Births;
  readonly #locks = new FileLocks();
  readonly #pipes = new NamedPipes();
  readonly #loading = new LoadingTimes(() => performance.now());

  constructor(parts: KernelParts) {
    this.#parts = parts;
    this.#births = new Births(parts);
  }

  startRun({ pid, session, job, spool, io }: Extract<KernelRequest, { type: 'spawn' }>): void {
    const runsBeside = this.#table.list().length > 0;
    const process = this.#table.add({
      pid,
      ppid: kernelPid,
      run: pid,
      session,
      stdio: null,
      options: {},
      kind: 'shell',
      title: `bash -c ${job.command.slice(0, 1000)}`,
      startedMs: this.#births.timeOf(job.clockStartMs, null),
      maxBuiltBytes: job.maxBuiltBytes,
    });
    const jobs = this.#sessions.get(session) ?? [];
    this.#startShell(process, { job: { ...job, runsBeside }, spool, io, jobs });
  }

  /** The page stops a run: it, and whatever it has started. Only real programs can tell the signals apart. */
  stopRun(pid: number, signal: ProcessSignal = 'SIGKILL'): void {
    const run = this.#table.get(pid);
    if (run?.state !== 'running') return;
    const softly = signal !== 'SIGKILL';
    void this.#stop(run, this.#table.startedIn(pid), { signal: 'SIGKILL', softly });
  }

  /** The page gives a run's shell to the next command while the run goes on. */
  detachRun(pid: number): void {
    if (this.#table.get(pid)?.state === 'running') this.#detached.add(pid);
  }

  list() {
    return this.#table.list();
  }

  /** See `ProcessCalls.signal`. `isOwn`: it sends the signal itself. */
  signal(pid: number, signal: ProcessSignal | null, isOwn = false): boolean {
    const process = this.#table.get(pid);
    if (!process) return this.#parts.machine?.signal(pid, signal) ?? false;
    if (process.state === 'ended' || process.kind === 'thread') return false;
    if (signal === null || process.state === 'stopping') return true;
    if (signal !== 'SIGKILL') {
      if (process.stdio && !isOwn && this.#isNew(process)) {
        // A process sets its traps first: on a real machine it would have done so by now.
        void process.begun.then(() => setTimeout(() => this.signal(pid, signal), newbornMs[process.kind]));
        return true;
      }
      const programs = this.#table.childrenOf(pid).filter(({ state }) => state === 'running');
      if (process.options.standsForChild && programs.length > 0) {
        for (const program of programs) this.signal(program.pid, signal);
        return true;
      }
      if (process.handles.has(signal)) {
        process.runner?.deliver(signal);
        return true;
      }
      const interrupts = signal === 'SIGINT' || signal === 'SIGQUIT';
      if (isHarmless(signal) || (interrupts && process.options.ignoresInterrupt)) return true;
    }
    this.#end(process, { signal });
    return true;
  }

  #isNew({ begunMs, kind }: Process): boolean {
    return begunMs === null || performance.now() - begunMs < newbornMs[kind];
  }

  #end(process: Process, why: Why): void {
    const isRun = process.run === process.pid;
    const members = isRun ? this.#table.startedIn(process.pid) : this.#table.treeOf(process);
    void this.#stop(process, members, why);
  }

  #callsOf(caller: Process): SystemCalls {
    return {
      spawn: async (spec, stdio, options = {}) => {
        const process = this.#spawn(caller, spec, stdio, options);
        if (options.untilBegun) await process.begun;
        return process.pid;
      },
      wait: async (pid) => {
        const end = this.#table.wait(pid, caller);
        if (end === null) throw new GuestFsError('ECHILD', '', `ECHILD: no child processes, ${pid}`);
        return end;
      },
      signal: async (pid, signal) => {
        const isThere = this.#endThread(caller, pid) || this.signal(pid, signal, pid === caller.pid);
        // Who has ended itself hears nothing any more: its worker may still run for a moment.
        return caller.state === 'running' ? isThere : new Promise(() => {});
      },
      list: async () => this.list(),
      loadingMs: async (settled) =>
        settled ? this.#loading.settledMs(caller.run) : this.#loading.soFarMs(caller.run),
      lock: (path, options) => this.#locks.take(caller.pid, path, options),
      unlock: async (id) => this.#locks.release(caller.pid, id),
      leave: async (pid, paths) => {
        const child = this.#table.get(pid);
        if (child?.ppid === caller.pid) child.leftTo = paths;
      },
      ...pipeCallsOf(this.#pipes, caller.pid),
      startThread: async (thread, ports) => this.#startThread(caller, thread as NodeThread, ports),
      ports: {
        listen: (port) => this.loopback.listen(caller.pid, port),
        accept: (port) => this.loopback.accept(caller.pid, port),
        unlisten: (port) => this.loopback.unlisten(caller.pid, port),
        connect: (port) => this.loopback.connect(caller.pid, port),
      },
      network: (port) => this.#parts.reply({ type: 'network', pid: caller.run, port }, [port]),
    };
  }

  #spawn(caller: Process, spec: ProcessSpec, stdio: ProcessStdio, options: SpawnOptions): Process {
    if (caller.state !== 'running') throw new GuestFsError('ESRCH', '', 'ESRCH: no such process');
    const process = this.#adopt(caller, {
      kind: spec.kind,
      title: spec.title,
      stdio,
      options: {
        ...options,
        ignoresInterrupt: options.ignoresInterrupt || caller.options.ignoresInterrupt || false,
      },
      startMs: spec.job.clockStartMs ?? null,
    });
    this.#pipes.inherit(caller.pid, process.pid, options.inherits ?? []);
    this.#parts.pool.expectMore();
    if (spec.kind === 'program') this.#startProgram(process, spec.job);
    else if (spec.kind === 'node')
      this.#startNode(process, { ...spec.job, ...this.#births.of(process) }, null, []);
    else {
      const job = { ...spec.job, ...this.#births.of(process), maxBuiltBytes: caller.maxBuiltBytes };
      this.#startShell(process, { job, spool: false, io: null, jobs: [] });
    }
    return process;
  }

  /** A thread is no process that signals reach; only its starter ends it. */
  #endThread(caller: Process, pid: number): boolean {
    const thread = this.#table.get(pid);
    if (thread?.kind !== 'thread' || thread.ppid !== caller.pid || thread.state !== 'running') return false;
    this.#end(thread, { signal: 'SIGKILL' });
    return true;
  }

  #startThread(caller: Process, thread: NodeThread, ports: readonly MessagePort[]): number {
    const job = this.#nodeJobs.get(caller.pid);
    if (!job) throw new GuestFsError('EINVAL', '', 'EINVAL: invalid argument, only node has threads');
    const { title, stdio } = caller;
    const startMs = thread.clockStartMs ?? null;
    const process = this.#adopt(caller, { kind: 'thread', title, stdio, options: {}, startMs });
    this.#startNode(process, { ...job, ...this.#births.of(process) }, thread, ports);
    return process.pid;
  }

  #adopt(
    parent: Process,
    child: Pick<Process, 'kind' | 'title' | 'stdio' | 'options'> & { readonly startMs: number | null },
  ): Process {
    if (!this.#parts.sharedMemory) {
      throw new GuestFsError('ENOSYS', '', 'ENOSYS: function not implemented, no shared memory');
    }
    if (child.kind === 'program' && !this.#parts.machine) {
      throw new GuestFsError('ENOSYS', '', 'ENOSYS: function not implemented, no programs of a machine');
    }
    if (this.#table.running().length >= mostProcesses) {
      throw new GuestFsError('EAGAIN', '', 'EAGAIN: resource temporarily unavailable, too many processes');
    }
    const { pid: ppid, run, session, maxBuiltBytes } = parent;
    const pid = this.#table.nextPid();
    const { kind, title, stdio, options, startMs } = child;
    const startedMs = this.#births.timeOf(startMs, parent);
    const process = this.#table.add({
      pid,
      ppid,
      run,
      session,
      stdio,
      options,
      kind,
      title: title.slice(0, 4096),
      startedMs,
      maxBuiltBytes,
    });
    this.#loading.follow(run, process.begun);
    return process;
  }

  #startShell(process: Process, start: ShellStart): void {
    const { pool, files, sharedMemory, reply } = this.#parts;
    const pooled = startShellProcess(process, start, {
      pool,
      files,
      system: sharedMemory ? this.#ports : null,
      // To the page's broker, which decides; the kernel knows nothing of hosts.
      onNetwork: (port) => reply({ type: 'network', pid: process.run, port }, [port]),
      onCrash: (crash) => this.#end(process, { signal: 'SIGKILL', crash }),
      onDone: (end, jobs) => {
        if (start.io && !this.#detached.delete(process.pid)) this.#sessions.set(process.session, jobs);
        this.#ended(process, end);
      },
    });
    if (start.io) this.#runs.set(process.pid, { tail: pooled.tail, hasSpool: start.spool });
  }

  #startProgram(process: Process, job: ProgramJob): void {
    this.#parts.machine?.start(process, job, (end) => {
      if (process.state === 'running') this.#ended(process, end);
    });
  }

  #startNode(process: Process, job: NodeJob, thread: NodeThread | null, ports: readonly MessagePort[]): void {
    const { nodes, files } = this.#parts;
    this.#nodeJobs.set(process.pid, job);
    const start = { job, thread, ports, owner: this.#ownerOf(process) };
    const onEnd = (end: ProcessEnd) => this.#ended(process, end);
    void startNodeProcess(process, start, { nodes, files, system: this.#ports, onEnd });
  }

  /** The process that a thread belongs to. */
  #ownerOf(process: Process): Process {
    const parent = process.kind === 'thread' ? this.#table.get(process.ppid) : null;
    return parent ? this.#ownerOf(parent) : process;
  }

  #stop(top: Process, members: readonly Process[], why: Why): Promise<void> {
    const { pool, files, reply } = this.#parts;
    return stopProcesses(
      { top, members, why, run: this.#runs.get(top.pid) ?? null },
      {
        pool,
        files,
        reply,
        table: this.#table,
        ports: this.#ports,
        onEnd: (process, end) => this.#ended(process, end),
      },
    );
  }

  #ended(process: Process, end: ProcessEnd): void {
    const { pid, stdio, kind } = process;
    this.#ports.close(process);
    this.#runs.delete(pid);
    this.#detached.delete(pid);
    this.#nodeJobs.delete(pid);
    this.loopback.ended(pid);
    this.#locks.ended(pid);
    this.#pipes.ended(pid);
    if (kind !== 'thread') {
      if (stdio?.stdin) sealPipe(stdio.stdin, 'reader');
      for (const pipe of [stdio?.stdout, stdio?.stderr]) if (pipe) sealPipe(pipe, 'writer');
    }
    for (const child of this.#table.orphan(process)) this.#takeOver(child);
    this.#table.ended(process, end);
    if (this.#table.startedIn(process.run).length === 0) this.#loading.forget(process.run);
  }

  /** Nobody reads the child's output any more, and nobody will write to it. */
  #takeOver(child: Process): void {
    const { stdio } = child;
    if (child.kind === 'thread') {
      this.#end(child, { signal: 'SIGKILL' });
      return;
    }
    if (stdio?.stdin) sealPipe(stdio.stdin, 'writer');
    for (const pipe of new Set([stdio?.stdout, stdio?.stderr])) {
      if (pipe) void takeOrphansOutput(pipe, child, this.#parts.files);
    }
  }
}
