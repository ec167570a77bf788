import type { FileOps } from '../../../../../src/guest/embedded/files/index.ts';
import { ProcessOutput } from '../../../../../src/guest/embedded/kernel/processOutput.ts';
import { PipeReader, sealPipe } from '../../../../../src/guest/embedded/pipes/index.ts';
import type {
  ProcessCalls,
  ProcessEnd,
  ProcessSpec,
  ProcessStdio,
  SpawnOptions,
} from '../../../../../src/guest/embedded/processes/contract.ts';
import { FileLocks } from '../../../../../src/guest/embedded/processes/fileLocks.ts';
import { NamedPipes, pipeCallsOf } from '../../../../../src/guest/embedded/processes/namedPipes.ts';
import { isHarmless, type ProcessSignal } from '../../../../../src/guest/embedded/processes/signals.ts';
import type { JobRecord, ShellProcesses } from '../../../../../src/guest/embedded/shell/index.ts';
import { runJob } from '../../../../../src/guest/embedded/shell/run.ts';
import { GuestFsError } from '../../../../../src/guest/port.ts';

interface FakeProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly title: string;
  readonly stdio: ProcessStdio | null;
  readonly options: SpawnOptions;
  readonly stop: AbortController;
  handles: ReadonlySet<ProcessSignal>;
  deliver: (signal: ProcessSignal) => void;
  end: ProcessEnd | null;
  readonly ended: Promise<ProcessEnd>;
  readonly settle: (end: ProcessEnd) => void;
}

/** A kernel whose processes are shells in this very thread: what cannot be stopped cooperatively cannot be here. */
export class FakeProcesses {
  readonly #files: FileOps;
  readonly #locks = new FileLocks();
  readonly #pipes = new NamedPipes();
  readonly #processes = new Map<number, FakeProcess>();
  #lastPid = 100;
  readonly limit: number;

  constructor(files: FileOps, limit = 64) {
    this.#files = files;
    this.limit = limit;
  }

  /** The doors of a shell that the test runs itself. */
  doorsFor(jobs: readonly JobRecord[]): ShellProcesses {
    return this.#doorsOf(this.#add(1, 'bash', null, {}), jobs);
  }

  #add(ppid: number, title: string, stdio: ProcessStdio | null, options: SpawnOptions): FakeProcess {
    let settle: (end: ProcessEnd) => void = () => {};
    const ended = new Promise<ProcessEnd>((resolve) => {
      settle = resolve;
    });
    const process: FakeProcess = {
      pid: ++this.#lastPid,
      ppid,
      title,
      stdio,
      options,
      stop: new AbortController(),
      handles: new Set(),
      deliver: () => {},
      end: null,
      ended,
      settle,
    };
    this.#processes.set(process.pid, process);
    return process;
  }

  #doorsOf(process: FakeProcess, jobs: readonly JobRecord[]): ShellProcesses {
    return {
      calls: this.#callsOf(process),
      pid: process.pid,
      ppid: process.ppid,
      jobs,
      handles: (signals) => {
        process.handles = new Set(signals);
      },
      onSignal: (listener) => {
        process.deliver = listener;
        return () => {
          process.deliver = () => {};
        };
      },
    };
  }

  #running(): FakeProcess[] {
    return [...this.#processes.values()].filter(({ end }) => end === null);
  }

  #callsOf(caller: FakeProcess): ProcessCalls {
    return {
      spawn: async (spec, stdio, options = {}) => this.#spawn(caller, spec, stdio, options),
      wait: async (pid) => {
        const process = this.#processes.get(pid);
        if (!process) throw new GuestFsError('ECHILD', '', `ECHILD: no child processes, ${pid}`);
        return process.ended;
      },
      signal: async (pid, signal) => this.#signal(pid, signal),
      leave: async () => {},
      loadingMs: async () => 0,
      lock: (path, options) => this.#locks.take(caller.pid, path, options),
      unlock: async (id) => this.#locks.release(caller.pid, id),
      ...pipeCallsOf(this.#pipes, caller.pid),
      list: async () => this.#running().map(({ pid, ppid, title }) => ({ pid, ppid, title, startedMs: 0 })),
    };
  }

  #spawn(caller: FakeProcess, spec: ProcessSpec, stdio: ProcessStdio, options: SpawnOptions): number {
    if (this.#running().length >= this.limit) throw new GuestFsError('EAGAIN', '', 'EAGAIN: too many');
    const process = this.#add(caller.pid, spec.title, stdio, options);
    this.#pipes.inherit(caller.pid, process.pid, options.inherits ?? []);
    if (spec.kind === 'shell') void this.#run(process, spec.job);
    else this.#end(process, { kind: 'exited', code: 127 });
    return process.pid;
  }

  async #run(process: FakeProcess, job: Extract<ProcessSpec, { kind: 'shell' }>['job']): Promise<void> {
    const { stdio, stop } = process;
    const output = new ProcessOutput(stdio ?? { stdin: null, stdout: null, stderr: null }, () =>
      stop.abort(),
    );
    // As a worker would start: not before the caller has its pid.
    await Promise.resolve();
    const result = await runJob(
      job,
      {
        files: this.#files,
        signal: stop.signal,
        output,
        stdinPipe: stdio?.stdin ? new PipeReader(stdio.stdin) : null,
        processes: this.#doorsOf(process, []),
      },
      true,
    );
    this.#end(process, { kind: 'exited', code: result.exitCode, notes: result.notes });
  }

  #end(process: FakeProcess, end: ProcessEnd): void {
    if (process.end) return;
    process.end = end;
    this.#pipes.ended(process.pid);
    this.#locks.ended(process.pid);
    for (const child of this.#running()) {
      if (child.ppid === process.pid && child.stdio?.stdin) sealPipe(child.stdio.stdin, 'writer');
    }
    const { stdio } = process;
    if (stdio?.stdin) sealPipe(stdio.stdin, 'reader');
    for (const pipe of [stdio?.stdout, stdio?.stderr]) if (pipe) sealPipe(pipe, 'writer');
    process.settle(end);
  }

  #signal(pid: number, signal: ProcessSignal | null): boolean {
    const process = this.#processes.get(pid);
    if (!process || process.end) return false;
    if (signal === null) return true;
    if (signal !== 'SIGKILL' && process.handles.has(signal)) {
      process.deliver(signal);
      return true;
    }
    const interrupts = signal === 'SIGINT' || signal === 'SIGQUIT';
    if (isHarmless(signal) || (interrupts && process.options.ignoresInterrupt)) return true;
    for (const child of this.#running().filter(({ ppid }) => ppid === pid))
      this.#signal(child.pid, 'SIGKILL');
    process.stop.abort();
    this.#end(process, { kind: 'signaled', signal });
    return true;
  }
}
