import type {
  AssistantPart,
  GuestKind,
  JsonValue,
  ModelRef,
  ProfileRef,
  RecordKey,
  SentView,
  TokenEncoding,
  TokenUsage,
  ToolError,
  ToolRecord,
  TurnEndReason,
} from '../contract/index.ts';

/** One tool call as the fold knows it: asked in a step; started; recorded. */
export interface CallState {
  readonly key: RecordKey;
  readonly callId: string;
  readonly wireName: string;
  readonly input: JsonValue;
  /** The text that came where the input was not JSON, else null. */
  readonly brokenInput: string | null;
  readonly started: boolean;
  readonly record: ToolRecord | null;
  readonly sent: SentView | null;
}

export interface StepState {
  readonly turn: number;
  readonly step: number;
  readonly parts: readonly AssistantPart[];
  readonly calls: readonly CallState[];
  readonly usage: TokenUsage | null;
  readonly finish: string;
  readonly cutShort: 'stopped' | 'error' | null;
  readonly model: ModelRef;
  readonly profile: ProfileRef;
  readonly encoding: TokenEncoding;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Journal checkpoint after this step, null while there is none. */
  readonly journalSeq: number | null;
}

export interface TurnState {
  readonly turn: number;
  readonly userText: string;
  readonly atMs: number;
  readonly steps: readonly StepState[];
  readonly end: { readonly reason: TurnEndReason; readonly error: ToolError | null } | null;
}

/**
 * Everything that a screen or a request needs, folded from the log. A value: no event changes a state that was
 * given out, and whatever an event does not touch keeps its identity (a step that has ended is the same object).
 */
export interface SessionState {
  readonly id: string;
  readonly title: string;
  readonly guest: GuestKind;
  readonly seed: number;
  readonly profile: ProfileRef;
  readonly model: ModelRef;
  readonly encoding: TokenEncoding;
  readonly turns: readonly TurnState[];
  /** Number of events folded; the next event's seq. */
  readonly nextSeq: number;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** Lower-case file stems in use by saved outputs. */
  readonly usedStems: ReadonlySet<string>;
  readonly outputBytes: number;
}
