import type { Piece } from './piece.ts';
import type { ProfileRef } from './profile.ts';
import type { AssistantPart, TokenUsage } from './prompt.ts';
import type { RecordKey, ToolError, ToolRecord } from './record.ts';
import type { TokenEncoding } from './tokens.ts';

/** Version of the event format; a change adds a migration and a fixture of the old form. */
export const LOG_VERSION = 1;

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

export type EventBody =
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
  | { readonly type: 'call-started'; readonly key: RecordKey; readonly tool: string }
  | { readonly type: 'record'; readonly record: ToolRecord; readonly sent: SentView }
  | { readonly type: 'checkpoint'; readonly turn: number; readonly step: number; readonly journalSeq: number }
  | {
      readonly type: 'turn-end';
      readonly turn: number;
      readonly reason: TurnEndReason;
      readonly error: ToolError | null;
    }
  | { readonly type: 'guest-restarted'; readonly why: 'reload' | 'guest-death' };

/** One line of the append-only log. `seq` counts from 0 without gaps; `atMs` is epoch time from the injected clock. */
export type SessionEvent = { readonly v: number; readonly seq: number; readonly atMs: number } & EventBody;
