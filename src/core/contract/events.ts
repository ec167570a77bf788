import type { JsonObject } from './json.ts';
import type { OutputFacts } from './output.ts';
import type { Piece } from './piece.ts';
import type { ProfileRef } from './profile.ts';
import type { AssistantPart, TokenUsage } from './prompt.ts';
import type { ExternalToolSpec, Question, QuestionAnswer } from './questions.ts';
import type { Outcome, RecordKey, ToolError, ToolRecord } from './record.ts';
import type { TokenEncoding } from './tokens.ts';

/**
 * Version of the event format; a change adds a migration and a fixture of the old form. A new kind of event, or a
 * new property that may be missing, is no change: a page that does not know it keeps and ignores it.
 */
export const LOG_VERSION = 2;

export type GuestKind = 'embedded' | 'webcontainer';

export interface ModelRef {
  /** scripted, parrot, anthropic, openai, google, openai-compatible */
  readonly provider: string;
  readonly model: string;
}

/**
 * How much of an output one model view holds, counted from its pieces. UTF-16 units of the cleaner's text;
 * the `\r` of a CRLF and one final newline that a view does not repeat count as shown.
 */
export interface ViewAccount {
  readonly sourceUnits: number;
  readonly seenUnits: number;
  readonly omittedUnits: number;
  /** Units of the view that are the harness's words. */
  readonly harnessUnits: number;
  /** The view holds everything that the tool was asked for: nothing omitted, cut by a page or lost in capture. */
  readonly whole: boolean;
}

/** What the model was sent for one record, kept word for word: an update of the app never rewords history. */
export interface SentView {
  readonly profile: ProfileRef;
  readonly pieces: readonly Piece[];
  readonly text: string;
  /** SHA-256 of the text's UTF-8, hex. */
  readonly sha256: string;
  readonly account: ViewAccount;
}

export type TurnEndReason = 'done' | 'stopped' | 'failed' | 'step-limit' | 'interrupted';

/** Where a session comes from that did not begin with nothing. */
export interface SessionOrigin {
  /** `fork`: it went on from a step of another; `run`: its user messages were sent again to a model. */
  readonly kind: 'fork' | 'run';
  /** Name of the other session; it need not be in this browser. */
  readonly session: string;
  /** What that was called then. */
  readonly title: string;
  /** The last result that both have; null where all of it, or nothing, is shared. */
  readonly at: RecordKey | null;
}

