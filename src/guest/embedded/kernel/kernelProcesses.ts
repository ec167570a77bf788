import { GuestFsError } from '../../port.ts';
import { createCallMemory } from '../files/index.ts';
import type { NodeJob, NodeThread } from '../node/contract.ts';
import { PipeReader, PipeWriter, sealPipe, writtenCount } from '../pipes/index.ts';
import type { ProcessEnd, ProcessSpec, ProcessStdio, SpawnOptions } from '../processes/contract.ts';
import { leftBelow } from '../processes/leftOutput.ts';
import { kernelPid, type Process, ProcessTable } from '../processes/processTable.ts';
import { isHarmless, type ProcessSignal, recordedSignal } from '../processes/signals.ts';
import { type SystemCalls, serveBlockingSystemCalls, serveSystemCalls } from '../processes/systemServer.ts';
import type { JobRecord, ShellJob } from '../shell/index.ts';
import type { FilePorts } from './filePorts.ts';
import type { CommandWorkerRequest, KernelReply, KernelRequest } from './messages.ts';
import { type NodeWorkers, tellNode } from './nodeWorkers.ts';
import { readTail } from './tailBuffer.ts';
import type { PooledWorker, WorkerPool } from './workerPool.ts';

/** Processes that may be open at a time, those of the page included. */
const mostProcesses = 64;
/** For so long after its beginning a process is spared signals that it could handle. */
const newbornMs: Readonly<Record<Process['kind'], number>> = { shell: 40, node: 120, thread: 0 };

interface KernelParts {
  readonly seed: number;
  readonly clockStartMs: number | null;
  readonly sharedMemory: boolean;
  readonly pool: WorkerPool;
  readonly nodes: NodeWorkers;
  readonly files: FilePorts;
  readonly reply: (message: KernelReply, transfer?: Transferable[]) => void;
}

interface ShellStart {
  readonly job: ShellJob;
  readonly spool: boolean;
  readonly io: MessagePort | null;
  readonly jobs: readonly JobRecord[];
}

/** Starts, signals and stops the processes of the guest: the runs of the page and what they start. */
export class KernelProcesses {
  readonly #parts: KernelParts;
  readonly #table = new ProcessTable();
  /** Jobs that the last run of each persistent shell left. */
  readonly #sessions = new Map<number, readonly JobRecord[]>();
  readonly #runWorkers = new Map<number, PooledWorker>();
  readonly #nodeJobs = new Map<number, NodeJob>();
  readonly #closePorts = new Map<number, () => void>();
  readonly #bootedMs = performance.now();

  constructor(parts: KernelParts) {
    this.#parts = parts;
  }

