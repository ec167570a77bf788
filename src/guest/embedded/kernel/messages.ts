import type { SignalName, StreamName } from '../../../core/index.ts';
import type { GuestHttpRequest, GuestHttpResponse, InputMode, RunNote, ShellState } from '../../port.ts';
import type { ProcessInfo, ProcessStdio } from '../processes/contract.ts';
import type { ProcessSignal } from '../processes/signals.ts';
import type { JobRecord, ShellJob } from '../shell/index.ts';
import type { AssetAnswer, AssetName } from './assets.ts';

/** The page's first and only window message to the frame; with it come the control port, the file port and that for beats. */
export interface BootMessage {
  readonly type: 'spillway-boot';
  readonly commandWorkerCode: string;
  readonly fileWorkerCode: string;
  readonly seed: number;
  readonly clockStartMs: number | null;
  /** Bytes that files and spools may hold together. */
  readonly maxFileBytes: number;
  readonly largestFileBytes: number;
}

/** The frame's only window message: it says that it listens. */
export interface HelloMessage {
  readonly type: 'spillway-hello';
}

/** Page to kernel, on the control port. */
export type KernelRequest =
  | {
      readonly type: 'spawn';
      /** Even: the kernel numbers the processes that a run starts itself, oddly. */
      readonly pid: number;
      /** Names the persistent shell that the run belongs to. */
      readonly session: number;
      readonly job: ShellJob;
      readonly spool: boolean;
      /** The page's end of the run: output and exit come on it, acknowledgements go. */
      readonly io: MessagePort;
    }
  /**
   * Stops the run and all that it has started. Real programs get SIGTERM first where that is the signal; without one,
   * and where they do not end, SIGKILL.
   */
  | { readonly type: 'kill'; readonly pid: number; readonly signal?: SignalName }
  /** The run goes on, and what it has started in the background is none of its shell's any more. */
  | { readonly type: 'detach'; readonly pid: number }
  /** To one process, as `kill` does; and the table of all. Both are answered by `answer`. */
  | {
      readonly type: 'signal';
      readonly id: number;
      readonly pid: number;
      readonly signal: ProcessSignal;
    }
  | { readonly type: 'list'; readonly id: number }
  /** Ports that processes listen on, and one request to such a port: answered by messages of the same names. */
  | { readonly type: 'ports'; readonly id: number }
  | {
      readonly type: 'request';
      readonly id: number;
      readonly port: number;
      readonly request: GuestHttpRequest;
    }
  | { readonly type: 'asset'; readonly answer: AssetAnswer }
  | { readonly type: 'ping'; readonly id: number };

/** Kernel to page, on the control port. */
export type KernelReply =
  | { readonly type: 'ready'; readonly sharedMemory: boolean }
  | { readonly type: 'pong'; readonly id: number }
  /** Something in the guest needs this bundle; the answer is an `asset`. */
  | { readonly type: 'need-asset'; readonly name: AssetName }
  /** Something in run `pid` makes a request; what is said on the port is in `../../network/messages.ts`. */
  | { readonly type: 'network'; readonly pid: number; readonly port: MessagePort }
  /**
   * A run was stopped and its file port is closed. `start` is the offset of `tail`: bytes that were written
   * but never sent; output at or behind `start + tail.length` does not count. Null: nobody can know.
   */
  | {
      readonly type: 'stopped';
      readonly pid: number;
      readonly crash: string | null;
      /** The signal by which another process ended it; null where the page asked for it, or it crashed. */
      readonly signal: SignalName | null;
      readonly start: number | null;
      readonly stream: StreamName;
      readonly tail: Uint8Array;
      /** Output of its processes that was still in their pipes; it comes after the tail. */
      readonly rest: readonly { readonly stream: StreamName; readonly bytes: Uint8Array }[];
      /** What ran last had output that could not arrive before its end; true where nobody can know. */
      readonly withheld: boolean;
    }
  | { readonly type: 'answer'; readonly id: number; readonly value: boolean | readonly ProcessInfo[] }
  | { readonly type: 'ports'; readonly id: number; readonly ports: readonly number[] }
  /** Null where there was no answer, for the reason in `message`. */
  | {
      readonly type: 'response';
      readonly id: number;
      readonly response: GuestHttpResponse | null;
      readonly message: string;
    }
  | { readonly type: 'gone'; readonly message: string };

/** Where a bundle's script is; null with the reason where it did not load. */
export interface AssetUrlMessage {
  readonly type: 'asset';
  readonly name: AssetName;
  readonly url: string | null;
  readonly message: string;
}

/** Kernel to command worker. */
export type CommandWorkerRequest =
  | AssetUrlMessage
  | { readonly type: 'boot'; readonly tail: SharedArrayBuffer | null }
  | {
      readonly type: 'run';
      readonly pid: number;
      readonly ppid: number;
      readonly job: ShellJob;
      readonly spool: boolean;
      /** The page's port of a run; null for a process that a process started, which has pipes. */
      readonly io: MessagePort | null;
      readonly stdio: ProcessStdio | null;
      readonly files: MessagePort;
      /** The kernel's calls; null where there is no shared memory. */
      readonly system: MessagePort | null;
      /** Background jobs that earlier runs of the same shell left. */
      readonly jobs: readonly JobRecord[];
    }
  /** Only signals that the shell said it handles. */
  | { readonly type: 'signal'; readonly signal: ProcessSignal };

/** Command worker to kernel. */
export type CommandWorkerReply =
  | { readonly type: 'ready' }
  | { readonly type: 'need-asset'; readonly name: AssetName }
  /** For the page's network broker. */
  | { readonly type: 'network'; readonly port: MessagePort }
  /** Signals for which the shell now has a trap. */
  | { readonly type: 'handles'; readonly signals: readonly ProcessSignal[] }
  | {
      readonly type: 'done';
      readonly pid: number;
      readonly reusable: boolean;
      readonly exitCode: number;
      readonly notes: readonly RunNote[];
      /** Jobs for the next run of the shell. */
      readonly jobs: readonly JobRecord[];
      /** What its virtual clock shows, epoch ms; null where the time is real. */
      readonly clockMs: number | null;
    };

/** Command worker to page, on the run's own port. */
export type RunMessage =
  /** A program reads what a person types. */
  | { readonly type: 'input-wanted'; readonly mode: InputMode }
  /** The fact to record if the run is cut short while it withholds output. */
  | { readonly type: 'note-if-cut'; readonly note: RunNote }
  | {
      readonly type: 'output';
      readonly stream: StreamName;
      /** Offset of `bytes` in the run's merged output. */
      readonly start: number;
      readonly bytes: Uint8Array;
    }
  | {
      readonly type: 'exit';
      readonly exitCode: number;
      readonly state: ShellState;
      readonly notes: readonly RunNote[];
      readonly totalBytes: number;
      /** What its virtual clock shows, epoch ms; null where the time is real. */
      readonly clockMs: number | null;
    };

/** Page to command worker, on the run's own port: `bytes` were taken by the consumer. */
export interface AckMessage {
  readonly type: 'ack';
  readonly bytes: number;
}

/** Page to command worker, the same port: what was typed after `input-wanted`; null is the end of the input. */
export interface InputMessage {
  readonly type: 'input';
  readonly bytes: Uint8Array | null;
}

/** Bytes in flight from a command to the page beyond what the consumer took. */
export const creditWindowBytes = 4 * 1024 * 1024;
/** Acknowledging each chunk would double the messages; this and a largest piece stay well below the window. */
export const ackEveryBytes = 512 * 1024;
/** Larger output is sent in pieces of this. */
export const largestPieceBytes = 1024 * 1024;
