import type {
  JobFacts,
  JsonObject,
  JsonValue,
  Note,
  Outcome,
  Profile,
  ProfileContext,
  ProfileLimits,
  Question,
  QuestionAnswer,
  RecordKey,
  TokenCounter,
  TokenEncoding,
  ToolError,
  ToolFacts,
} from '../../core/index.ts';
import type { Guest, GuestProcess, GuestShell } from '../../guest/index.ts';
import type { OutputPipeline } from '../output/outputPipeline.ts';
import type { After } from '../timers.ts';
import type { CommandControls } from './commandControls.ts';
import type { ChunkSink, CommandPump } from './commandRun.ts';
import type { FileFactsCache } from './fileFactsCache.ts';
import type { PathLocks } from './pathLocks.ts';
import type { LineMatcher } from './search/matcher.ts';

/** What a tool works with. It knows neither the log nor the store. */
export interface ToolContext {
  readonly guest: Guest;
  readonly shell: GuestShell;
  readonly out: OutputPipeline;
  readonly profile: Profile;
  readonly profileContext: ProfileContext;
  readonly counter: TokenCounter;
  readonly encoding: TokenEncoding;
  /** Aborts when the user stops the turn or the output reached a cap. The reason is a `StopReason`. */
  readonly stop: AbortSignal;
  readonly clock: () => number;
  readonly after: After;
  readonly fileFacts: FileFactsCache;
  readonly locks: PathLocks;
  /** A place to run a model's regular expression in, which can be given up. */
  readonly createMatcher: () => LineMatcher;
  readonly key: RecordKey;
  /** The provider's id of the call: data, and part of the names of files that the call leaves. */
  readonly callId: string;
  /** Asks the user and waits, however long; null where the user stopped the turn instead. */
  readonly ask: (question: Question) => Promise<QuestionAnswer | null>;
  /** Says how far the tool is, in words for the user; no part of its output. */
  readonly report: (words: string) => void;
  /** What a person does to the command while it runs. */
  readonly controls: CommandControls;
  /** Null where a command cannot outlive its call. */
  readonly jobs: JobDesk | null;
  /** Runs a sub-agent to its end, or goes on with the one that this call had begun. */
  readonly runSubAgent: (prompt: string) => Promise<SubAgentEnd>;
}

/** A job that has its id and its log's path, and has not begun. */
export interface JobPlace {
  readonly facts: JobFacts;
  readonly output: RecordKey;
  /** Somebody will tell the model of its end. */
  readonly isHeard: boolean;
}

/** Where a command gets a place as a job. */
export interface JobDesk {
  /** What is missing where as many jobs run as may. */
  place(command: string): JobPlace | ToolError;
}

/** A command that outlives its call. Its output waits until `resume` says where it goes. */
export interface RunningCommand {
  readonly place: JobPlace;
  readonly process: GuestProcess;
  readonly pump: CommandPump;
  readonly resume: (sink: ChunkSink) => void;
  readonly guest: Guest;
}

/** How a sub-agent ended. `text`: its last words, empty where there are none. */
export interface SubAgentEnd {
  readonly text: string;
  readonly error: ToolError | null;
}

export type StopReason = 'user' | 'cap' | 'session-end';

/** What happened. Output has gone to `out`. */
export interface ToolResult {
  readonly outcome: Outcome;
  readonly notes: readonly Note[];
  readonly facts: ToolFacts | null;
  /** The guest process whose output was spooled, null for a tool that is none. */
  readonly pid: number | null;
  /** A command that goes on when the call has ended; its job begins behind the call's own output. */
  readonly goesOn?: RunningCommand;
}

export type Parsed<T> =
  | { readonly ok: true; readonly input: T }
  | { readonly ok: false; readonly message: string };

export interface Tool<T> {
  readonly name: string;
  /** Bash calls of a session run one at a time, in the order asked. */
  readonly serial: boolean;
  /** The tool may change files: its record waits for a checkpoint. */
  readonly changesFiles: boolean;
  /** Milliseconds after which a run is stopped; absent where a tool has no limit of its own. */
  timeoutMs?(input: T, limits: ProfileLimits): number;
  /** How long a stopped run may take to end by itself, in milliseconds, where that is more than a moment. */
  readonly stopGraceMs?: number;
  /** Absolute path of the one file or folder that the call reads and does not change; null where it names none. */
  readsPath?(input: T, ctx: ProfileContext): string | null;
  /** The door: what the model sent becomes typed input, or a sentence that says what is expected. */
  parse(input: JsonValue): Parsed<T>;
  run(input: T, context: ToolContext): Promise<ToolResult>;
}

export const okOutcome: Outcome = { status: 'ok', exitCode: null };

export function done(facts: ToolFacts | null, notes: readonly Note[] = []): ToolResult {
  return { outcome: okOutcome, notes, facts, pid: null };
}

export function refused(error: ToolError, facts: ToolFacts | null = null): ToolResult {
  const outcome: Outcome = { status: 'error', error, stoppedBy: null, unconfirmedStop: false };
  return { outcome, notes: [], facts, pid: null };
}

export function stopError(reason: StopReason): { readonly code: string; readonly message: string } {
  if (reason === 'user') return { code: 'ABORTED', message: 'The user stopped this call.' };
  if (reason === 'cap') {
    return {
      code: 'OUTPUT_CAP',
      message: 'The command was stopped: its output reached the most that is saved.',
    };
  }
  return { code: 'SESSION_CLOSED', message: 'The session was closed while this call ran.' };
}

export function stopReasonOf(signal: AbortSignal): StopReason {
  const { reason } = signal;
  return reason === 'cap' || reason === 'session-end' ? reason : 'user';
}

/** A tool that was stopped before it was done. */
export function stopped(reason: StopReason, pid: number | null = null, unconfirmedStop = false): ToolResult {
  const { code, message } = stopError(reason);
  const outcome: Outcome = {
    status: 'error',
    error: { code, phase: reason === 'cap' ? 'capture' : 'abort', message },
    stoppedBy: reason,
    unconfirmedStop,
  };
  return { outcome, notes: [], facts: null, pid };
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
