import type { StreamName } from '../../../core/index.ts';
import type { RunNote } from '../../port.ts';
import type { NodeJob } from '../node/contract.ts';
import type { ShellJob } from '../shell/index.ts';
import type { PipeMode } from './namedPipes.ts';
import type { ProcessSignal } from './signals.ts';

/** A program of the machine that the guest runs on, where it has one (`../../webcontainer`). Plain data. */
export interface ProgramJob {
  /** A path, or a name to be looked for on PATH. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clockStartMs?: null;
}

/** What a process runs. Plain data: it crosses ports. */
export type ProcessSpec =
  | { readonly kind: 'shell'; readonly title: string; readonly job: ShellJob }
  | { readonly kind: 'node'; readonly title: string; readonly job: NodeJob }
  | { readonly kind: 'program'; readonly title: string; readonly job: ProgramJob };

/**
 * Pipes of `../pipes`, one writer and one reader each. Null is `/dev/null`. Where both outputs lead to one place,
 * give one `createOutputPipe()` for both: it keeps their order. A process opens them with `openStdio`.
 */
export interface ProcessStdio {
  readonly stdin: SharedArrayBuffer | null;
  readonly stdout: SharedArrayBuffer | null;
  readonly stderr: SharedArrayBuffer | null;
}

export interface SpawnOptions {
  /**
   * The caller's own streams to which it passes on (with `PipeReader.passOn`) what the child writes, as for
   * "inherit". So a run that is killed keeps what was still in the child's pipes.
   */
  readonly passesOn?: { readonly stdout: StreamName | null; readonly stderr: StreamName | null };
  /** SIGINT and SIGQUIT do not reach it, nor what it starts: `cmd &` of a shell without job control. */
  readonly ignoresInterrupt?: boolean;
  /** `spawn` answers only when the process has begun, which may take a moment: for who measures its time. */
  readonly untilBegun?: boolean;
  /** A shell that runs one program and nothing else: signals are for that program, once it runs. */
  readonly standsForChild?: boolean;
  /** Ends of named pipes that the caller has open and the child has too, from its beginning. */
  readonly inherits?: readonly number[];
}

export type ProcessEnd = (
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signaled'; readonly signal: ProcessSignal }
) & {
  /**
   * Of a tree that was killed: what its inner processes had written and their parents had not passed on. It comes
   * after what the pipes hold. One character for each byte.
   */
  readonly rest?: readonly { readonly stream: StreamName; readonly latin1: string }[];
  /** Facts that the record of the run should know. */
  readonly notes?: readonly RunNote[];
  /** With virtual time: what its clock showed, epoch ms. None of one that was killed. */
  readonly clockMs?: number | null;
};

export interface ProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  readonly title: string;
  /** On the guest's clock, epoch ms. */
  readonly startedMs: number;
}

export interface LockOptions {
  readonly isShared: boolean;
  /** Milliseconds; 0 not at all, null for ever. */
  readonly waitMs: number | null;
}

/** Named pipes, by their numbers among the files. See `NamedPipes`; the caller's end closes what it has open. */
export interface PipeCalls {
  openPipe(number: number, mode: PipeMode): Promise<number>;
  pipeOpened(id: number): Promise<void>;
  readPipe(id: number): Promise<Uint8Array | null>;
  unreadPipe(id: number, bytes: Uint8Array): Promise<void>;
  writePipe(id: number, bytes: Uint8Array): Promise<boolean>;
  closePipe(id: number): Promise<void>;
}

/**
 * What a running process may ask of the kernel. A shell awaits the answers; `node` also has a blocking form. On the
 * port the operations have these names: `['spawn', [spec, stdio, options]]`, `['wait', [pid]]`,
 * `['signal', [pid, signal]]`, `['list', []]`, `['loadingMs', [settled]]`,
 * `['lock', [path, options]]`, `['unlock', [id]]`, `['leave', [pid, paths]]`, `['openPipe', [number, mode]]`,
 * `['pipeOpened', [id]]`, `['readPipe', [id]]`, `['unreadPipe', [id, bytes]]`, `['writePipe', [id, bytes]]`,
 * `['closePipe', [id]]`. Which signals a process handles its worker says by message.
 */
export interface ProcessCalls extends PipeCalls {
  /**
   * Rejects with EAGAIN where the table is full, ENOSYS where there is no shared memory. When the caller ends
   * first, the kernel becomes the parent and takes what the child writes to nowhere: nothing blocks for ever.
   */
  spawn(spec: ProcessSpec, stdio: ProcessStdio, options?: SpawnOptions): Promise<number>;
  /** Of a child of the caller; its stdout and stderr pipes are closed before this settles. ECHILD otherwise. */
  wait(pid: number): Promise<ProcessEnd>;
  /**
   * False where there is no such process. A process that dies of a signal takes the tree below it along; one that
   * handles it is told. `SIGCONT` and `SIGSTOP` have no effect. Null asks whether the process is there.
   */
  signal(pid: number, signal: ProcessSignal | null): Promise<boolean>;
  list(): Promise<readonly ProcessInfo[]>;
  /**
   * Milliseconds so far in which a process of the caller's run was asked for and its worker not loaded yet: time of
   * the guest, not of its programs. `settled`: answers once none is loading.
   */
  loadingMs(settled: boolean): Promise<number>;
  /** See `FileLocks.take`; the caller's end gives it back. `path` is absolute and resolved. */
  lock(path: string, options: LockOptions): Promise<number | null>;
  unlock(id: number): Promise<void>;
  /**
   * The caller is about to end and its child to live on: what that still writes goes to the ends of these files
   * instead of nowhere.
   */
  leave(
    pid: number,
    paths: { readonly stdout: string | null; readonly stderr: string | null },
  ): Promise<void>;
}
