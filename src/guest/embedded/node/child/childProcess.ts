import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { GuestFsError } from '../../../port.ts';
import { orderNote } from '../../clock/index.ts';
import { createPipe, PipeReader, PipeWriter } from '../../pipes/index.ts';
import type { ProcessEnd, ProcessSpec, SpawnOptions } from '../../processes/contract.ts';
import { isSignal, signalNames } from '../../processes/signals.ts';
import { errnoOf } from '../nodeErrors/errno.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../system.ts';
import { inputStream, outputStream } from './childStreams.ts';
import { type ChildCommand, missingProgramCode, quoted, specOf } from './command.ts';
import { filePathOf, inputFromFile, targetOf } from './fileTargets.ts';
import { createChannel, type IpcChannel } from './ipc.ts';
import { type ChildStream, memoryOf } from './stdio.ts';

/** `spawn nope ENOENT` and the like. */
export function spawnError(code: string, syscall: string, command: ChildCommand): Error {
  const error = new Error(`${syscall} ${code}`);
  if (syscall.startsWith('spawn ')) {
    error.stack = `Error: ${error.message}\n    at ChildProcess._handle.onexit (node:internal/child_process:285:19)\n    at onErrorNT (node:internal/child_process:483:16)\n    at process.processTicksAndRejections (node:internal/process/task_queues:82:21)`;
  }
  return Object.assign(error, {
    errno: errnoOf[code] ?? -4094,
    code,
    syscall,
    path: programOf(command),
    spawnargs: command.line === null ? [...command.args] : ['-c', command.line],
  });
}

/** What is really started: the shell, where there is a line for it. */
export function programOf({ file, line }: ChildCommand): string {
  return line === null ? file : '/bin/sh';
}

/** Starts a child; throws a `GuestFsError`. */
export function startChild(
  system: NodeSystem,
  command: ChildCommand,
  stdio: readonly ChildStream[],
  ipc: { readonly incoming: SharedArrayBuffer; readonly outgoing: SharedArrayBuffer } | null,
): number {
  const inherited = (stream: ChildStream | undefined) =>
    stream?.kind === 'inherit' && (stream.fd === 1 || stream.fd === 2)
      ? stream.fd === 1
        ? ('stdout' as const)
        : ('stderr' as const)
      : null;
  const options: SpawnOptions = {
    passesOn: { stdout: inherited(stdio[1]), stderr: inherited(stdio[2]) },
    ...(command.line === null ? { standsForChild: true } : {}),
  };
  const pipes = { stdin: memoryOf(stdio[0]), stdout: memoryOf(stdio[1]), stderr: memoryOf(stdio[2]) };
  const spec = withFiles(specOf(command, system.clock.virtual?.look() ?? null, ipc), system, stdio);
  return system.kernel.askBlocking('spawn', [spec, pipes, options]) as number;
}

/** Of descriptors beyond the three a shell opens itself those that lead to files. */
function withFiles(spec: ProcessSpec, system: NodeSystem, stdio: readonly ChildStream[]): ProcessSpec {
  const opens = stdio.flatMap((stream, fd) => {
    const path = fd > 2 ? filePathOf(system, stream) : null;
    return path === null ? [] : [`exec ${fd}>>${quoted(path)}; `];
  });
  if (spec.kind !== 'shell' || opens.length === 0) return spec;
  return { ...spec, job: { ...spec.job, command: opens.join('') + spec.job.command } };
}

/** A child has ended and this process knows it: the time that it took has passed here too. */
export function heardOfEnd({ clock, besides }: NodeSystem, end: ProcessEnd): void {
  clock.virtual?.reach(end.clockMs);
  if (end.notes?.some(({ code }) => code === orderNote.code)) besides.mark();
}

