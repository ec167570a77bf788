import type { LiveSession } from '../../agent/index.ts';
import type { OutputChunk, ProfileRef, TokenCounter, TokenEncoding, ToolRecord } from '../../core/index.ts';
import * as words from '../words/lab.ts';
import { allProfiles, type LabAddress } from './address/labAddress.ts';
import { formatProfile } from './address/profileCode.ts';
import { type GeneratorSpec, generate } from './input/generators.ts';
import { bytesOf, type CallFacts, type LabOutput, MOST_INPUT_BYTES, usualFacts } from './input/labInput.ts';
import { stepChunks } from './input/stepChunks.ts';
import { LabClient } from './work/labClient.ts';
import type { LabResult } from './work/messages.ts';
import { type NextRead, NextReads } from './work/nextRead.ts';

/** Longer texts are not edited in a field: browsers take seconds to lay them out. */
export const MOST_TYPED_UNITS = 200_000;
const TYPING_MS = 150;

export type Encodings = TokenEncoding | 'both';

/** One profile and what it makes of the output; `result` is null until it has been worked out. */
export interface Column {
  readonly ref: ProfileRef;
  readonly key: string;
  readonly result: LabResult | null;
}

/** The Lab's state. It outlives its page: who comes back finds the output that was there. */
export class LabState {
  readonly #counter: TokenCounter;
  #client: LabClient | null = null;
  #typed = $state.raw('');
  #taken = $state.raw<LabOutput | null>(null);
  #stderr = $state.raw('');
  #facts = $state.raw<CallFacts>(usualFacts);
  #encodings = $state.raw<Encodings>('o200k_base');
  #refs = $state.raw<readonly ProfileRef[]>([]);
  #results = $state.raw<ReadonlyMap<string, LabResult>>(new Map());
  #tokens = $state.raw<ReadonlyMap<string, number>>(new Map());
  #reads = $state.raw<ReadonlyMap<string, NextRead>>(new Map());
  #pending = $state.raw(0);
  #problem = $state.raw<string | null>(null);
  #inputVersion = $state.raw(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Rises with each order, so that numbers of an older one are not taken for the newer's. */
  #round = 0;

  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  get typed() {
    return this.#typed;
  }
  get taken() {
    return this.#taken;
  }
  get stderr() {
    return this.#stderr;
  }
  get facts() {
    return this.#facts;
  }
  get encodings() {
    return this.#encodings;
  }
  get problem() {
    return this.#problem;
  }
  /** Profiles whose view is not worked out yet. */
  get pending() {
    return this.#pending;
  }
  get inputVersion() {
    return this.#inputVersion;
  }
  get client() {
    return this.#client;
  }
  get counter() {
    return this.#counter;
  }
  /** Nothing was put in yet. An output of no bytes that was taken from somewhere is something. */
  get isEmpty() {
    return this.#taken === null && this.#typed === '' && this.#stderr === '';
  }
  readonly chunks: readonly OutputChunk[] = $derived.by(() => {
    const encoder = new TextEncoder();
    const first: readonly OutputChunk[] =
      this.#taken !== null
        ? this.#taken.chunks
        : this.#typed === ''
          ? []
          : [{ stream: 'stdout', bytes: encoder.encode(this.#typed) }];
    return this.#stderr === ''
      ? first
      : [...first, { stream: 'stderr', bytes: encoder.encode(this.#stderr) }];
  });
  readonly totalBytes = $derived(bytesOf(this.chunks));
  readonly columns: readonly Column[] = $derived(
    this.#refs.map((ref) => {
      const key = formatProfile(ref);
      return { ref, key, result: this.#results.get(key) ?? null };
    }),
  );

  /** Starts the worker and looks at what was there before. Returns what stops it. */
  mount(): () => void {
    this.#client = new LabClient((message) => {
      this.#problem = message;
    });
    this.#sendInput();
    return () => {
      clearTimeout(this.#timer);
      this.#client?.dispose();
      this.#client = null;
      this.#round++;
    };
  }

  setAddress(address: LabAddress): void {
    const refs = address.profiles.length > 0 ? address.profiles : allProfiles();
    const wanted = refs.map(formatProfile).join(' ');
    if (wanted === this.#refs.map(formatProfile).join(' ')) return;
    this.#refs = refs;
    this.#present();
  }

  type(text: string): void {
    this.#typed = text;
    this.#taken = null;
    this.#later();
  }

  typeStderr(text: string): void {
    this.#stderr = text;
    this.#later();
  }

  /** Replaces the output. What is too large is refused in words and nothing changes. */
  take(output: LabOutput): void {
    const bytes = bytesOf(output.chunks);
    if (bytes > MOST_INPUT_BYTES) {
      this.#problem = words.outputTooLarge(Math.round(bytes / 1048576), MOST_INPUT_BYTES / 1048576);
      return;
    }
    this.#problem = null;
    this.#typed = '';
    this.#taken = output;
    this.#sendInput();
  }

  /** Text of any length: what is short can be edited, what is long is held as bytes. */
  takeText(text: string, origin: string): void {
    this.#problem = null;
    if (text.length <= MOST_TYPED_UNITS && !text.includes('\0') && !text.includes('\r')) this.type(text);
    else this.take({ chunks: [{ stream: 'stdout', bytes: new TextEncoder().encode(text) }], origin });
  }

  generate(spec: GeneratorSpec): void {
    this.take({
      chunks: [{ stream: 'stdout', bytes: generate(spec) }],
      origin: words.generated(words.generators[spec.id].title),
    });
  }

  /** Takes a step's output with what is known of its call. */
  async takeStep(session: LiveSession, record: ToolRecord): Promise<void> {
    const { outcome } = record;
    try {
      if (record.output.totalBytes > MOST_INPUT_BYTES)
        throw new Error(words.moreThan(MOST_INPUT_BYTES / 1048576));
      const chunks = await stepChunks(session, record);
      this.#facts = {
        ...usualFacts,
        tool: record.tool,
        callId: record.callId,
        exitCode: 'exitCode' in outcome ? (outcome.exitCode ?? 0) : 0,
        signal: outcome.status === 'failed' ? outcome.signal : null,
        endedBy:
          outcome.status === 'timeout'
            ? 'timeout'
            : outcome.status === 'error' && outcome.stoppedBy === 'user'
              ? 'user'
              : 'itself',
        timeoutMs: outcome.status === 'timeout' ? outcome.timeoutMs : usualFacts.timeoutMs,
        contextTokensLeft: record.contextTokensLeft ?? null,
      };
      this.#stderr = '';
      this.take({ chunks, origin: words.ofStep(record.key, session.state.title, record.tool) });
    } catch (error) {
      this.#problem = words.stepUnread(error instanceof Error ? error.message : String(error));
    }
  }

  clear(): void {
    this.#typed = '';
    this.#taken = null;
    this.#stderr = '';
    this.#facts = usualFacts;
    this.#problem = null;
    this.#sendInput();
  }

  setFacts(facts: CallFacts): void {
    this.#facts = facts;
    this.#client?.setFacts(facts);
    this.#present();
  }

  setEncodings(encodings: Encodings): void {
    this.#encodings = encodings;
    this.#reads = new Map();
    void this.#count(++this.#round);
  }

  say(problem: string | null): void {
    this.#problem = problem;
  }

  tokensOf(text: string, encoding: TokenEncoding, sha256: string): number | null {
    return text === '' ? 0 : (this.#tokens.get(`${encoding} ${sha256}`) ?? null);
  }

  /** Null while it is being worked out, or where there is no saved file to read. */
  nextRead(key: string): NextRead | null {
    return this.#reads.get(key) ?? null;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendInput(), TYPING_MS);
  }

  #sendInput(): void {
    clearTimeout(this.#timer);
    this.#inputVersion++;
    this.#client?.setInput(this.chunks, this.#facts);
    this.#present();
  }

  #present(): void {
    const client = this.#client;
    const round = ++this.#round;
    this.#results = new Map();
    this.#reads = new Map();
    if (!client || this.isEmpty || this.#refs.length === 0) {
      this.#pending = 0;
      return;
    }
    const refs = this.#refs;
    this.#pending = refs.length;
    client.present(refs, {
      view: (at, result) => {
        const ref = refs[at];
        if (!ref) return;
        this.#results = new Map(this.#results).set(formatProfile(ref), result);
        this.#pending = refs.length - this.#results.size;
        if (this.#pending === 0) void this.#count(round);
      },
    });
  }

  /** Counts every view, each text once, then what a next read would cost. */
  async #count(round: number): Promise<void> {
    const encodings: readonly TokenEncoding[] =
      this.#encodings === 'both' ? ['o200k_base', 'cl100k_base'] : [this.#encodings];
    const client = this.#client;
    try {
      for (const { result } of this.columns) {
        if (!result?.ok) continue;
        for (const encoding of encodings) {
          const { text, sha256 } = result.view.sent;
          if (this.#tokens.has(`${encoding} ${sha256}`)) continue;
          const tokens = await this.#counter.count(text, encoding);
          if (round !== this.#round) return;
          this.#tokens = new Map(this.#tokens).set(`${encoding} ${sha256}`, tokens);
        }
      }
      if (!client) return;
      const reads = new NextReads(client, this.#counter, encodings[0] ?? 'o200k_base');
      for (const { ref, key, result } of this.columns) {
        if (!result?.ok || result.view.savedPath === null) continue;
        const read = await reads.of(ref, result.view.savedPath);
        if (round !== this.#round) return;
        this.#reads = new Map(this.#reads).set(key, read);
      }
    } catch (error) {
      if (round !== this.#round || (error instanceof DOMException && error.name === 'AbortError')) return;
      this.#problem = words.tokensNotCounted(error instanceof Error ? error.message : String(error));
    }
  }
}

const states = new WeakMap<TokenCounter, LabState>();

/** The one Lab of a page. */
export function labStateOf(counter: TokenCounter): LabState {
  const known = states.get(counter) ?? new LabState(counter);
  states.set(counter, known);
  return known;
}
