import type { Command, ExecResult, ResolvedCommandContext } from 'just-bash/browser';
import type { RunNote } from '../../../port.ts';
import type { VirtualClock } from '../../clock/index.ts';
import type { LoadBundle } from '../bundles.ts';
import { bytesFromText, latin1FromBytes, latin1Of } from '../disk/bytes.ts';
import type { ShellDisk } from '../disk/shellDisk.ts';
import type { ShellMachine, ShellProcesses } from '../job.ts';
import type { JobTable } from '../jobs/jobTable.ts';
import type { DialGuest, GuestFetch } from '../network.ts';
import type { ByteSource, Sources } from '../stream/byteSource.ts';
import type { Deadlines } from '../stream/deadlines.ts';
import type { LiveDevice } from '../stream/liveDevice.ts';
import type { PipeEnds } from '../stream/pipeEnds.ts';
import type { Traps } from '../traps.ts';

export type Context = ResolvedCommandContext;

/** What our own commands share in one job. */
export interface CommandTools {
  readonly live: LiveDevice;
  readonly disk: ShellDisk;
  readonly sources: Sources;
  readonly ends: PipeEnds;
  readonly deadlines: Deadlines;
  /** The guest's clock when the job began, epoch milliseconds. */
  readonly nowMs: number;
  /** Null where the time is the real one. */
  readonly clock: VirtualClock | null;
  readonly signal: AbortSignal;
  /** Most bytes that a command may build where it cannot stream. */
  readonly maxBuiltBytes: number;
  /** A byte of the guest's seeded random. */
  readonly randomByte: () => number;
  readonly note: (note: RunNote) => void;
  /** Null where the guest brings no further programs. */
  readonly loadBundle: LoadBundle | null;
  /** Null where there is no `node` at all. */
  readonly startNodeWorker: (() => Promise<Worker>) | null;
  /** Null where the guest has no network. */
  readonly fetch: GuestFetch | null;
  /** Null where the guest can have no servers. */
  readonly dial: DialGuest | null;
  /** Null where there are no programs but those that the shell brings. */
  readonly machine: ShellMachine | null;
  /** Null where nothing can run beside the shell. */
  readonly processes: ShellProcesses | null;
  readonly jobs: JobTable;
  /** `$$`. */
  readonly shellPid: number;
  readonly traps: Traps;
  /** A person types the commands: job numbers and ends are told as at a prompt. */
  readonly isInteractive: boolean;
  /** What the shell writes to stays open until then. */
  readonly holdOpen: (until: Promise<unknown>) => void;
}

export function command(
  name: string,
  execute: (args: string[], context: Context) => Promise<ExecResult>,
): Command {
  // `trusted` only skips the defense box, which is off.
  return {
    name,
    trusted: true,
    execute: (args, context) => execute(args, context).catch((error: unknown) => failedWriting(name, error)),
  };
}

/** A full disk, met in the middle of writing, ends the command and not the shell. */
function failedWriting(name: string, error: unknown): ExecResult {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC') return fail(`${name}: write error: No space left on device\n`);
  // SIGPIPE: nobody reads the pipe any more.
  if (code === 'EPIPE') return fail('', 141);
  if (code === 'EFBIG') return fail(`${name}: write error: File too large\n`);
  throw error;
}

export function succeed(stdout = ''): ExecResult {
  return { stdout, stderr: '', exitCode: 0 };
}

export function fail(stderr: string, exitCode = 1, stdout = ''): ExecResult {
  return { stdout, stderr, exitCode };
}

/** A word that the shell reads back as exactly `text`. */
export function quoted(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The standard input of a command that can be read piece by piece; null where it is there as a whole. */
export function stdinSource(tools: CommandTools, context: Context): ByteSource | null {
  // From the door in the interpreter: asking for `stdin` itself would have it read in one piece.
  const raw = 'rawStdin' in context ? context.rawStdin : '';
  return typeof raw === 'string' ? tools.sources.find(raw) : null;
}

/** The standard input to start a child with: what nobody has read yet stays unread. */
export function inheritedStdin(context: Context): string {
  return 'rawStdin' in context && typeof context.rawStdin === 'string' ? context.rawStdin : stdinOf(context);
}

/** The standard input of a command as one unit per byte. */
export function stdinOf(context: Context): string {
  return latin1Of(context.stdin);
}

/** just-bash carries bytes as latin1 strings; text of ours becomes such a string of its UTF-8. */
export function latin1FromText(text: string): string {
  return latin1FromBytes(bytesFromText(text));
}
