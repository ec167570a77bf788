import type {
  AssistantPart,
  CaptureLossCode,
  GuestKind,
  ModelRef,
  Note,
  Outcome,
  Piece,
  ProfileRef,
  RecordKey,
  SavedFile,
  StreamName,
  TokenEncoding,
  TokenUsage,
  ToldPlace,
  ToldSubject,
  ToolError,
  ToolFacts,
  ToolSpec,
  TurnEndReason,
  WakeCause,
} from '../contract/index.ts';

/**
 * Version of the document; a change adds a migration and a fixture of the old form. 2: jobs, the user's commands, wakes,
 * what was told, and the steps of sub-agents.
 */
export const RECORDING_VERSION = 2;

/**
 * A text that need not travel where the reader's app has it: `known` names it there, `sha256` is of its UTF-8, so that
 * an app whose own text has changed says so instead of showing the wrong one.
 */
export type RecordedText = { readonly text: string } | { readonly known: string; readonly sha256: string };

export type RecordedTools =
  | { readonly list: readonly ToolSpec[] }
  | { readonly known: string; readonly sha256: string };

/** A file of the initial workspace, by its path below it; text where it is UTF-8, else base64. */
export type RecordedFile = { readonly path: string; readonly executable?: true } & (
  | { readonly text: string }
  | { readonly base64: string }
);

export type RecordedWorkspace =
  | { readonly files: readonly RecordedFile[] }
  | { readonly known: string; readonly sha256: string };

/** A run of bytes of an inlined result, in arrival order. */
export type RecordedChunk = { readonly stream: StreamName } & (
  | { readonly text: string }
  | { readonly base64: string }
);

/** How a reader gets the bytes of a result. */
export type RecordedResult =
  /** Running the call again gives them; the hashes beside tell whether it did. */
  | { readonly kind: 'derived' }
  | {
      readonly kind: 'inlined';
      readonly chunks: readonly RecordedChunk[];
      /** What the tool knew beyond its output, and the view that was sent: ranges of the output and harness words. */
      readonly facts: ToolFacts | null;
      readonly pieces: readonly Piece[];
      /** Parts were taken out before it was shared: the hashes are of what is left. */
      readonly redacted?: true;
    }
  /** Nobody has them any more; `why` is a sentence. */
  | { readonly kind: 'missing'; readonly why: string };

/** Bytes of one stream: how many, and which. */
export interface StreamHash {
  readonly bytes: number;
  readonly sha256: string;
}

/** A text by its SHA-256 (of its UTF-8) and its length in UTF-16 units. */
export interface TextHash {
  readonly sha256: string;
  readonly units: number;
}

/** Bytes of each stream; one that wrote nothing is absent. */
export interface StreamHashes {
  readonly stdout?: StreamHash;
  readonly stderr?: StreamHash;
}

/** A call, or a command of the user, that has come to its end. */
export interface RecordedCall {
  readonly key: RecordKey;
  readonly tool: string;
  readonly outcome: Outcome;
  /** Epoch milliseconds: profiles make ids of it. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly lines: number;
  readonly loss: CaptureLossCode | null;
  readonly output: StreamHashes;
  readonly savedAs: SavedFile | null;
  readonly saveError: ToolError | null;
  readonly notes: readonly Note[];
  /** The text that the model was sent; null where a part of it was taken out. */
  readonly view: TextHash | null;
  readonly result: RecordedResult;
}

interface RecordedStep {
  readonly type: 'step';
  readonly turn: number;
  readonly step: number;
  /** Without what only its provider can read: signatures, encrypted reasoning, ids of its own. */
  readonly parts: readonly AssistantPart[];
  readonly usage: TokenUsage | null;
  readonly finish: string;
  readonly cutShort: 'stopped' | 'error' | null;
}

interface RecordedTurnEnd {
  readonly type: 'turn-end';
  readonly turn: number;
  readonly reason: TurnEndReason;
  readonly error: ToolError | null;
}

/** What is shown of a sub-agent's conversation. None of it is ever run again. */
export type RecordedSubAgentEvent =
  | { readonly type: 'user-message'; readonly turn: number; readonly text: string }
  | RecordedStep
  | ({ readonly type: 'record' } & RecordedCall)
  | RecordedTurnEnd;

/** In the order of the log, which is the order in which a re-run gives them. */
export type RecordedEvent =
  | { readonly type: 'user-message'; readonly turn: number; readonly text: string }
  /** A turn that no message began. */
  | { readonly type: 'wake'; readonly turn: number; readonly cause: WakeCause }
  | { readonly type: 'profile-changed'; readonly profile: ProfileRef }
  | { readonly type: 'model-changed'; readonly model: ModelRef }
  | { readonly type: 'encoding-changed'; readonly encoding: TokenEncoding }
  | RecordedStep
  | ({ readonly type: 'record' } & RecordedCall)
  /** What the model was told that none of its calls had asked for; its words are made of what it is told of. */
  | {
      readonly type: 'told';
      readonly subject: ToldSubject;
      readonly at: ToldPlace;
      /** Null where a part of it was taken out. */
      readonly view: TextHash | null;
    }
  | {
      readonly type: 'job-started';
      readonly job: string;
      /** The call, or the user's command, that it comes from. */
      readonly from: RecordKey;
      /** Names its output. */
      readonly output: RecordKey;
      readonly command: string;
      /** Absolute guest path. */
      readonly logPath: string;
      readonly moved: boolean;
    }
  | {
      readonly type: 'job-ended';
      readonly job: string;
      readonly outcome: Outcome;
      readonly durationMs: number;
      readonly lines: number;
      readonly loss: CaptureLossCode | null;
      readonly output: StreamHashes;
      readonly result: RecordedResult;
    }
  | { readonly type: 'command-started'; readonly key: RecordKey; readonly command: string }
  | ({ readonly type: 'command-ended' } & RecordedCall)
  /** Of the sub-agent that the call `key` ran. */
  | { readonly type: 'sub-agent'; readonly key: RecordKey; readonly event: RecordedSubAgentEvent }
  | RecordedTurnEnd;

/** A session as a portable document. What is not named here does not travel. */
export interface Recording {
  readonly format: 'spillway-recording';
  readonly version: number;
  /** Version of the app that wrote it. */
  readonly app: string;
  readonly title: string;
  /** Names the session in the paths that its model was told. */
  readonly placesId: string;
  readonly guest: {
    readonly kind: GuestKind;
    readonly seed: number;
    /** Epoch milliseconds at which virtual time began; null where the guest had real time. */
    readonly clockStartMs: number | null;
    readonly workspace: RecordedWorkspace;
  };
  readonly profile: ProfileRef;
  readonly model: ModelRef;
  readonly encoding: TokenEncoding;
  readonly system: RecordedText;
  readonly tools: RecordedTools;
  readonly events: readonly RecordedEvent[];
}