type PlainEventBody =
  | {
      readonly type: 'session-created';
      readonly sessionId: string;
      readonly title: string;
      readonly guest: GuestKind;
      readonly profile: ProfileRef;
      readonly model: ModelRef;
      readonly encoding: TokenEncoding;
      /** Seed of the guest's random, so that a run can be repeated. */
      readonly seed: number;
      /** Names the session in paths where its id does not: what runs a recording again keeps the paths that were told. */
      readonly placesId?: string;
      /** Epoch milliseconds at which the guest's virtual time begins; absent: its time is the wall's. */
      readonly clockStartMs?: number;
      readonly origin?: SessionOrigin;
    }
  | { readonly type: 'title-changed'; readonly title: string }
  | { readonly type: 'profile-changed'; readonly profile: ProfileRef }
  | { readonly type: 'model-changed'; readonly model: ModelRef }
  | { readonly type: 'encoding-changed'; readonly encoding: TokenEncoding }
  | { readonly type: 'user-message'; readonly turn: number; readonly text: string }
  | {
      /** The assistant message of one request, as the provider gave it. */
      readonly type: 'step';
      readonly turn: number;
      readonly step: number;
      readonly parts: readonly AssistantPart[];
      readonly usage: TokenUsage | null;
      readonly finish: string;
      readonly model: ModelRef;
      readonly profile: ProfileRef;
      readonly encoding: TokenEncoding;
      /** Set where the stream broke or was stopped: the parts are what had come. */
      readonly cutShort: 'stopped' | 'error' | null;
      readonly startedAtMs: number;
    }
  /** A turn that no message began. What woke the model is told in the same append. */
  | { readonly type: 'wake'; readonly turn: number; readonly cause: WakeCause }
  | {
      readonly type: 'told';
      readonly subject: ToldSubject;
      readonly at: ToldPlace;
      /** The harness's words, as the model reads them. */
      readonly words: string;
    }
  | {
      readonly type: 'job-started';
      readonly job: string;
      /** The call, or the user's command, that it comes from. */
      readonly from: RecordKey;
      /** Key of its output in the store. */
      readonly output: RecordKey;
      readonly command: string;
      /** Absolute guest path. */
      readonly logPath: string;
      /** It ran in the foreground first, and its output begins with what had come there. */
      readonly moved: boolean;
      /** Milliseconds that it ran there; absent where it began as a job, or an older page has moved it. */
      readonly ranBeforeMs?: number;
      readonly profile: ProfileRef;
    }
  | {
      readonly type: 'job-ended';
      readonly job: string;
      readonly outcome: Outcome;
      readonly output: OutputFacts;
    }
  /** A command of the user waits for the shell. `id` is its own among those that wait. */
  | { readonly type: 'command-queued'; readonly id: number; readonly command: string }
  /** It will not be run: its user took it back, or the page in which it waited is gone. */
  | { readonly type: 'command-dropped'; readonly id: number; readonly why: CommandDrop }
  | {
      readonly type: 'command-started';
      readonly key: RecordKey;
      readonly command: string;
      /** Its id where it had to wait. */
      readonly queued?: number;
    }
  | { readonly type: 'command-ended'; readonly record: ToolRecord; readonly sent: SentView }
  | { readonly type: 'call-started'; readonly key: RecordKey; readonly tool: string }
  | { readonly type: 'record'; readonly record: ToolRecord; readonly sent: SentView }
  | { readonly type: 'checkpoint'; readonly turn: number; readonly step: number; readonly journalSeq: number }
  | {
      readonly type: 'turn-end';
      readonly turn: number;
      readonly reason: TurnEndReason;
      readonly error: ToolError | null;
    }
  | { readonly type: 'guest-restarted'; readonly why: 'reload' | 'guest-death' }
  /** The session runs on another kind of guest from here on than it did before. */
  | { readonly type: 'guest-changed'; readonly guest: GuestKind }
  | { readonly type: 'question-asked'; readonly key: RecordKey; readonly question: Question }
  | { readonly type: 'question-answered'; readonly key: RecordKey; readonly answer: QuestionAnswer }
  /** The whole list of tools beside the profile's own, as the next request tells of them. */
  | { readonly type: 'tools-changed'; readonly tools: readonly ExternalToolSpec[] };

/** What happens in the conversation of a sub-agent. */
export type SubAgentEventBody = Extract<
  PlainEventBody,
  {
    readonly type:
      | 'profile-changed'
      | 'model-changed'
      | 'encoding-changed'
      | 'user-message'
      | 'step'
      | 'call-started'
      | 'record'
      | 'checkpoint'
      | 'turn-end'
      | 'question-asked'
      | 'question-answered'
      | 'tools-changed';
  }
>;

/** What a model is told that no call of its own has asked for. */
export type ToldSubject =
  | { readonly kind: 'job-end'; readonly job: string }
  /** A command that the user ran in the session's shell. */
  | { readonly kind: 'user-command'; readonly key: RecordKey };

/** Where it is told: behind the result of a call, or before the user's words at the start of a turn. */
export type ToldPlace =
  | { readonly kind: 'result'; readonly key: RecordKey }
  | { readonly kind: 'turn'; readonly turn: number };

export type CommandDrop = 'user' | 'page-closed';

/** Who began a turn without a message: the end of a job, or a person who let a paused wake go on. */
export type WakeCause = 'job' | 'user';

export type EventBody =
  | PlainEventBody
  /**
   * An event of the sub-agent that the call `key` runs. Its turn has a number that no turn of the session has, so
   * that keys of its calls are unique in the session too.
   */
  | { readonly type: 'sub-agent'; readonly key: RecordKey; readonly event: SubAgentEventBody }
  /** An event that a newer page has logged and this one has no word for: kept as it was stored, and ignored. */
  | { readonly type: 'unknown'; readonly kind: string; readonly raw: JsonObject };

/** One line of the append-only log. `seq` counts from 0 without gaps; `atMs` is epoch time from the injected clock. */
export type SessionEvent = { readonly v: number; readonly seq: number; readonly atMs: number } & EventBody;
