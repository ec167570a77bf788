import type { StreamName } from '../../../../core/index.ts';
import { createOutputPipe, createPipe, PipeReader, PipeWriter } from '../../pipes/index.ts';
import type { ProcessCalls, ProcessEnd, ProcessSpec, SpawnOptions } from '../../processes/contract.ts';
import { signalNumber } from '../../processes/signals.ts';
import { type CommandTools, type Context, fail } from '../commands/command.ts';
import { bytesFromLatin1, latin1FromBytes } from '../disk/bytes.ts';
import type { ShellProcesses } from '../job.ts';
import { streamOfPath } from '../stream/liveDevice.ts';
import { isDirect, type Route, type Sink } from '../stream/route.ts';

/** One relayed piece at most, bytes. */
const pieceBytes = 1 << 20;
/** What is less is small: a program that prints lines wakes its reader so often that it takes the program's time. */
const smallBytes = 64 * 1024;
/** How long more is waited for after a small piece, milliseconds; as long as output to the page is gathered. */
const gatherMs = 4;

// Taken before any guest code runs, and before a job with virtual time.
const startTimer = globalThis.setTimeout.bind(globalThis);
const stopTimer = globalThis.clearTimeout.bind(globalThis);

export interface ChildStart {
  readonly spec: ProcessSpec;
  /** Where its streams lead: pieces arrive there as they come. */
  readonly route: Route;
  /** Null is `/dev/null`. */
  readonly stdin: AsyncIterable<Uint8Array> | null;
  /** Its stdin and stdout are the other ends of these; only its stderr is followed. */
  readonly coprocess?: { readonly input: SharedArrayBuffer; readonly output: SharedArrayBuffer };
  readonly options?: Omit<SpawnOptions, 'passesOn'>;
}

/** A process that this shell has started, and the way of its output to where the command's streams lead. */
export class RunningChild {
  readonly pid: number;
  /** How it ended, once all its output is where it belongs. */
  readonly end: Promise<ProcessEnd>;
  readonly #tools: CommandTools;
  readonly #calls: ProcessCalls;
  readonly #route: Route;
  readonly #reader: PipeReader;
  readonly #built: Record<'out' | 'err', Uint8Array[]> = { out: [], err: [] };
  #builtBytes = 0;
  #detach: () => void = () => {};
  readonly #detached: Promise<false>;
  #isDetached = false;

