import type { ToolFacts } from './facts.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { OutputFacts } from './output.ts';

/** `turn.step.index`, ours, unique in a session. The provider's call id is data only. */
export type RecordKey = `${number}.${number}.${number}`;

export type ErrorPhase = 'input' | 'run' | 'capture' | 'save' | 'guest' | 'abort';

/** A failure that is not the command's own: stable UPPER_SNAKE code, wording free to change. */
export interface ToolError {
  readonly code: string;
  readonly phase: ErrorPhase;
  readonly message: string;
}

/** What may have ended a process; a guest need not know all of them. */
export const signalNames = [
  'SIGTERM',
  'SIGKILL',
  'SIGINT',
  'SIGHUP',
  'SIGPIPE',
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
  'SIGALRM',
  'SIGXCPU',
  'SIGXFSZ',
] as const;
export type SignalName = (typeof signalNames)[number];
export type StoppedBy = 'timeout' | 'user' | 'cap' | 'guest-death' | 'session-end';

/** A non-zero exit is `failed`, not an error. Only `error` carries `{code, phase, message}`. */
export type Outcome =
  | { readonly status: 'ok'; readonly exitCode: number | null }
  | { readonly status: 'failed'; readonly exitCode: number | null; readonly signal: SignalName | null }
  | {
      readonly status: 'timeout';
      readonly timeoutMs: number;
      readonly signal: SignalName | null;
      readonly unconfirmedStop: boolean;
    }
  | {
      readonly status: 'error';
      readonly error: ToolError;
      readonly stoppedBy: StoppedBy | null;
      readonly unconfirmedStop: boolean;
    };

/** Stable kebab-case code plus data; words are made where they are shown. */
export interface Note {
  readonly code: string;
  readonly data?: JsonObject;
}

export interface SavedFile {
  /** Absolute path in the guest, exactly as the model was told. */
  readonly path: string;
  readonly bytes: number;
}

/** What really happened in one call, as facts. The model's words are made from it and never parsed back. */
export interface ToolRecord {
  readonly key: RecordKey;
  readonly callId: string;
  /** Our name of the tool: bash, read, grep, glob, ls, write, edit. Profiles may word it differently. */
  readonly tool: string;
  readonly input: JsonValue;
  readonly outcome: Outcome;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly output: OutputFacts;
  readonly savedAs: SavedFile | null;
  readonly saveError: ToolError | null;
  readonly notes: readonly Note[];
  readonly facts: ToolFacts | null;
  /** Tokens that the model's context still had room for when the call was made, where the agent knew. */
  readonly contextTokensLeft?: number;
}