  startRun({ pid, session, job, spool, io }: Extract<KernelRequest, { type: 'spawn' }>): void {
    const process = this.#table.add({
      pid,
      ppid: kernelPid,
      run: pid,
      session,
      stdio: null,
      options: {},
      kind: 'shell',
      title: `bash -c ${job.command.slice(0, 1000)}`,
      startedMs: this.#nowMs(),
      maxBuiltBytes: job.maxBuiltBytes,
    });
    this.#startShell(process, { job, spool, io, jobs: this.#sessions.get(session) ?? [] });
  }

  /** The page stops a run: it, and whatever it has started. */
  stopRun(pid: number): void {
    const run = this.#table.get(pid);
    if (run?.state === 'running') void this.#stop(run, this.#table.startedIn(pid), { signal: 'SIGKILL' });
  }

  list() {
    return this.#table.list();
  }

  /** See `ProcessCalls.signal`. `isOwn`: it sends the signal itself. */
  signal(pid: number, signal: ProcessSignal | null, isOwn = false): boolean {
    const process = this.#table.get(pid);
    if (!process || process.state === 'ended' || process.kind === 'thread') return false;
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

  #end(process: Process, why: { readonly signal: ProcessSignal; readonly crash?: string }): void {
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
      leave: async (pid, paths) => {
        const child = this.#table.get(pid);
        if (child?.ppid === caller.pid) child.leftTo = paths;
      },
      startThread: async (thread, ports) => this.#startThread(caller, thread as NodeThread, ports),
      network: (port) => this.#parts.reply({ type: 'network', pid: caller.run, port }, [port]),
    };
  }

  #spawn(caller: Process, spec: ProcessSpec, stdio: ProcessStdio, options: SpawnOptions): Process {
    if (caller.state !== 'running') throw new GuestFsError('ESRCH', '', 'ESRCH: no such process');
    const process = this.#adopt(caller, spec.kind, spec.title, stdio, {
      ...options,
      ignoresInterrupt: options.ignoresInterrupt || caller.options.ignoresInterrupt || false,
    });
    const { pid } = process;
    this.#parts.pool.expectMore();
    const seed = this.#seedOf(pid);
    const clockStartMs = this.#parts.clockStartMs === null ? null : this.#nowMs();
    if (spec.kind === 'node') void this.#startNode(process, { ...spec.job, seed, clockStartMs }, null, []);
    else {
      const job = { ...spec.job, seed, clockStartMs, maxBuiltBytes: caller.maxBuiltBytes };
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
    const process = this.#adopt(caller, 'thread', caller.title, caller.stdio, {});
    const clockStartMs = job.clockStartMs === null ? null : this.#nowMs();
    void this.#startNode(process, { ...job, seed: this.#seedOf(process.pid), clockStartMs }, thread, ports);
    return process.pid;
  }

  #adopt(
    parent: Process,
    kind: Process['kind'],
    title: string,
    stdio: ProcessStdio | null,
    options: SpawnOptions,
  ): Process {
    if (!this.#parts.sharedMemory) {
      throw new GuestFsError('ENOSYS', '', 'ENOSYS: function not implemented, no shared memory');
    }
    if (this.#table.running().length >= mostProcesses) {
      throw new GuestFsError('EAGAIN', '', 'EAGAIN: resource temporarily unavailable, too many processes');
    }
    const { pid: ppid, run, session, maxBuiltBytes } = parent;
    const pid = this.#table.nextPid();
    const startedMs = this.#nowMs();
    return this.#table.add({
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
  }

  #startShell(process: Process, { job, spool, io, jobs }: ShellStart): void {
    const { pid, ppid, stdio } = process;
    const { pool, files, sharedMemory, reply } = this.#parts;
    const pooled = pool.take();
    const filePort = files.open(pid, { spool });
    if (io) this.#runWorkers.set(pid, pooled);
    process.runner = {
      deliver: (signal) => {
        const message: CommandWorkerRequest = { type: 'signal', signal };
        pooled.worker.postMessage(message);
      },
      terminate: () => pool.end(pooled),
    };
    pooled.onCrash = (crash) => this.#end(process, { signal: 'SIGKILL', crash });
    // To the page's broker, which decides; the kernel knows nothing of hosts.
    pooled.onNetwork = (port) => reply({ type: 'network', pid: process.run, port }, [port]);
    pooled.onHandles = (signals) => {
      process.handles = new Set(signals);
    };
    pooled.onDone = (done) => {
      if (done.pid !== pid || process.state !== 'running') return;
      if (done.reusable) pool.giveBack(pooled);
      else pool.end(pooled);
      if (io) this.#sessions.set(process.session, done.jobs);
      void files.close(pid, null);
      this.#ended(process, { kind: 'exited', code: done.exitCode, notes: done.notes });
      pool.fill();
    };
    void pooled.ready.then(() => {
      if (process.state !== 'running') return;
      const system = sharedMemory ? this.#systemPort(process) : null;
      const message: CommandWorkerRequest = {
        type: 'run',
        pid,
        ppid,
        job,
        spool,
        io,
        stdio,
        files: filePort,
        system,
        jobs,
      };
      const transfer = [io, filePort, system].filter((port) => port !== null);
      pooled.worker.postMessage(message, transfer);
      process.begin();
    });
    pool.fill();
  }

  async #startNode(
    process: Process,
    job: NodeJob,
    thread: NodeThread | null,
    ports: readonly MessagePort[],
  ): Promise<void> {
    const { pid, stdio } = process;
    this.#nodeJobs.set(pid, job);
    const memory = createCallMemory();
    const files = { port: this.#parts.files.open(pid, { memory }), memory };
    try {
      const node = await this.#parts.nodes.take();
      if (process.state !== 'running') {
        node.worker.terminate();
        return;
      }
      process.runner = {
        deliver: (signal) => tellNode(node, { type: 'signal', signal }),
        terminate: () => node.worker.terminate(),
      };
      node.onHandles = (signals) => {
        process.handles = new Set(signals);
      };
      node.onExit = (code) => this.#nodeEnded(process, code, null);
      node.onCrash = (message) => this.#nodeEnded(process, 134, message);
      const system = this.#systemPort(process);
      const blocking = this.#blockingPort(process);
      const owner = this.#ownerOf(process);
      tellNode(
        node,
        {
          type: 'run',
          pid: owner.pid,
          ppid: owner.ppid,
          job,
          stdio: stdio ?? { stdin: null, stdout: null, stderr: null },
          files,
          system,
          blocking,
          thread,
        },
        [files.port, system, blocking.port, ...ports],
      );
      process.begin();
    } catch (error) {
      this.#nodeEnded(process, 127, error instanceof Error ? error.message : String(error));
    }
  }

  /** The process that a thread belongs to. */
  #ownerOf(process: Process): Process {
    const parent = process.kind === 'thread' ? this.#table.get(process.ppid) : null;
    return parent ? this.#ownerOf(parent) : process;
  }

  #nodeEnded(process: Process, code: number, complaint: string | null): void {
    if (process.state !== 'running') return;
    process.runner?.terminate();
    const stderr = process.stdio?.stderr;
    if (complaint !== null && stderr) {
      new PipeWriter(stderr, 'stderr').writeSome(new TextEncoder().encode(`node: ${complaint}\n`));
    }
    void this.#parts.files.close(process.pid, null);
    this.#ended(process, { kind: 'exited', code });
  }

  #systemPort(process: Process): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#onEnd(process, serveSystemCalls(port1, this.#callsOf(process)));
    return port2;
  }

  #blockingPort(process: Process): { readonly port: MessagePort; readonly memory: SharedArrayBuffer } {
    const { port1, port2 } = new MessageChannel();
    const memory = createCallMemory();
    this.#onEnd(process, serveBlockingSystemCalls(port1, memory, this.#callsOf(process)));
    return { port: port2, memory };
  }

  #onEnd({ pid }: Process, close: () => void): void {
    const before = this.#closePorts.get(pid);
    this.#closePorts.set(pid, () => {
      before?.();
      close();
    });
  }

  /**
   * A worker may run on for two seconds after `terminate`. So files are frozen first and the last output is read
   * then: a command that says what it does and does it is never caught doing what it has not said.
   */
  async #stop(
    top: Process,
    members: readonly Process[],
    why: { readonly signal: ProcessSignal; readonly crash?: string },
  ): Promise<void> {
    const { pool, files, reply } = this.#parts;
    for (const member of members) {
      member.state = 'stopping';
      this.#closePorts.get(member.pid)?.();
      member.runner?.terminate();
    }
    pool.fill();
    await Promise.all(members.map(({ pid }) => files.freeze(pid)));
    const worker = this.#runWorkers.get(top.pid);
    const { tail, rest } = this.#lastWords(top, worker);
    const spooled = tail && {
      start: tail.start,
      bytes: joined([tail.bytes, ...rest.map(({ bytes }) => bytes)]),
    };
    await Promise.all(members.map((member) => files.close(member.pid, member === top ? spooled : null)));
    const { signal, crash = null } = why;
    for (const member of [...members].reverse()) {
      const notes = crash === null ? [] : [{ code: 'worker-crashed', detail: crash }];
      const own = member === top ? { rest: rest.map(asLatin1), notes } : {};
      this.#ended(member, { kind: 'signaled', signal, ...own });
    }
    if (!worker) return;
    reply({
      type: 'stopped',
      pid: top.pid,
      crash,
      signal: recordedSignal(signal),
      start: tail?.start ?? null,
      stream: tail?.stream ?? 'stdout',
      tail: tail?.bytes ?? new Uint8Array(0),
      rest,
      withheld: tail?.withholds ?? true,
    });
  }

  /** What a killed process and those below it had written and nobody has passed on. */
  #lastWords(top: Process, worker: PooledWorker | undefined) {
    const memory = worker?.tail;
    if (!memory) {
      const { stdio } = top;
      const countOf = (pipe: SharedArrayBuffer | null | undefined) => (pipe ? writtenCount(pipe) : 0);
      const rest = leftBelow(this.#table, top, (stream) => countOf(stdio?.[stream]));
      return { tail: null, rest };
    }
    let tail = readTail(memory);
    const rest = leftBelow(this.#table, top, () => {
      tail = readTail(memory);
      return (tail.start + tail.bytes.length) | 0;
    });
    return { tail, rest };
  }

  #ended(process: Process, end: ProcessEnd): void {
    const { pid, stdio, kind } = process;
    this.#closePorts.get(pid)?.();
    this.#closePorts.delete(pid);
    this.#runWorkers.delete(pid);
    this.#nodeJobs.delete(pid);
    if (kind !== 'thread') {
      if (stdio?.stdin) sealPipe(stdio.stdin, 'reader');
      for (const pipe of [stdio?.stdout, stdio?.stderr]) if (pipe) sealPipe(pipe, 'writer');
    }
    for (const child of this.#table.orphan(process)) this.#takeOver(child);
    this.#table.ended(process, end);
  }

  /** Nobody reads the child's output any more, and nobody will write to it. */
  #takeOver(child: Process): void {
    const { stdio } = child;
    if (child.kind === 'thread') {
      this.#end(child, { signal: 'SIGKILL' });
      return;
    }
    if (stdio?.stdin) sealPipe(stdio.stdin, 'writer');
    for (const pipe of new Set([stdio?.stdout, stdio?.stderr])) if (pipe) void this.#drain(pipe, child);
  }

  async #drain(pipe: SharedArrayBuffer, { leftTo, stdio }: Process): Promise<void> {
    const reader = new PipeReader(pipe);
    for (let piece = await reader.readPiece(); piece; piece = await reader.readPiece()) {
      const stream = stdio?.stdout === stdio?.stderr || pipe === stdio?.stdout ? piece.stream : 'stderr';
      const path = leftTo[stream];
      // A full disk is nobody's any more.
      if (path !== null) await this.#parts.files.append(path, piece.bytes).catch(() => {});
    }
  }

  #nowMs(): number {
    const { clockStartMs } = this.#parts;
    return clockStartMs === null ? Date.now() : clockStartMs + Math.floor(performance.now() - this.#bootedMs);
  }

  /** Processes of one guest differ, the same process of the same seed does not (Weyl's sequence by the golden ratio). */
  #seedOf(pid: number): number {
    return (this.#parts.seed + Math.imul(pid, 0x9e3779b9)) >>> 0;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

function asLatin1({ stream, bytes }: { stream: 'stdout' | 'stderr'; bytes: Uint8Array }) {
  let latin1 = '';
  for (const byte of bytes) latin1 += String.fromCharCode(byte);
  return { stream, latin1 };
}
