import type { ProcessSignal } from '../../processes/signals.ts';
import type { Besides } from '../child/besides.ts';
import type { NodeClock } from '../clock.ts';
import type { NodeJob, NodeThread } from '../contract.ts';
import type { NodeFiles } from '../fs/nodeFiles.ts';
import type { NodeKernel } from '../system.ts';

/** Standard input. `PipeReader` is one. */
export interface InputPipe {
  /** At least one byte, null at the end. */
  read(limit?: number): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The same, blocking. */
  readSync(limit?: number): Uint8Array<ArrayBuffer> | null;
}

/** What surrounds one `node`: with shared memory the kernel and its pipes, without it copies and messages. */
export interface NodeHost {
  readonly pid: number;
  readonly ppid: number;
  readonly job: NodeJob;
  readonly thread: NodeThread | null;
  readonly stdin: InputPipe | null;
  readonly clock: NodeClock;
  readonly besides: Besides;
  readonly files: NodeFiles;
  readonly kernel: NodeKernel;
  /** Blocks where the reader is slow; false once nobody reads. */
  write(fd: 1 | 2, bytes: Uint8Array): boolean;
  /** The worker never runs another instruction of the program. */
  exit(code: number): never;
  handles(signals: readonly ProcessSignal[]): void;
  /** Of a thread: its program begins; an error that nobody caught. Null for the main thread of a process. */
  readonly link: { online(): void; failed(error: unknown): void } | null;
}
