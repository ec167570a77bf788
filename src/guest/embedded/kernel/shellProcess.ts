import type { ProcessEnd } from '../processes/contract.ts';
import type { Process } from '../processes/processTable.ts';
import type { JobRecord, ShellJob } from '../shell/index.ts';
import type { FilePorts } from './filePorts.ts';
import type { CommandWorkerReply, CommandWorkerRequest } from './messages.ts';
import type { SystemPorts } from './systemPorts.ts';
import type { PooledWorker, WorkerPool } from './workerPool.ts';

export interface ShellStart {
  readonly job: ShellJob;
  readonly spool: boolean;
  /** The page's port of a run; null for a process that a process started. */
  readonly io: MessagePort | null;
  readonly jobs: readonly JobRecord[];
}

interface ShellParts {
  readonly pool: WorkerPool;
  readonly files: FilePorts;
  /** Null where there is no shared memory. */
  readonly system: SystemPorts | null;
  readonly onNetwork: (port: MessagePort) => void;
  readonly onCrash: (message: string) => void;
  readonly onDone: (end: ProcessEnd, jobs: readonly JobRecord[]) => void;
}

/** Has a worker of the pool run a shell; answers the worker. */
export function startShellProcess(process: Process, start: ShellStart, parts: ShellParts): PooledWorker {
  const { pid, ppid, stdio } = process;
  const { job, spool, io, jobs } = start;
  const { pool, files, system } = parts;
  const pooled = pool.take();
  const filePort = files.open(pid, { spool });
  process.runner = {
    deliver: (signal) => {
      const message: CommandWorkerRequest = { type: 'signal', signal };
      pooled.worker.postMessage(message);
    },
    terminate: () => pool.end(pooled),
  };
  pooled.onCrash = parts.onCrash;
  pooled.onNetwork = parts.onNetwork;
  pooled.onHandles = (signals) => {
    process.handles = new Set(signals);
  };
  pooled.onDone = (done: Extract<CommandWorkerReply, { type: 'done' }>) => {
    if (done.pid !== pid || process.state !== 'running') return;
    if (done.reusable) pool.giveBack(pooled);
    else pool.end(pooled);
    void files.close(pid, null);
    const { exitCode: code, notes, clockMs } = done;
    parts.onDone({ kind: 'exited', code, notes, clockMs }, done.jobs);
    pool.fill();
  };
  void pooled.ready.then(() => {
    if (process.state !== 'running') return;
    const systemPort = system?.open(process) ?? null;
    const message: CommandWorkerRequest = {
      type: 'run',
      pid,
      ppid,
      job,
      spool,
      io,
      stdio,
      files: filePort,
      system: systemPort,
      jobs,
    };
    pooled.worker.postMessage(
      message,
      [io, filePort, systemPort].filter((port) => port !== null),
    );
    process.begin();
  });
  pool.fill();
  return pooled;
}
