import type { RecordKey } from '../contract/index.ts';

/** What there is of one of the three views. `why` is a sentence. */
export type TranscriptView =
  | { readonly kind: 'text'; readonly text: string }
  /** Its beginning; `why` says what is not here. */
  | { readonly kind: 'part'; readonly text: string; readonly why: string }
  | { readonly kind: 'absent'; readonly why: string };

/** How a call ended: `unknown` where what it was read from does not say. */
export type TranscriptEnding = 'ok' | 'failed' | 'timeout' | 'stopped' | 'error' | 'unknown';

export interface TranscriptCall {
  readonly kind: 'call';
  /** Unique in the transcript; names the step in links. */
  readonly id: string;
  /** The session's own name of the call; null in a transcript of another program. */
  readonly key: RecordKey | null;
  /** 0 in the session, 1 in the conversation of a sub-agent. */
  readonly depth: number;
  /** Name on the wire, as the model gave it. */
  readonly tool: string;
  /** A command as its text, any other input as JSON. */
  readonly input: string;
  readonly ending: TranscriptEnding;
  /** `exit 1`, `timed out after 2 min`. */
  readonly endingWords: string;
  readonly durationMs: number | null;
  readonly model: TranscriptView;
  /** SHA-256 of the model view's UTF-8, also where the text is not here; null where nobody knows. */
  readonly modelSha256: string | null;
  /** Ranges of the model view's text (UTF-16 units) that are the harness's words, ascending. */
  readonly harness: readonly { readonly start: number; readonly end: number }[];
  readonly user: TranscriptView;
  readonly disk: TranscriptView;
  /** Where the whole output was saved; null where it was not. */
  readonly savedPath: string | null;
  /** Bytes of the whole output, null where nobody knows. */
  readonly outputBytes: number | null;
}

/** One thing that was said or done, in order. */
export type TranscriptEntry =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly depth: number;
      /** A harness's own words in the user's place are told apart where the source does. */
      readonly by: 'user' | 'system' | 'harness';
      readonly text: string;
    }
  | {
      readonly kind: 'said';
      readonly id: string;
      readonly depth: number;
      readonly reasoning: boolean;
      readonly text: string;
    }
  | TranscriptCall
  | {
      readonly kind: 'note';
      readonly id: string;
      readonly depth: number;
      readonly bad: boolean;
      readonly text: string;
    }
  /** What was not understood, as it came; `why` is a sentence. */
  | {
      readonly kind: 'raw';
      readonly id: string;
      readonly depth: number;
      readonly why: string;
      readonly text: string;
    };

/** A conversation to read, compare and save, whatever it was read from. Every text in it is somebody else's. */
export interface Transcript {
  readonly title: string;
  /** Where it comes from: `Spillway session`, `Claude Code session file`. */
  readonly source: string;
  /** What else is known of the whole: model, profile, version. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly entries: readonly TranscriptEntry[];
}

export const absent = (why: string): TranscriptView => ({ kind: 'absent', why });
export const whole = (text: string): TranscriptView => ({ kind: 'text', text });
