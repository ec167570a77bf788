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
  ToolError,
  ToolFacts,
  ToolSpec,
  TurnEndReason,
} from '../contract/index.ts';

/** Version of the document; a change adds a migration and a fixture of the old form. */
export const RECORDING_VERSION = 1;

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

export type RecordedEvent =
  | { readonly type: 'user-message'; readonly turn: number; readonly text: string }
  | { readonly type: 'profile-changed'; readonly profile: ProfileRef }
  | { readonly type: 'model-changed'; readonly model: ModelRef }
  | { readonly type: 'encoding-changed'; readonly encoding: TokenEncoding }
  | {
      readonly type: 'step';
      readonly turn: number;
      readonly step: number;
      /** Without what only its provider can read: signatures, encrypted reasoning, ids of its own. */
      readonly parts: readonly AssistantPart[];
      readonly usage: TokenUsage | null;
      readonly finish: string;
      readonly cutShort: 'stopped' | 'error' | null;
    }
  | {
      readonly type: 'record';
      readonly key: RecordKey;
      readonly tool: string;
      readonly outcome: Outcome;
      /** Epoch milliseconds: profiles make ids of it. */
      readonly startedAtMs: number;
      readonly durationMs: number;
      readonly lines: number;
      readonly loss: CaptureLossCode | null;
      /** A stream that wrote nothing is absent. */
      readonly output: { readonly stdout?: StreamHash; readonly stderr?: StreamHash };
      readonly savedAs: SavedFile | null;
      readonly saveError: ToolError | null;
      readonly notes: readonly Note[];
      /** SHA-256 and length in UTF-16 units of the text that the model was sent; null where a part of it was taken out. */
      readonly view: { readonly sha256: string; readonly units: number } | null;
      readonly result: RecordedResult;
    }
  | {
      readonly type: 'turn-end';
      readonly turn: number;
      readonly reason: TurnEndReason;
      readonly error: ToolError | null;
    };

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
