import type {
  AskedQuestion,
  AssistantPart,
  CommandDrop,
  ExternalToolSpec,
  GuestKind,
  JsonValue,
  ModelRef,
  Outcome,
  OutputFacts,
  ProfileRef,
  RecordKey,
  SentView,
  SessionOrigin,
  TokenEncoding,
  TokenUsage,
  ToldPlace,
  ToldSubject,
  ToolError,
  ToolRecord,
  TurnEndReason,
  WakeCause,
} from '../contract/index.ts';

/** What the harness has told the model beside what it asked for. */
export interface Told {
  readonly subject: ToldSubject;
  readonly words: string;
}

/** A command in the background. */
export interface JobState {
  readonly id: string;
  /** The call, or the user's command, that it comes from. */
  readonly from: RecordKey;
  /** Key of its output. */
  readonly output: RecordKey;
  readonly command: string;
  readonly logPath: string;
  readonly moved: boolean;
  readonly profile: ProfileRef;
  /** When its command was started, in the foreground where it was moved. */
  readonly startedAtMs: number;
  /** Null while it runs. `seq`: the event that said so. */
  readonly end: {
    readonly outcome: Outcome;
    readonly output: OutputFacts;
    readonly atMs: number;
    readonly seq: number;
  } | null;
  /** Where the model has been told of its end, null while it has not. */
  readonly heard: ToldPlace | null;
}

/** A command of the user that had to wait for the shell, and has not been started. */
export interface WaitingCommand {
  readonly id: number;
  readonly command: string;
  readonly queuedAtMs: number;
  /** The turn that was the last when it was asked for, 0 before the first. */
  readonly afterTurn: number;
  /** Why it will not be run; null while it waits. */
  readonly dropped: CommandDrop | null;
}

/** A command that the user ran in the session's shell. */
export interface UserCommand {
  readonly key: RecordKey;
  readonly command: string;
  readonly startedAtMs: number;
  /** The turn that was the last when it started, 0 before the first. */
  readonly afterTurn: number;
  readonly record: ToolRecord | null;
  readonly sent: SentView | null;
  /** The turn at whose start the model was told, null while it has not been. */
  readonly toldInTurn: number | null;
}

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
  /** What its user was asked, oldest first; absent where nothing was. */
  readonly questions?: readonly AskedQuestion[];
  /** The conversation of the sub-agent that the call runs; absent where it runs none. */
  readonly subAgent?: SessionState;
  /** Told behind its result; absent where nothing was. */
  readonly told?: readonly Told[];
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
  /** Empty in a turn that no message began. */
  readonly userText: string;
  /** Who began a turn that no message began; absent where one did. */
  readonly wake?: WakeCause;
  /** Told before the user's text; absent where nothing was. */
  readonly told?: readonly Told[];
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
  /** Names the session in paths. */
  readonly placesId: string;
  /** Epoch milliseconds at which the guest's virtual time begins; null: real time. */
  readonly clockStartMs: number | null;
  /** The session that it went on from or repeats; absent where it is of its own. */
  readonly origin?: SessionOrigin;
  readonly profile: ProfileRef;
  readonly model: ModelRef;
  readonly encoding: TokenEncoding;
  readonly turns: readonly TurnState[];
  /** In the order in which they started. */
  readonly jobs: readonly JobState[];
  readonly commands: readonly UserCommand[];
  /** Commands that wait, and those that were never run; absent where none had to wait. */
  readonly waiting?: readonly WaitingCommand[];
  /** Number of events folded; the next event's seq. */
  readonly nextSeq: number;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** Lower-case file stems in use by saved outputs. */
  readonly usedStems: ReadonlySet<string>;
  readonly outputBytes: number;
  /** Tools beside the profile's own, as the last request told of them; absent where there never were any. */
  readonly externalTools?: readonly ExternalToolSpec[];
}
