import { type BlockingOperation, serveBlockingCalls } from './blockingPort.ts';
import { ChangeLog } from './changeLog.ts';
import { ChangeTracker } from './changes.ts';
import { seededBytes } from './devices.ts';
import { FileClock } from './fileClock.ts';
import { fileOperations, noAnswer, type Operation, type OperationTable, serveFiles } from './fileServer.ts';
import { guestDirs, layOut } from './layout.ts';
import { MemoryFiles } from './memoryFiles.ts';
import { nodeFileOperations } from './nodeOperations.ts';
import type { SyncFiles } from './ops.ts';
import { pageOperations } from './pageOperations.ts';
import { throughGate } from './processGate.ts';
import { SpaceBudget } from './spaceBudget.ts';
import { Spools } from './spools.ts';
import { WatchBatches } from './watchBatches.ts';

/** What the kernel asks of the file worker. Only the kernel holds this channel, so it is taken as typed. */
export type FileWorkerRequest =
  | {
      readonly type: 'boot';
      readonly seed: number;
      readonly clockStartMs: number | null;
      readonly maxBytes: number;
      readonly largestFileBytes: number;
      readonly pagePort: MessagePort;
    }
  | {
      readonly type: 'open';
      readonly pid: number;
      readonly spool: boolean;
      readonly port: MessagePort;
      /** Given: the port is that of a `node` worker, which blocks until its answer is in this memory. */
      readonly memory?: SharedArrayBuffer | null;
      /** By which the kernel stops the process without a message; null where no memory can be shared. */
      readonly gate: SharedArrayBuffer | null;
    }
  /** The run is being killed: from here on it changes no file; its spool still fills. Where its gate does not do. */
  | { readonly type: 'freeze'; readonly pid: number }
  /** `tail` is what a killed command had written but not yet sent; where it ends, its output ends. */
  | {
      readonly type: 'close';
      readonly pid: number;
      readonly tail: { readonly start: number; readonly bytes: Uint8Array } | null;
    };

export interface FileWorkerReply {
  readonly type: 'frozen' | 'closed';
  readonly pid: number;
}

/** How long spool pieces that a killed command had sent may still be on their way. */
const stragglerPatienceMs = 1000;

interface OpenRun {
  readonly table: Map<string, Operation>;
  readonly close: () => void;
  /** Set while a stop waits for the last spool pieces. */
  onSpooled: (() => void) | null;
}

