import type { FileCopy } from '../files/index.ts';
import type { ProcessStdio } from '../processes/contract.ts';
import type { ProcessSignal } from '../processes/signals.ts';

/** One `node …` call. Plain data: it crosses ports. */
export interface NodeJob {
  /** Everything after the word `node`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Seed of Math.random and crypto random; where its virtual time begins, epoch ms, null = real time. */
  readonly seed: number;
  readonly clockStartMs: number | null;
  /** Of a process that was forked: two pipes of `../pipes` with one JSON message a line. */
  readonly ipc?: { readonly incoming: SharedArrayBuffer; readonly outgoing: SharedArrayBuffer } | null;
}

/** A port for blocking calls with its shared memory (`../files`, `createCallMemory`). */
export interface BlockingPort {
  readonly port: MessagePort;
  readonly memory: SharedArrayBuffer;
}

/** A thread of `worker_threads`. The kernel owns its worker; it ends with the process that started it. */
export interface NodeThread {
  readonly threadId: number;
  /** A path, or program text where `isText`. */
  readonly entry: string;
  readonly isText: boolean;
  readonly argv: readonly string[];
  readonly execArgv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Structured clone of what the starter gave; its ports are transferred along. */
  readonly workerData: unknown;
  readonly environmentData: ReadonlyMap<unknown, unknown>;
  /** With virtual time: when it was started, epoch ms. */
  readonly clockStartMs?: number | null;
  /** Messages to and from the starter, `./threads/messages.ts`. */
  readonly port: MessagePort;
}

/** Kernel to node worker. */
export type NodeWorkerRequest =
  | {
      readonly type: 'run';
      readonly pid: number;
      readonly ppid: number;
      readonly job: NodeJob;
      readonly stdio: ProcessStdio;
      /** The file worker's port of this run (`nodeFileOperations`). */
      readonly files: BlockingPort;
      /** The kernel's calls (`ProcessCalls` by name and more): `system` answers by message, `blocking` blocks. */
      readonly system: MessagePort;
      readonly blocking: BlockingPort;
      /** Null for the main thread of a process. */
      readonly thread: NodeThread | null;
    }
  /** Without shared memory: on copies of the files, with all of standard input, alone. */
  | {
      readonly type: 'run-apart';
      readonly pid: number;
      readonly ppid: number;
      readonly job: NodeJob;
      readonly stdin: Uint8Array<ArrayBuffer>;
      readonly files: readonly FileCopy[];
    }
  /** Only signals that the worker said it handles; the others end the process at once. */
  | { readonly type: 'signal'; readonly signal: ProcessSignal };

/** Node worker to kernel. */
export type NodeWorkerReply =
  | { readonly type: 'ready' }
  /** Signals that the process now has a handler for. */
  | { readonly type: 'handles'; readonly signals: readonly ProcessSignal[] }
  /** Of a run apart: what it prints, and at its end what it has changed. */
  | { readonly type: 'output'; readonly fd: 1 | 2; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'changes'; readonly changes: readonly FileCopy[] }
  /** All output is in the pipes; the worker waits to be terminated and is not to be used again. */
  | {
      readonly type: 'exit';
      readonly code: number;
      /** What its virtual clock shows, epoch ms; null where the time is real. */
      readonly clockMs: number | null;
      /** With virtual time: it and something that it had started could both write. */
      readonly ranBeside: boolean;
    };