export function signalFromOption(signal: unknown): string {
  if (signal === undefined || signal === null) return 'SIGTERM';
  const name = typeof signal === 'number' ? signalNames[signal - 1] : signal;
  if (isSignal(name)) return name;
  throw nodeError(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${String(signal)}`);
}

/** The class that `spawn` answers. */
export function createChildProcessClass(system: NodeSystem) {
  const Emitter = system.builtin<new () => EventEmitter>('events');
  const { loop } = system;
  return class ChildProcess extends Emitter {
    pid: number | undefined;
    exitCode: number | null = null;
    signalCode: string | null = null;
    killed = false;
    connected = false;
    spawnfile = '';
    spawnargs: string[] = [];
    stdin: Writable | null = null;
    stdout: Readable | null = null;
    stderr: Readable | null = null;
    stdio: unknown[] = [];
    channel: object | null | undefined;
    readonly #closing: Promise<unknown>[] = [];
    #release = () => {};
    #over = () => {};
    #ipc: IpcChannel | null = null;

    constructor() {
      super();
      for (const name of Object.keys(this)) {
        if (name === 'pid') Object.defineProperty(this, name, { enumerable: true });
      }
    }

    /** Node's internal way in; `spawn` of this module uses it. */
    start(command: ChildCommand, stdio: readonly ChildStream[], argv0: unknown): void {
      this.spawnfile = programOf(command);
      const shown = command.line === null ? [command.file, ...command.args] : ['/bin/sh', '-c', command.line];
      this.spawnargs = typeof argv0 === 'string' ? [argv0, ...shown.slice(1)] : shown;
      const wantsIpc = stdio.some(({ kind }) => kind === 'ipc');
      const ipc = wantsIpc ? { incoming: createPipe(), outgoing: createPipe() } : null;
      const streams = [inputFromFile(system, stdio[0]) as ChildStream, ...stdio.slice(1)];
      this.#open(streams);
      let pid: number;
      try {
        if (system.files.kindOf(command.cwd) !== 'directory') throw new GuestFsError('ENOENT', command.cwd);
        pid = startChild(system, command, streams, ipc);
      } catch (error) {
        const code = error instanceof GuestFsError ? error.code : 'EAGAIN';
        loop.nextTick(() => this.#failed(spawnError(code, `spawn ${programOf(command)}`, command)));
        return;
      }
      this.pid = pid;
      this.#release = loop.hold();
      this.#over = system.besides.started();
      loop.nextTick(() => this.emit('spawn'));
      if (ipc) this.#connect(ipc);
      for (const [fd, stream] of streams.entries()) this.#pass(fd, stream);
      const [stdout, stderr] = [filePathOf(system, stdio[1]), filePathOf(system, stdio[2])];
      // Once this process is gone the kernel goes on writing there.
      if (stdout !== null || stderr !== null) system.kernel.askBlocking('leave', [pid, { stdout, stderr }]);
      void (system.kernel.ask('wait', [pid]) as Promise<ProcessEnd>).then(
        (end) => loop.enqueue(() => this.#ended(end, command)),
        () => loop.enqueue(() => this.#ended({ kind: 'exited', code: 1 }, command)),
      );
    }

    #open(stdio: readonly ChildStream[]): void {
      const [stdin, stdout, stderr] = stdio;
      if (stdin?.kind === 'pipe') this.stdin = inputStream(system, stdin.memory);
      if (stdout?.kind === 'pipe') this.stdout = outputStream(system, stdout.memory);
      if (stderr?.kind === 'pipe') this.stderr = outputStream(system, stderr.memory);
      this.stdio = [this.stdin, this.stdout, this.stderr, ...stdio.slice(3).map(() => null)];
      for (const stream of [this.stdout, this.stderr]) {
        if (stream) this.#closing.push(new Promise((resolve) => stream.once('close', resolve)));
      }
    }

    /** "inherit": what comes on the child's stream goes out on one of ours, and the reverse. */
    #pass(fd: number, stream: ChildStream): void {
      if (stream.kind !== 'inherit') return;
      if (fd === 0) {
        if (stream.fd > 2) return;
        const writer = new PipeWriter(stream.memory);
        const source = system.process.stdin as Readable;
        source.on('data', (chunk: Uint8Array) => void writer.write(chunk));
        source.on('end', () => writer.close());
        this.once('exit', () => source.pause());
        return;
      }
      const reader = new PipeReader(stream.memory);
      const target = targetOf(system, stream);
      let sent = 0;
      const pump = async () => {
        while (await reader.whenHeld()) {
          reader.passOn(65_536, sent, ({ bytes }) => {
            target?.write(bytes);
            sent = (sent + bytes.length) | 0;
          });
        }
        target?.close();
      };
      this.#closing.push(pump());
    }

    #connect(pipes: { readonly incoming: SharedArrayBuffer; readonly outgoing: SharedArrayBuffer }): void {
      // What is incoming there is outgoing here.
      this.#ipc = createChannel(system, this, { incoming: pipes.outgoing, outgoing: pipes.incoming });
      this.connected = true;
      this.channel = this.#ipc;
    }

    #failed(error: Error): void {
      this.exitCode = (error as { errno?: number }).errno ?? null;
      this.emit('error', error);
      for (const stream of [this.stdin, this.stdout, this.stderr]) stream?.destroy();
      this.#closeAfterStreams();
    }

    #closeAfterStreams(): void {
      void Promise.all(this.#closing).then(() =>
        loop.enqueue(() => {
          this.emit('close', this.exitCode, this.signalCode);
          this.#release();
        }),
      );
    }

    #ended(end: ProcessEnd, command: ChildCommand): void {
      this.#over();
      heardOfEnd(system, end);
      if (end.kind === 'exited' && end.code === missingProgramCode && command.line === null) {
        this.pid = undefined;
        this.#release();
        this.#failed(spawnError('ENOENT', `spawn ${command.file}`, command));
        return;
      }
      this.exitCode = end.kind === 'exited' ? end.code : null;
      this.signalCode = end.kind === 'signaled' ? end.signal : null;
      this.stdin?.destroy();
      this.#ipc?.ended();
      this.emit('exit', this.exitCode, this.signalCode);
      // Where nobody reads, the streams would never end.
      for (const stream of [this.stdout, this.stderr]) {
        if (stream && stream.readableFlowing === null && stream.listenerCount('readable') === 0)
          stream.resume();
      }
      this.#closeAfterStreams();
    }

    kill(signal?: unknown): boolean {
      const name = signal === 0 ? null : signalFromOption(signal);
      if (this.pid === undefined || this.exitCode !== null || this.signalCode !== null) return false;
      const found = system.kernel.askBlocking('signal', [this.pid, name]) === true;
      if (found && name !== null) this.killed = true;
      return found;
    }

    [Symbol.dispose](): void {
      if (!this.killed) this.kill();
    }

    send(message: unknown, ...rest: unknown[]): boolean {
      const callback = rest.find((each) => typeof each === 'function') as
        | ((error: Error | null) => void)
        | undefined;
      if (this.#ipc) return this.#ipc.send(message, callback);
      const error = nodeError(Error, 'ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
      loop.nextTick(() => (callback ? callback(error) : this.emit('error', error)));
      return false;
    }

    disconnect(): void {
      this.#ipc?.disconnect();
    }

    ref(): void {
      this.#release();
      if (this.exitCode === null && this.signalCode === null) this.#release = loop.hold();
    }

    unref(): void {
      this.#release();
    }
  };
}
