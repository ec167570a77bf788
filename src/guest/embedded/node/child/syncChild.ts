import { GuestFsError } from '../../../port.ts';
import { wallMs } from '../../clock/index.ts';
import { PipeReader } from '../../pipes/index.ts';
import type { ProcessEnd } from '../../processes/contract.ts';
import { bytesFrom } from '../fs/fsArguments.ts';
import type { NodeSystem } from '../system.ts';
import { heardOfEnd, programOf, signalFromOption, spawnError, startChild } from './childProcess.ts';
import { type ChildCommand, type ChildOptions, missingProgramCode } from './command.ts';
import { filledPipe, inputFromFile, type Target, targetOf } from './fileTargets.ts';
import type { ChildStream } from './stdio.ts';

/** What `spawnSync` answers. */
export interface SyncResult {
  readonly pid: number;
  readonly output: (unknown | null)[];
  readonly stdout: unknown;
  readonly stderr: unknown;
  readonly status: number | null;
  readonly signal: string | null;
  error?: Error;
}

/** How long it looks at one stream before it looks at the other, ms. */
const lookMs = 2;

/** Runs a child and blocks until it has ended. */
export function runSync(
  system: NodeSystem,
  command: ChildCommand,
  given: readonly ChildStream[],
  options: ChildOptions,
): SyncResult {
  const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
  const input =
    options.input === undefined || options.input === null
      ? null
      : bytesFrom(Buffer, options.input, options.encoding, 'options.input');
  const stdio = [inputFor(inputFromFile(system, given[0]), input), ...given.slice(1)];
  const limit = typeof options.maxBuffer === 'number' ? options.maxBuffer : 1024 * 1024;
  let pid: number;
  try {
    if (system.files.kindOf(command.cwd) !== 'directory') throw new GuestFsError('ENOENT', command.cwd);
    pid = startChild(system, command, stdio, null);
  } catch (error) {
    const code = error instanceof GuestFsError ? error.code : 'EAGAIN';
    return failed(spawnError(code, `spawnSync ${programOf(command)}`, command));
  }

  const streams = [1, 2].map((fd) => new Collected(system, stdio[fd], limit));
  const endMs =
    typeof options.timeout === 'number' && options.timeout > 0 ? wallMs() + options.timeout : null;
  const dueMs = system.clock.virtual && system.clock.virtual.nowMs + (Number(options.timeout) || 0);
  let problem: string | null = null;
  const stop = (code: string) => {
    problem ??= code;
    system.kernel.askBlocking('signal', [pid, signalFromOption(options.killSignal)]);
  };
  for (;;) {
    const open = streams.filter((stream) => stream.pump());
    if (open.length === 0) break;
    if (problem === null && streams.some(({ isOver }) => isOver)) stop('ENOBUFS');
    if (problem === null && endMs !== null && wallMs() >= endMs) stop('ETIMEDOUT');
    open[0]?.wait(open.length > 1 || endMs !== null ? lookMs : 1000);
  }
  const end = system.kernel.askBlocking('wait', [pid]) as ProcessEnd;
  system.clock.virtual?.reach(problem === 'ETIMEDOUT' ? dueMs : null);
  heardOfEnd(system, end);
  if (end.kind === 'exited' && end.code === missingProgramCode && command.line === null) {
    return failed(spawnError('ENOENT', `spawnSync ${command.file}`, command));
  }
  const encoding =
    typeof options.encoding === 'string' && options.encoding !== 'buffer' ? options.encoding : null;
  const output = [null, ...streams.map((stream) => stream.result(encoding))];
  const result: SyncResult = {
    status: end.kind === 'exited' ? end.code : null,
    signal: end.kind === 'signaled' ? end.signal : null,
    output,
    pid,
    stdout: output[1],
    stderr: output[2],
  };
  if (problem !== null)
    return { error: spawnError(problem, `spawnSync ${programOf(command)}`, command), ...result };
  return result;
}

function failed(error: Error): SyncResult {
  return { error, status: null, signal: null, output: null as never, pid: 0, stdout: null, stderr: null };
}

/** Standard input that holds all of `input` at once, so that nobody has to go on writing. */
function inputFor(stream: ChildStream | undefined, input: Uint8Array | null): ChildStream {
  if (stream && stream.kind !== 'pipe' && input === null)
    return stream.kind === 'inherit' && stream.fd <= 2 ? { kind: 'ignore' } : stream;
  return { kind: 'pipe', memory: filledPipe(input ?? new Uint8Array(0)) };
}

/** One output stream of the child: kept, or passed on to ours. */
class Collected {
  readonly #system: NodeSystem;
  readonly #reader: PipeReader | null;
  readonly #target: Target | null;
  readonly #limit: number;
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;
  #passed = 0;

  constructor(system: NodeSystem, stream: ChildStream | undefined, limit: number) {
    this.#system = system;
    this.#limit = limit;
    this.#reader = stream && 'memory' in stream ? new PipeReader(stream.memory) : null;
    this.#target = targetOf(system, stream);
  }

  /** More came than the caller allows. */
  get isOver(): boolean {
    return this.#bytes > this.#limit;
  }

  /** Takes all that is there; false at the end. */
  pump(): boolean {
    const reader = this.#reader;
    if (!reader) return false;
    for (;;) {
      if (this.#target !== null) {
        const target = this.#target;
        const put = ({ bytes }: { readonly bytes: Uint8Array }) => {
          target.write(bytes);
          this.#passed = (this.#passed + bytes.length) | 0;
        };
        if (reader.passOn(65_536, this.#passed, put)) continue;
      }
      const bytes = reader.take();
      if (bytes === null) {
        this.#target?.close();
        return false;
      }
      if (bytes.length === 0) return true;
      if (!this.isOver) this.#pieces.push(bytes);
      this.#bytes += bytes.length;
    }
  }

  wait(mostMs: number): void {
    this.#reader?.waitSync(mostMs);
  }

  /** Null for a stream that was not kept. */
  result(encoding: string | null): unknown {
    if (!this.#reader || this.#target !== null) return null;
    const { Buffer } = this.#system.builtin<typeof import('node:buffer')>('buffer');
    const all = Buffer.concat(this.#pieces).subarray(0, this.#limit);
    return encoding === null ? all : all.toString(encoding as BufferEncoding);
  }
}
