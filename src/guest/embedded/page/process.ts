import type { OutputChunk, SignalName } from '../../../core/index.ts';
import type { ExitStatus, GuestProcess, InputMode, RunInput, RunNote, ShellState } from '../../port.ts';
import { noteOrder, settledMs } from '../clock/index.ts';
import {
  type AckMessage,
  ackEveryBytes,
  creditWindowBytes,
  type InputMessage,
  type KernelReply,
  largestPieceBytes,
  type RunMessage,
} from '../kernel/index.ts';
import { deferred } from './deferred.ts';
import { OutputQueue } from './outputQueue.ts';
import { parseRunMessage } from './parseReplies.ts';

/** How long a stop may take before it counts as unconfirmed. */
const stopPatienceMs = 3000;
/** How long bytes that were posted before a kill may still be on their way. */
const stragglerPatienceMs = 1000;
/** The same where there is no shared memory that would say how many are missing. */
const blindStragglerMs = 50;

type Stopped = Extract<KernelReply, { type: 'stopped' }>;

/** What a process needs of the guest around it. */
export interface ProcessHost {
  /** Hands the run to the kernel together with its end of the run's port. */
  spawn(io: MessagePort): void;
  kill(signal: SignalName): void;
  /** The run has nothing to do with its shell any more. */
  detach(): void;
  /**
   * Hears of the end just before everyone else; `state` is null unless the shell ended by itself, `clockMs` where
   * nobody knows what its virtual clock showed.
   */
  ended(state: ShellState | null, clockMs: number | null): void;
}

/** One run, seen from the page. */
export class EmbeddedProcess implements GuestProcess {
  readonly pid: number;
  readonly output: AsyncIterable<OutputChunk>;
  readonly exit: Promise<ExitStatus>;
  readonly notes: Promise<readonly RunNote[]>;
  readonly input?: RunInput;
  /** Set by the shell that waits for this run. */
  onDetach: () => void = () => {};
  readonly #queue: OutputQueue;
  readonly #host: ProcessHost;
  readonly #exited = deferred<ExitStatus>();
  readonly #noted = deferred<readonly RunNote[]>();
  #port: MessagePort | null = null;
  /** A program waits for input; and who wants to hear of it. */
  #wanted: InputMode | null = null;
  #onWanted: ((mode: InputMode | null) => void) | null = null;
  #receivedBytes = 0;
  #takenBytes = 0;
  #ackedBytes = 0;
  #over = false;
  /** With virtual time: another run was under way too. */
  #ranBeside = false;
  #asked: SignalName | null = null;
  #stopped: Stopped | null = null;
  /** What the run said it cannot show before its end, for the case that it is cut short. */
  #noteIfCut: RunNote | null = null;
  /** Output at or behind this offset came after the kill. */
  #endBytes = Number.POSITIVE_INFINITY;

  /** `isInteractive`: its programs may read what a person types. */
  constructor(pid: number, host: ProcessHost, isInteractive = false) {
    this.pid = pid;
    this.#host = host;
    this.exit = this.#exited.promise;
    this.notes = this.#noted.promise;
    this.#queue = new OutputQueue((bytes) => this.#taken(bytes));
    this.output = this.#queue;
    if (isInteractive) {
      this.input = {
        wanted: () => this.#wish(),
        send: (bytes) => {
          const answer: InputMessage = { type: 'input', bytes };
          this.#port?.postMessage(answer);
        },
      };
    }
  }

  /** Called once when it is this run's turn; a run that was stopped before never starts. */
  start(): void {
    if (this.#over) return;
    const channel = new MessageChannel();
    this.#port = channel.port1;
    channel.port1.onmessage = (event: MessageEvent<unknown>) => this.#receive(parseRunMessage(event.data));
    this.#host.spawn(channel.port2);
  }

  detach(): void {
    if (this.#over) return;
    this.#host.detach();
    this.onDetach();
  }

  /** Another run runs at the same time. */
  runsBeside(): void {
    this.#ranBeside = true;
  }

  async signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<boolean> {
    if (this.#over) return true;
    if (!this.#port) {
      this.#finish({ kind: 'signaled', signal }, [], null);
      return true;
    }
    this.#asked ??= signal;
    this.#host.kill(signal);
    const confirmed = await Promise.race([
      this.exit.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), stopPatienceMs)),
    ]);
    if (!confirmed) this.#finish({ kind: 'signaled', signal: this.#asked }, [], null);
    return confirmed;
  }