  constructor(tools: CommandTools, processes: ShellProcesses, started: StartedProcess) {
    this.#tools = tools;
    this.pid = started.pid;
    this.#calls = processes.calls;
    this.#route = started.route;
    this.#reader = started.reader;
    this.#detached = new Promise((resolve) => {
      this.#detach = () => resolve(false);
    });
    this.end = this.#follow(processes);
  }

  /** Waits for the end; what it took has passed for this shell too. */
  async awaited(): Promise<ProcessEnd> {
    const end = await this.end;
    this.#tools.clock?.reach(end.clockMs);
    return end;
  }

  /** Once what it had written by now is where it belongs, or nothing is taken any more. */
  async caughtUp(): Promise<void> {
    let isOver = false;
    const over = this.end
      .catch(() => {})
      .then(() => {
        isOver = true;
      });
    while (this.#reader.held > 0 && !isOver && !this.#isDetached) await this.#gather(over);
  }

  /** Whether what it prints arrives at the terminal. */
  get leadsToTerminal(): boolean {
    return [this.#route.out, this.#route.err].some((sink) => streamOfPath(sink) !== null);
  }

  /** Whether what it prints is a result that is handed upward. */
  get isCollected(): boolean {
    return !isDirect(this.#route.out) || !isDirect(this.#route.err);
  }

  /** What it has written so far and has no place yet, as a command's result. Once. */
  takeBuilt(): { readonly stdout: string; readonly stderr: string } {
    const { out, err } = this.#built;
    this.#built.out = [];
    this.#built.err = [];
    return { stdout: latin1FromBytes(joined(out)), stderr: new TextDecoder().decode(joined(err)) };
  }

  /** Passes on what its pipe holds now and leaves it to the kernel, which goes on writing to a file. */
  async detach(): Promise<void> {
    const { stdout, stderr } = { stdout: this.#fileOf('stdout'), stderr: this.#fileOf('stderr') };
    if (stdout !== null || stderr !== null) await this.#calls.leave(this.pid, { stdout, stderr });
    while (!this.#isDetached && this.#reader.held > 0 && (await this.#passSome()));
    this.#isDetached = true;
    this.#detach();
  }

  #fileOf(stream: StreamName): string | null {
    const sink = this.#sinkOf(stream);
    return isDirect(sink) && !sink.startsWith('/dev/') ? sink : null;
  }

  async #follow({ calls }: ShellProcesses): Promise<ProcessEnd> {
    const { signal } = this.#tools;
    const stop = () => {
      this.#reader.close();
      void calls.signal(this.pid, 'SIGTERM');
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      const ended = calls.wait(this.pid);
      ended.catch(() => {});
      while (!this.#isDetached && (await Promise.race([this.#reader.whenHeld(), this.#detached]))) {
        const isSmall = this.#reader.held < smallBytes;
        if (!(await this.#passSome())) break;
        if (isSmall) await this.#gather(ended);
      }
      const end = await ended;
      for (const { stream, latin1 } of end.rest ?? []) {
        if (!this.#isDetached) await this.#deliver(stream, bytesFromLatin1(latin1));
      }
      for (const note of end.notes ?? []) this.#tools.note(note);
      return end;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Until enough may have come that it is worth a waking, or the child has ended. */
  async #gather(ended: Promise<unknown>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      timer = startTimer(resolve, gatherMs);
    });
    await Promise.race([over, ended.catch(() => {}), this.#detached]);
    stopTimer(timer);
  }

  /** False where nothing is taken any more. */
  async #passSome(): Promise<boolean> {
    const stream = this.#reader.nextStream;
    if (stream === null) return true;
    const live = streamOfPath(this.#sinkOf(stream));
    if (live) return this.#tools.live.passOn(live, this.#reader);
    const piece = this.#reader.takePiece(pieceBytes);
    if (piece) await this.#deliver(piece.stream, piece.bytes);
    return true;
  }

  async #deliver(stream: StreamName, bytes: Uint8Array): Promise<void> {
    const sink = this.#sinkOf(stream);
    if (isDirect(sink)) {
      try {
        await this.#tools.disk.appendFile(sink, bytes);
      } catch {
        // A full disk, or a pipe that nobody reads: the child meets it at its next write.
        this.#reader.close(stream);
      }
      // The next stage of the pipeline has left: the child must meet that at its next write.
      if (this.#tools.live.pipeAt(sink)?.isRead === false) this.#reader.close(stream);
      return;
    }
    const room = this.#tools.maxBuiltBytes - this.#builtBytes;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#built[sink].push(kept);
    this.#builtBytes += kept.length;
    if (kept.length < bytes.length) this.#reader.close();
  }

  #sinkOf(stream: StreamName): Sink {
    return stream === 'stdout' ? this.#route.out : this.#route.err;
  }
}

/** What it starts begins at the shell's own time. */
function atTime({ clock }: CommandTools, spec: ProcessSpec): ProcessSpec {
  if (!clock || spec.kind === 'program') return spec;
  const clockStartMs = clock.look();
  return spec.kind === 'node'
    ? { ...spec, job: { ...spec.job, clockStartMs } }
    : { ...spec, job: { ...spec.job, clockStartMs } };
}

interface StartedProcess {
  readonly pid: number;
  readonly route: Route;
  readonly reader: PipeReader;
}

/** Starts a process. Rejects as `ProcessCalls.spawn` does. */
export async function startChild(
  tools: CommandTools,
  processes: ShellProcesses,
  start: ChildStart,
): Promise<RunningChild> {
  const { route, coprocess } = start;
  const output = createOutputPipe();
  const input = start.stdin ? createPipe() : null;
  const passesOn = { stdout: coprocess ? null : streamOfPath(route.out), stderr: streamOfPath(route.err) };
  const stdio = {
    stdin: coprocess?.input ?? input,
    stdout: coprocess?.output ?? output,
    stderr: output,
  };
  const pid = await processes.calls.spawn(atTime(tools, start.spec), stdio, { ...start.options, passesOn });
  if (input && start.stdin) void feed(new PipeWriter(input), start.stdin);
  return new RunningChild(tools, processes, { pid, route, reader: new PipeReader(output) });
}

/** Gives the child of the input only what it asks for: what it leaves is for whoever reads next. */
async function feed(writer: PipeWriter, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    while (await writer.whenWanted()) {
      const next = await source.next();
      if (next.done || !(await writer.write(next.value))) return;
    }
  } finally {
    writer.close();
    await source.return?.();
  }
}

/** The exit code that a shell gives such an end. */
export function exitCodeOf(end: ProcessEnd): number {
  return end.kind === 'exited' ? end.code : 128 + signalNumber(end.signal);
}

/** Runs a process to its end as one command of the shell. */
export async function runChild(tools: CommandTools, context: Context, start: ChildStart) {
  const { processes } = tools;
  if (!processes) return fail(`${start.spec.title.split(' ')[0]}: ${noProcesses}\n`, 126);
  let child: RunningChild;
  try {
    child = await startChild(tools, processes, start);
  } catch (error) {
    return fail(`bash: ${startFailure(error)}\n`, 254);
  }
  const interrupt = () => void processes.calls.signal(child.pid, 'SIGTERM');
  context.signal?.addEventListener('abort', interrupt, { once: true });
  try {
    const exitCode = exitCodeOf(await child.awaited());
    return {
      ...child.takeBuilt(),
      exitCode,
      stdoutKind: 'bytes' as const,
      stdoutEncoding: 'binary' as const,
    };
  } finally {
    context.signal?.removeEventListener('abort', interrupt);
  }
}

/** Why there is nothing that could be started beside the shell. */
export const noProcesses =
  'this page is not cross-origin isolated, so the guest has no shared memory to run it beside the shell';

export function startFailure(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (code === 'EAGAIN') return 'fork: retry: Resource temporarily unavailable';
  if (code === 'ENOSYS') return `fork: ${noProcesses}`;
  return `fork: ${error instanceof Error ? error.message : String(error)}`;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
