import { ChangeTracker } from './changes.ts';
import { seededBytes } from './devices.ts';
import { fileOperations, type Operation, serveFiles } from './fileServer.ts';
import { guestDirs, layOut } from './layout.ts';
import { MemoryFiles } from './memoryFiles.ts';
import { pageOperations } from './pageOperations.ts';
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
      readonly pagePort: MessagePort;
    }
  | { readonly type: 'open'; readonly pid: number; readonly spool: boolean; readonly port: MessagePort }
  /** `tail` is what a killed command had written but not yet sent; where it ends, its output ends. */
  | {
      readonly type: 'close';
      readonly pid: number;
      readonly tail: { readonly start: number; readonly bytes: Uint8Array } | null;
    };

export interface FileWorkerReply {
  readonly type: 'closed';
  readonly pid: number;
}

/** Runs the file system in this worker until the worker ends. */
export function startFileWorker(scope: {
  onmessage: ((event: MessageEvent<FileWorkerRequest>) => void) | null;
  postMessage(reply: FileWorkerReply): void;
}): void {
  const closers = new Map<number, () => void>();
  let system: { readonly files: MemoryFiles; readonly spools: Spools } | null = null;

  scope.onmessage = ({ data }) => {
    if (data.type === 'boot') {
      system = bootFiles(data);
      return;
    }
    if (!system) return;
    if (data.type === 'open') {
      const { files, spools } = system;
      const table = new Map<string, Operation>(fileOperations(files));
      if (data.spool) {
        spools.open(data.pid);
        table.set('spoolAppend', (args) => spools.append(data.pid, args.count(0), args.bytes(1)));
      }
      table.set('spoolSettled', () => undefined);
      closers.set(data.pid, serveFiles(data.port, table));
      return;
    }
    closers.get(data.pid)?.();
    closers.delete(data.pid);
    if (data.tail) {
      system.spools.append(data.pid, data.tail.start, data.tail.bytes);
      system.spools.cut(data.pid, data.tail.start + data.tail.bytes.length);
    }
    scope.postMessage({ type: 'closed', pid: data.pid });
  };
}

function bootFiles(boot: Extract<FileWorkerRequest, { type: 'boot' }>): {
  readonly files: MemoryFiles;
  readonly spools: Spools;
} {
  const startedMs = performance.now();
  const now = () =>
    boot.clockStartMs === null ? Date.now() : boot.clockStartMs + Math.floor(performance.now() - startedMs);
  const watch = new WatchBatches((paths) => boot.pagePort.postMessage({ type: 'changed', paths }));
  const tracker = new ChangeTracker([guestDirs.home, guestDirs.workspace, guestDirs.tmp], (path) =>
    watch.add(path),
  );
  const budget = new SpaceBudget(boot.maxBytes);
  const spools = new Spools(budget);
  const files = new MemoryFiles({ now, budget, sink: tracker, randomByte: seededBytes(boot.seed) });
  tracker.unreported(() => layOut(files));
  serveFiles(boot.pagePort, pageOperations({ files, spools, tracker, watch: (on) => watch.enable(on) }));
  return { files, spools };
}
