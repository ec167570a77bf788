import type { StreamName } from '../../../core/index.ts';
import type { InputMode, RunNote, ShellState } from '../../port.ts';
import type { VirtualClock } from '../clock/index.ts';
import type { FileOps } from '../files/index.ts';
import type { PipeReader } from '../pipes/index.ts';
import type { ProcessCalls } from '../processes/contract.ts';
import type { ProcessSignal } from '../processes/signals.ts';
import type { LoadBundle } from './bundles.ts';
import type { InheritedDescriptor } from './jobs/inheritedDescriptors.ts';
import type { DialGuest, GuestFetch } from './network.ts';

/** One command for the command worker. Plain data. */
export interface ShellJob {
  readonly command: string;
  readonly state: ShellState;
  readonly stdin: Uint8Array | null;
  /** Seed of `$RANDOM`, `shuf`, `/dev/urandom`; and where its virtual time begins, epoch ms, null = real time. */
  readonly seed: number;
  readonly clockStartMs: number | null;
  /** With virtual time: something that an earlier run has left runs beside it. */
  readonly runsBeside?: boolean;
  /** A person types the commands: job numbers and ends are told as at a prompt. */
  readonly isInteractive?: boolean;
  /** `$$`, where that is not the process itself: a background job has its shell's. */
  readonly shellPid?: number;
  /** What it begins with besides its three streams. */
  readonly descriptors?: readonly InheritedDescriptor[];
  /** Most bytes that one command which cannot stream may build in memory. */
  readonly maxBuiltBytes: number;
}

/**
 * Where a job's output goes. `write` waits for credit; what was written survives a kill at any later moment. Bytes
 * that are handed over are not copied: the writer must not look at them again.
 */
export interface ShellOutput {
  write(stream: StreamName, bytes: Uint8Array, handedOver?: boolean): Promise<void>;
  /**
   * Takes a piece of what `reader` holds and writes it to `stream`, in one step, so that a kill in between neither
   * loses nor doubles it. False where nothing was there, or nothing is taken any more.
   */
  passOn?(stream: StreamName, reader: PipeReader): Promise<boolean>;
}

/** A background job that outlives the run which started it. Plain data. */
export interface JobRecord {
  readonly number: number;
  readonly pid: number;
  /** As `jobs` shows it, without the `&`. */
  readonly text: string;
  /** Not in the list of jobs any more (`disown`), but still to be waited for by its pid. */
  readonly disowned: boolean;
  /** How it ended, where it has and nobody has asked. */
  readonly exitCode: number | null;
}

export interface ShellResult {
  readonly exitCode: number;
  readonly state: ShellState;
  readonly notes: readonly RunNote[];
  /** For the next run of the same shell. */
  readonly jobs?: readonly JobRecord[];
}

/** The doors to the kernel; without them there are no processes beside the shell. */
export interface ShellProcesses {
  readonly calls: ProcessCalls;
  readonly pid: number;
  readonly ppid: number;
  /** Jobs that earlier runs of this shell have left. */
  readonly jobs: readonly JobRecord[];
  /** Told whenever the set of signals changes that the shell handles itself. */
  readonly handles: (signals: readonly ProcessSignal[]) => void;
  /** Calls back with such a signal. Returns a disposer. */
  readonly onSignal: (listener: (signal: ProcessSignal) => void) => () => void;
}

/** The virtual time of a job. The stages of a pipeline have clocks of their own: they run as chance has it. */
export interface ShellTime {
  readonly clock: VirtualClock;
  /** Has `Date` and `performance` show this clock: that of the stage whose turn it is. */
  readonly show: (clock: VirtualClock) => void;
  /** The files, which change at the time of this clock. */
  readonly filesAt: (clock: VirtualClock) => FileOps;
}

/** What a person types. Each `read` asks anew; null at the end. */
export interface TypedInput {
  /** How the next keys are wanted. */
  mode: InputMode;
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
  close(): void;
}

/** What the kernel gives a job beyond its text. */
export interface ShellHost {
  readonly files: FileOps;
  readonly output: ShellOutput;
  readonly signal: AbortSignal;
  readonly time?: ShellTime | null;
  /**
   * Told before the script starts: the fact to record if the run is cut short by a kill, after which the
   * job cannot say it any more (`not-streamed`: which parts had output that had not arrived yet).
   */
  readonly noteIfCut?: (note: RunNote) => void;
  /** Told whenever the command that runs begins or ceases to keep its output until it ends. */
  readonly withholds?: (on: boolean) => void;
  /** Programs that come when first called (`git`, `npm`); without it they say that they cannot be loaded. */
  readonly loadBundle?: LoadBundle;
  /** A new worker for `node`, which the shell itself runs where there are no processes. */
  readonly startNodeWorker?: () => Promise<Worker>;
  /** Standard input that comes piece by piece; the job's own is used where this is missing. */
  readonly stdinPipe?: Pick<PipeReader, 'read' | 'close'> | null;
  /** The terminal that a person types into; it is the standard input then. */
  readonly typed?: TypedInput | null;
  readonly processes?: ShellProcesses | null;
  /** HTTP for programs, where the guest has a network at all. */
  readonly fetch?: GuestFetch;
  /** Servers that run in the guest, by their port. */
  readonly dial?: DialGuest;
  /** The machine below, where the guest has a real one (`../../webcontainer`). */
  readonly machine?: ShellMachine;
}

/** A machine with programs of its own. */
export interface ShellMachine {
  /** Names of programs that are run instead of what the shell brings under the same name. */
  readonly programs: ReadonlySet<string>;
}

/** Runs one command to its end. Never throws for a fault of the command; a killed job simply never returns. */
export type RunShellJob = (job: ShellJob, host: ShellHost) => Promise<ShellResult>;
