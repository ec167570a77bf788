import type {
  CleanerId,
  OutputChunk,
  OutputFacts,
  OutputText,
  ProfileRef,
  SentView,
  SignalName,
  ToolRecord,
  WindowedText,
} from '../contract/index.ts';
import { createCapture } from '../output/index.ts';
import {
  cleanerFor,
  maxInlineUnits,
  profileContext,
  profileOf,
  type SessionPlaces,
} from '../profiles/index.ts';
import { modelTextOf, sentViewOf } from '../projection/index.ts';
import { windowsFor } from './outputWindows.ts';
import { isPlainText } from './plainText.ts';

/** What a tool returned, as facts, without a session around it. */
export interface RawOutput {
  /** Our name of the tool. */
  readonly tool: string;
  /** In arrival order. */
  readonly chunks: readonly OutputChunk[];
  readonly exitCode: number | null;
  readonly signal: SignalName | null;
  readonly endedBy: 'itself' | 'timeout' | 'user';
  readonly timeoutMs: number;
  readonly durationMs: number;
  readonly callId: string;
  /** Where a harness shrinks its limit as the context fills. */
  readonly contextTokensLeft: number | null;
}

/** What a profile makes of an output. */
export interface Presented {
  readonly record: ToolRecord;
  readonly text: OutputText;
  readonly sent: SentView;
  /** Where the whole result would lie; null where it goes inline or is kept nowhere. */
  readonly savedPath: string | null;
}

interface CleanedOutput {
  readonly facts: OutputFacts;
  readonly text: OutputText;
}

/** An output that is read once for each cleaner, however many profiles look at it. */
export class ParsedOutput {
  readonly raw: RawOutput;
  /** A page of a file is looked at through other windows than any other result. */
  readonly #byCleaner: {
    readonly pages: Map<CleanerId, CleanedOutput>;
    readonly results: Map<CleanerId, CleanedOutput>;
  };
  #isPlain: boolean | null = null;

  constructor(raw: RawOutput, readBefore: ParsedOutput | null = null) {
    this.raw = raw;
    this.#byCleaner = readBefore === null ? { pages: new Map(), results: new Map() } : readBefore.#byCleaner;
  }

  /** The same bytes with other facts beside them; what was read stays read. */
  withFacts(facts: Omit<RawOutput, 'chunks'>): ParsedOutput {
    return new ParsedOutput({ ...facts, chunks: this.raw.chunks }, this);
  }

  /** Facts are the same for every cleaner. Time grows with the bytes on the first call for a cleaner only. */
  cleanedBy(cleaner: CleanerId): CleanedOutput {
    const known = this.#read.get(cleaner) ?? this.#sameText(cleaner);
    if (known) return known;
    const windows = { headUnits: maxInlineUnits, tailUnits: maxInlineUnits, ...windowsFor(this.raw.tool) };
    const capture = createCapture({ cleaner, ...windows });
    for (const chunk of this.raw.chunks) capture.push(chunk);
    capture.end();
    const cleaned = { facts: capture.facts(), text: capture.text() };
    this.#read.set(cleaner, cleaned);
    return cleaned;
  }

  get #read(): Map<CleanerId, CleanedOutput> {
    return this.raw.tool === 'read' ? this.#byCleaner.pages : this.#byCleaner.results;
  }

  /** What another cleaner has read, where there is nothing in the output that any of them would clean. */
  #sameText(cleaner: CleanerId): CleanedOutput | null {
    const [other] = this.#read.values();
    if (other === undefined) return null;
    this.#isPlain ??= this.raw.chunks.every(({ bytes }) => isPlainText(bytes));
    if (!this.#isPlain) return null;
    // Only `none` keeps how many bytes each U+FFFD stands for (`WindowedText.broken`).
    const one = cleaner === 'none' || other.text.cleaner === 'none';
    if (one && [other.text.stdout, other.text.stderr].some(mayBeBroken)) return null;
    const cleaned = { facts: other.facts, text: { ...other.text, cleaner } };
    this.#read.set(cleaner, cleaned);
    return cleaned;
  }
}

const mayBeBroken = ({ head, tail }: WindowedText) => head.includes('\ufffd') || tail.includes('\ufffd');

/** Runs an output through a profile as a session does: plan the save, note the saved file, word the view. */
export function presentOutput(parsed: ParsedOutput, ref: ProfileRef, places: SessionPlaces): Presented {
  const { record, text, savedPath } = recorded(parsed, ref, places);
  return { record, text, sent: sentViewOf(ref, record, text, places), savedPath };
}

/** The text of `presentOutput` alone, for sweeps over many sizes. */
export function presentText(parsed: ParsedOutput, ref: ProfileRef, places: SessionPlaces): string {
  const { record, text } = recorded(parsed, ref, places);
  return modelTextOf(ref, record, text, places);
}

function recorded(parsed: ParsedOutput, ref: ProfileRef, places: SessionPlaces): Omit<Presented, 'sent'> {
  const profile = profileOf(ref);
  const { raw } = parsed;
  const { facts, text } = parsed.cleanedBy(cleanerFor(profile, raw.tool));
  const record = recordOf(raw, facts);
  const plan = profile.save(record, text, profileContext(profile, ref, places));
  const saved: ToolRecord =
    plan === null ? record : { ...record, savedAs: { path: plan.path, bytes: facts.totalBytes } };
  return { record: saved, text, savedPath: plan?.path ?? null };
}

function recordOf(raw: RawOutput, output: OutputFacts): ToolRecord {
  return {
    key: '1.1.0',
    callId: raw.callId,
    tool: raw.tool,
    input: {},
    outcome: outcomeOf(raw),
    startedAtMs: 0,
    endedAtMs: raw.durationMs,
    output,
    savedAs: null,
    saveError: null,
    notes: [],
    facts: null,
    ...(raw.contextTokensLeft === null ? {} : { contextTokensLeft: raw.contextTokensLeft }),
  };
}

function outcomeOf(raw: RawOutput): ToolRecord['outcome'] {
  const { exitCode, signal } = raw;
  switch (raw.endedBy) {
    case 'timeout':
      return { status: 'timeout', timeoutMs: raw.timeoutMs, signal, unconfirmedStop: false };
    case 'user':
      return {
        status: 'error',
        error: { code: 'ABORTED', phase: 'abort', message: 'Stopped by the user.' },
        stoppedBy: 'user',
        unconfirmedStop: false,
      };
    default:
      return exitCode === 0 && signal === null
        ? { status: 'ok', exitCode }
        : { status: 'failed', exitCode, signal };
  }
}