  /** The kernel's word that the run was stopped. Ends the run when the bytes on their way have come. */
  stopped(reply: Stopped): void {
    if (this.#over || this.#stopped) return;
    this.#stopped = reply;
    if (reply.start === null) {
      setTimeout(() => this.#finishStopped(), blindStragglerMs);
      return;
    }
    this.#endBytes = reply.start + reply.tail.length;
    if (this.#receivedBytes >= reply.start) this.#finishStopped();
    else setTimeout(() => this.#finishStopped(), stragglerPatienceMs);
  }

  /** The guest ended under the run. */
  died(message: string): void {
    this.#finish({ kind: 'guest-died', message }, this.#noteIfCut ? [this.#noteIfCut] : [], null);
  }

  #receive(message: RunMessage | null): void {
    if (!message || this.#over) return;
    if (message.type === 'input-wanted') {
      this.#wanted = message.mode;
      this.#tellWanted();
      return;
    }
    if (message.type === 'note-if-cut') {
      this.#noteIfCut = message.note;
      return;
    }
    if (message.type === 'exit') {
      if (!this.#stopped) {
        const missing = message.totalBytes - this.#receivedBytes;
        const detail = `${missing} bytes did not arrive`;
        const notes = missing > 0 ? [...message.notes, { code: 'output-incomplete', detail }] : message.notes;
        this.#finish({ kind: 'exited', code: message.exitCode }, notes, message.state, message.clockMs);
      }
      return;
    }
    const { stream, start, bytes } = message;
    const oversized = bytes.buffer.byteLength > largestPieceBytes;
    const unpaid = this.#receivedBytes + bytes.length - this.#takenBytes > creditWindowBytes;
    if (oversized || unpaid || start !== this.#receivedBytes) {
      this.#breach();
      return;
    }
    const kept = bytes.subarray(0, Math.max(0, this.#endBytes - start));
    this.#receivedBytes += kept.length;
    if (kept.length > 0) this.#queue.push({ stream, bytes: kept });
    if (this.#stopped && this.#receivedBytes >= (this.#stopped.start ?? Number.POSITIVE_INFINITY)) {
      this.#finishStopped();
    }
  }

  /** A worker that keeps to no rule is not ours any more. */
  #breach(): void {
    this.#host.kill('SIGKILL');
    const notes = [{ code: 'guest-protocol', detail: 'the command worker broke the rules of its port' }];
    this.#finish({ kind: 'signaled', signal: 'SIGKILL' }, notes, null);
  }

  #finishStopped(): void {
    const reply = this.#stopped;
    if (!reply || this.#over) return;
    const known = this.#receivedBytes - (reply.start ?? this.#receivedBytes);
    const missing = known >= 0 ? reply.tail.subarray(known) : new Uint8Array(0);
    if (missing.length > 0) this.#queue.push({ stream: reply.stream, bytes: missing.slice() });
    for (const { stream, bytes } of reply.rest) this.#queue.push({ stream, bytes: bytes.slice() });
    this.#receivedBytes += missing.length;
    const notes: RunNote[] = reply.crash === null ? [] : [{ code: 'worker-crashed', detail: reply.crash }];
    if (reply.withheld && this.#noteIfCut) notes.push(this.#noteIfCut);
    if (known < 0) {
      notes.push({ code: 'output-incomplete', detail: `${-known} bytes did not arrive after the stop` });
    }
    this.#finish({ kind: 'signaled', signal: this.#asked ?? reply.signal ?? 'SIGKILL' }, notes, null);
  }

  #finish(
    status: ExitStatus,
    given: readonly RunNote[],
    state: ShellState | null,
    clockMs: number | null = null,
  ): void {
    if (this.#over) return;
    this.#over = true;
    const notes = [...given];
    if (this.#ranBeside) noteOrder(notes);
    this.#queue.end();
    this.#port?.close();
    this.#host.ended(state, clockMs === null ? null : settledMs(clockMs, notes));
    this.#onWanted?.(null);
    this.#exited.resolve(status);
    this.#noted.resolve(notes);
  }

  #wish(): Promise<InputMode | null> {
    if (this.#over) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#onWanted = resolve;
      this.#tellWanted();
    });
  }

  /** Once the prompt has been taken: what a person types comes behind it. */
  #tellWanted(): void {
    if (this.#wanted === null || !this.#onWanted || this.#takenBytes < this.#receivedBytes) return;
    const tell = this.#onWanted;
    const mode = this.#wanted;
    this.#onWanted = null;
    this.#wanted = null;
    tell(mode);
  }

  #taken(bytes: number): void {
    this.#takenBytes += bytes;
    this.#tellWanted();
    const unacked = this.#takenBytes - this.#ackedBytes;
    if (this.#over || unacked < ackEveryBytes) return;
    this.#ackedBytes = this.#takenBytes;
    const ack: AckMessage = { type: 'ack', bytes: unacked };
    this.#port?.postMessage(ack);
  }
}
