import type { StreamName } from '../../../core/index.ts';
import type { RunNote, ShellState } from '../../port.ts';
import type { FileOps } from '../files/index.ts';
import type { LoadBundle } from './bundles.ts';
import type { GuestFetch } from './network.ts';

/** One command for the command worker. Plain data. */
export interface ShellJob {
  readonly command: string;
  readonly state: ShellState;
  readonly stdin: Uint8Array | null;
  /** Seed of `$RANDOM`, `shuf`, `/dev/urandom`; and the guest's clock, epoch ms, null = real. */
  readonly seed: number;
  readonly clockStartMs: number | null;
  /** Most bytes that one command which cannot stream may build in memory. */
  readonly maxBuiltBytes: number;
}

/**
 * Where a job's output goes. `write` waits for credit; what was written survives a kill at any later moment. Bytes
 * that are handed over are not copied: the writer must not look at them again.
 */
export interface ShellOutput {
  write(stream: StreamName, bytes: Uint8Array, handedOver?: boolean): Promise<void>;
}

export interface ShellResult {
  readonly exitCode: number;
  readonly state: ShellState;
  readonly notes: readonly RunNote[];
}

/** What the kernel gives a job beyond files; the doors of `node` and job control, filled by later issues. */
export interface ShellHost {
  readonly files: FileOps;
  readonly output: ShellOutput;
  readonly signal: AbortSignal;
  /**
   * Told before the script starts: the fact to record if the run is cut short by a kill, after which the
   * job cannot say it any more (`not-streamed`: which parts had output that had not arrived yet).
   */
  readonly noteIfCut?: (note: RunNote) => void;
  /** Told whenever the command that runs begins or ceases to keep its output until it ends. */
  readonly withholds?: (on: boolean) => void;
  /** Programs that come when first called (`git`, `npm`); without it they say that they cannot be loaded. */
  readonly loadBundle?: LoadBundle;
  /** HTTP for programs, where the guest has a network at all. */
  readonly fetch?: GuestFetch;
}

/** Runs one command to its end. Never throws for a fault of the command; a killed job simply never returns. */
export type RunShellJob = (job: ShellJob, host: ShellHost) => Promise<ShellResult>;
