import {
  type Capture,
  type CaptureLoss,
  type CaptureLossCode,
  type CleanerId,
  createCapture,
  type OutputChunk,
  type OutputFacts,
  type OutputText,
  type OutputWindows,
  type RecordKey,
  type StreamName,
} from '../../core/index.ts';
import type { OutputStore, OutputWriter } from '../../store/index.ts';
import { LiveTail } from './liveTail.ts';

/** Bytes that may still be kept. One budget serves every call of a session. */
export interface OutputBudget {
  readonly commandBytes: number;
  /** Bytes that the session may still store. */
  sessionBytesLeft: number;
}

export interface CapturedOutput {
  readonly facts: OutputFacts;
  readonly text: OutputText;
  /** Bytes that are in the output store: all of them, unless the store failed. */
  readonly storedBytes: number;
  /** Length of the command's own bytes at the front; after them comes the line that tells of a loss. */
  readonly ownBytes: number;
  /** That line, empty where nothing was lost. It is the end of the stored bytes. */
  readonly lossLine: Uint8Array;
}

export interface PipelineOptions {
  readonly key: RecordKey;
  readonly outputs: OutputStore;
  readonly cleaner: CleanerId;
  readonly windows: OutputWindows;
  readonly budget: OutputBudget;
  /** Called once, when a cap is reached: the caller stops the command. */
  readonly onCap: (code: CaptureLossCode) => void;
  readonly onLive: () => void;
  /** Gets every byte that is kept, in order, the line that tells of a loss too. Resolves when more may come. */
  readonly copyTo?: (bytes: Uint8Array) => Promise<void>;
}

const encoder = new TextEncoder();
const newlineByte = 10;

function lossSentence(code: CaptureLossCode, atByte: number): string {
  const at = `saving stopped at byte ${atByte}`;
  switch (code) {
    case 'output-cap':
      return `${at}: the most that one command may save was reached and the command was stopped`;
    case 'session-cap':
      return `${at}: the most that one session may save was reached and the command was stopped`;
    case 'guest-limit':
      return `${at}: the guest capped this command's output, the rest is lost`;
    case 'guest-died':
      return `${at}: the guest ended while the command ran`;
    case 'store-failed':
      return `${at}: storage failed, the rest was not stored`;
  }
}

/**
 * The one place that every tool's output goes through: to the capture (counts and windows), to the output
 * store (with its back-pressure) and to the live tail, with bounded memory. Whatever is lost on the way is
 * a fact, and the stored bytes end with a line that says so.
 */
export class OutputPipeline {
  readonly live = new LiveTail();
  readonly #capture: Capture;
  #writer: OutputWriter | null = null;
  #totalBytes = 0;
  #storedBytes = 0;
  #endsWithNewline = true;
  #loss: CaptureLoss | null = null;
  #full = false;
  #closed = false;

  constructor(private readonly options: PipelineOptions) {
    this.#capture = createCapture({ cleaner: options.cleaner, ...options.windows });
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Facts so far, for the live view. */
  facts(): OutputFacts {
    return this.#capture.facts();
  }

  /** Takes a chunk over; resolves when the next one may come. After a cap, or `finish`, bytes are dropped. */
  async push(chunk: OutputChunk): Promise<void> {
    if (this.#full || this.#closed || chunk.bytes.length === 0) return;
    const { budget } = this.options;
    const commandLeft = budget.commandBytes - this.totalBytes;
    const room = Math.max(0, Math.min(commandLeft, budget.sessionBytesLeft));
    if (chunk.bytes.length <= room) {
      await this.#keep(chunk);
      return;
    }
    this.#full = true;
    const code = budget.sessionBytesLeft < commandLeft ? 'session-cap' : 'output-cap';
    if (room > 0) await this.#keep({ stream: chunk.stream, bytes: chunk.bytes.slice(0, room) });
    this.#loss ??= { code, atByte: this.totalBytes, lostBytes: null };
    this.options.onCap(code);
  }

  /** A tool's own text, as UTF-8. */
  write(text: string, stream: StreamName = 'stdout'): Promise<void> {
    return this.push({ stream, bytes: encoder.encode(text) });
  }

  /** A loss that only the guest could see. The first loss stands. */
  lose(code: CaptureLossCode): void {
    this.#loss ??= { code, atByte: this.totalBytes, lostBytes: null };
  }

  /** Closes the store's writer and says what came. Never rejects; call it once. */
  async finish(): Promise<CapturedOutput> {
    this.#closed = true;
    const ownBytes = this.totalBytes;
    let lossLine = new Uint8Array();
    if (this.#loss !== null && this.#loss.code !== 'store-failed') {
      const newline = this.#endsWithNewline ? '' : '\n';
      lossLine = encoder.encode(`${newline}[${lossSentence(this.#loss.code, this.#loss.atByte)}]\n`);
      await this.#keep({ stream: 'stderr', bytes: lossLine.slice() });
    }
    if (this.#writer !== null) {
      try {
        this.#storedBytes = await this.#writer.close();
      } catch {
        this.#storeFailed();
      }
    }
    if (this.#loss !== null) this.#capture.addLoss(this.#loss);
    this.#capture.end();
    const facts = this.#capture.facts();
    return { facts, text: this.#capture.text(), storedBytes: this.#storedBytes, ownBytes, lossLine };
  }

  async #keep(chunk: OutputChunk): Promise<void> {
    this.#capture.push(chunk);
    this.live.push(chunk);
    this.#totalBytes += chunk.bytes.length;
    this.#endsWithNewline = chunk.bytes[chunk.bytes.length - 1] === newlineByte;
    this.options.budget.sessionBytesLeft -= chunk.bytes.length;
    this.options.onLive();
    await this.options.copyTo?.(chunk.bytes);
    if (this.#loss?.code === 'store-failed') return;
    try {
      this.#writer ??= this.options.outputs.writer(this.options.key);
      const { length } = chunk.bytes;
      await this.#writer.write(chunk.bytes);
      this.#storedBytes += length;
    } catch {
      this.#storeFailed();
    }
  }

  /** The store falls back to memory by itself; where even that failed, the command still runs on. */
  #storeFailed(): void {
    this.#loss ??= { code: 'store-failed', atByte: this.#storedBytes, lostBytes: null };
  }
}
