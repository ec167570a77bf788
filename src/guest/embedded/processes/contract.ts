import type { SignalName } from '../../../core/index.ts';
import type { NodeJob } from '../node/contract.ts';
import type { ShellJob } from '../shell/index.ts';

/** What a process runs. Plain data: it crosses ports. */
export type ProcessSpec =
  | { readonly kind: 'shell'; readonly title: string; readonly job: ShellJob }
  | { readonly kind: 'node'; readonly title: string; readonly job: NodeJob };

/** Pipes of `../pipes`, one writer and one reader each. Null is `/dev/null`. */
export interface ProcessStdio {
  readonly stdin: SharedArrayBuffer | null;
  readonly stdout: SharedArrayBuffer | null;
  readonly stderr: SharedArrayBuffer | null;
}

export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signaled'; readonly signal: SignalName };

export interface ProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  readonly title: string;
  /** On the guest's clock, epoch ms. */
  readonly startedMs: number;
}

/** What a running process may ask of the kernel. A shell awaits the answers; `node` also has a blocking form. */
export interface ProcessCalls {
  /** Rejects with EAGAIN where the table is full, ENOSYS where there is no shared memory. */
  spawn(spec: ProcessSpec, stdio: ProcessStdio): Promise<number>;
  /** Of a child of the caller; its stdout and stderr pipes are closed before this settles. */
  wait(pid: number): Promise<ProcessEnd>;
  /** False where there is no such process. The whole tree below it is meant for SIGKILL. */
  signal(pid: number, signal: SignalName): Promise<boolean>;
  list(): Promise<readonly ProcessInfo[]>;
}