/** Runs the file system in this worker until the worker ends. */
export function startFileWorker(
  scope: {
    onmessage: ((event: MessageEvent<FileWorkerRequest>) => void) | null;
    postMessage(reply: FileWorkerReply): void;
  },
  bootFiles: (boot: FileWorkerBoot) => FileSystem = bootMemoryFiles,
): void {
  const runs = new Map<number, OpenRun>();
  let system: FileSystem | null = null;

  scope.onmessage = ({ data }) => {
    if (data.type === 'boot') system = bootFiles(data);
    else if (system && data.type === 'open') open(system, data);
    else if (data.type === 'freeze') freeze(data.pid);
    else if (system && data.type === 'close') close(system.spools, data);
  };

  function open(
    { files, nodeOperations, spools, seed, clock }: FileSystem,
    { pid, spool, port, memory, gate }: Extract<FileWorkerRequest, { type: 'open' }>,
  ): void {
    if (memory && nodeOperations) {
      // A stream of its own for each process: who reads first must not matter.
      const randomByte = seededBytes(seed + Math.imul(pid, 0x9e3779b9));
      const table = gated(nodeOperations(randomByte), gate);
      runs.set(pid, { table, close: serveBlockingCalls(port, memory, table, clock), onSpooled: null });
      return;
    }
    const operations = new Map<string, Operation>(fileOperations(files));
    const table = gated(
      operations.set('spoolSettled', () => undefined),
      gate,
    );
    const run: OpenRun = { table, close: serveFiles(port, table, clock), onSpooled: null };
    runs.set(pid, run);
    if (!spool) return;
    spools.open(pid);
    table.set('spoolAppend', (args) => {
      spools.append(pid, args.count(0), args.bytes(1));
      run.onSpooled?.();
    });
  }

  function freeze(pid: number): void {
    const run = runs.get(pid);
    if (run) spoolOnly(run);
    scope.postMessage({ type: 'frozen', pid });
  }

  function spoolOnly({ table }: OpenRun): void {
    for (const operation of table.keys())
      if (operation !== 'spoolAppend') table.set(operation, () => noAnswer);
  }

  /**
   * From here on nothing of the run changes a file. Spool pieces come by another way than this request, so those that
   * were sent before the end are waited for; those that the worker still sent after its last word was read may be at
   * the page, and are taken for a while.
   */
  function close(spools: SpoolStore, { pid, tail }: Extract<FileWorkerRequest, { type: 'close' }>): void {
    const run = runs.get(pid);
    runs.delete(pid);
    const finish = () => {
      if (tail) spools.append(pid, tail.start, tail.bytes);
      if (run && tail && spools.sizeOf(pid) !== null) {
        spoolOnly(run);
        setTimeout(run.close, stragglerPatienceMs);
      } else run?.close();
      scope.postMessage({ type: 'closed', pid });
    };
    const spooled = spools.sizeOf(pid);
    if (!run || !tail || spooled === null || spooled >= tail.start) {
      finish();
      return;
    }
    const timer = setTimeout(() => {
      run.onSpooled = null;
      finish();
    }, stragglerPatienceMs);
    run.onSpooled = () => {
      const size = spools.sizeOf(pid);
      if (size !== null && size < tail.start) return;
      clearTimeout(timer);
      run.onSpooled = null;
      finish();
    };
  }
}

function gated(table: OperationTable, gate: SharedArrayBuffer | null): Map<string, Operation> {
  if (!gate) return new Map(table);
  return new Map(
    [...table].map(([name, operation]) => [
      name,
      (args) => throughGate<unknown>(gate, () => operation(args), noAnswer),
    ]),
  );
}

export type FileWorkerBoot = Extract<FileWorkerRequest, { type: 'boot' }>;

/** Where copies of running commands' output are kept; see `Spools`. */
export type SpoolStore = Pick<Spools, 'open' | 'append' | 'sizeOf'>;

/** The files that a worker serves. It answers the page's port itself. */
export interface FileSystem {
  readonly files: SyncFiles;
  /** What a `node` worker may ask; null where there are none. */
  readonly nodeOperations: ((randomByte: () => number) => Map<string, BlockingOperation>) | null;
  readonly spools: SpoolStore;
  readonly seed: number;
  readonly clock: FileClock;
}

function bootMemoryFiles(boot: FileWorkerBoot): FileSystem {
  const clock = new FileClock(boot.clockStartMs);
  const watch = new WatchBatches((paths) => boot.pagePort.postMessage({ type: 'changed', paths }));
  const log = new ChangeLog();
  const tracker = new ChangeTracker([guestDirs.home, guestDirs.workspace, guestDirs.tmp], (path) => {
    watch.add(path);
    log.add(path);
  });
  const randomByte = seededBytes(boot.seed);
  const budget = new SpaceBudget(boot.maxBytes, boot.largestFileBytes);
  const spools = new Spools(budget);
  const files = new MemoryFiles({ now: clock.now, budget, sink: tracker, randomByte });
  tracker.unreported(() => layOut(files));
  const operations = pageOperations({ files, spools, tracker, watch: (on) => watch.enable(on) });
  serveFiles(boot.pagePort, operations, clock);
  const nodeOperations = (byte: () => number) => nodeFileOperations({ files, log, randomByte: byte });
  return { files, nodeOperations, spools, seed: boot.seed, clock };
}
