import type {
  ModelRef,
  OutputChunk,
  OutputText,
  ProfileRef,
  PromptHead,
  QuestionAnswer,
  Recording,
  RecordKey,
  SessionEvent,
  SessionState,
  StreamName,
  TokenCounter,
  TokenEncoding,
} from '../core/index.ts';
import type { ExitStatus, FileStat, Guest, GuestFs, GuestTerminal, RunNote } from '../guest/index.ts';
import type { NetworkModels } from '../models/index.ts';
import type { SessionSummary, StoreStatus } from '../store/index.ts';
import type { Beside } from './jobs/besideTurns.ts';
import type { McpServers } from './mcp/mcpServers.ts';
import type { PermissionBook } from './permissions/permissionBook.ts';
import type { ForkChoice, ForkHead, OpenedReplay, RecordingProgress, Redact } from './recording/index.ts';
import type { SessionTools } from './tools/sessionTools.ts';

/** The bounded tail of a running call's output, for the live view. */
export interface LiveOutput {
  readonly key: RecordKey;
  readonly startedAtMs: number;
  readonly timeoutMs: number | null;
  /** Totals so far. */
  readonly totalBytes: number;
  readonly lines: number;
  /** The last bytes in arrival order, at most 256 KiB, each run with its stream. */
  readonly tail: readonly { readonly stream: StreamName; readonly text: string }[];
  /** How far it is, in the tool's words; null where it does not say. */
  readonly progress?: string | null;
  /** Epoch milliseconds at which its time is over; null or absent where it has no limit. */
  readonly dueAtMs?: number | null;
  /** It can go on as a job. */
  readonly canMove?: boolean;
  /** Somebody has ended it, and its end is not in the log yet. */
  readonly isStopping?: boolean;
}

export type GuestStatus =
  | { readonly kind: 'none' }
  /** `canSkip`: the embedded guest could be had at once (`useEmbeddedGuest`). */
  | { readonly kind: 'booting'; readonly waitingFor: string; readonly canSkip?: boolean }
  | {
      readonly kind: 'ready';
      readonly guest: 'embedded' | 'webcontainer';
      readonly why: string;
      readonly limitations: readonly RunNote[];
    }
  | { readonly kind: 'dead'; readonly message: string };

export type RunStatus =
  | { readonly kind: 'idle' }
  /** Waiting for Step or Run between two model requests. */
  | { readonly kind: 'paused' }
  | {
      readonly kind: 'model';
      readonly step: number;
      readonly text: string;
      readonly reasoning: string;
      /** Set while a request that failed waits to be sent again. */
      readonly retry?: { readonly tries: number; readonly waitMs: number; readonly message: string };
    }
  | { readonly kind: 'tools'; readonly step: number; readonly running: readonly RecordKey[] }
  | { readonly kind: 'stopping' };

/** What changed; listeners re-read what they show. */
export type SessionChange =
  | { readonly kind: 'log'; readonly events: readonly SessionEvent[] }
  | { readonly kind: 'status' }
  | { readonly kind: 'live'; readonly key: RecordKey }
  | { readonly kind: 'guest' }
  /** Allowed or asked hosts. */
  | { readonly kind: 'network' }
  /** Tools from outside, problems with them, permissions. */
  | { readonly kind: 'tools' }
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  /** The tab that it lived in has let it go, and it lives here now: in another object, which takes this one's place. */
  | { readonly kind: 'moved'; readonly to: LiveSession };

/** Where the model's view of a record comes from and which bytes it has seen. */
export interface SeenBytes {
  /** Half-open ranges of the merged raw bytes, ascending, not overlapping. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** What the guest of a session may reach, and what it asked for in vain. */
export interface SessionNetwork {
  /** Hosts (`name` or `name:port`) that the user has allowed for this session, sorted. */
  readonly allowed: readonly string[];
  /** Hosts that were refused and about which the user has not been heard, oldest first; at most three. */
  readonly asked: readonly string[];
  /** Takes a host as a person types it; false where it is none. Stored with the session. */
  allow(host: string): Promise<boolean>;
  revoke(host: string): Promise<void>;
  /** Not asked about again while the session is open. */
  dismiss(host: string): void;
}

/** What a page looks at in a running guest. */
export type SessionFiles = Pick<GuestFs, 'read' | 'readdir' | 'write' | 'append'>;

/** Processes and servers of a running guest. */
export type GuestActivity = Pick<
  Guest,
  'processes' | 'kill' | 'ports' | 'request' | 'onServer' | 'previewUrl' | 'reinstallCommand'
>;

/** What a command that runs beside the conversation wrote, and how it ended. */
export interface AsideResult {
  /** In arrival order, at most what was asked for. */
  readonly chunks: readonly OutputChunk[];
  readonly exit: ExitStatus;
  readonly stoppedBy: 'timeout' | 'user' | 'size' | null;
}

/**
 * One open session. It lives in one tab, which alone writes its log; in every other it is a mirror, in which
 * everything is shown and done as if it lived there. Everything shown is a fold over the log.
 */
export interface LiveSession {
  readonly id: string;
  readonly state: SessionState;
  readonly runStatus: RunStatus;
  readonly guestStatus: GuestStatus;
  readonly network: SessionNetwork;
  /** False where it lives in another tab, and has everything done there. */
  readonly runsHere: boolean;
  /** A newer version of the page has written it: it can be read here, and driven after a reload. */
  readonly isOutdated: boolean;
  /** False where it can be read, not driven: its log could not be read, or the tab that it lives in is not heard. */
  readonly writable: boolean;
  /** Why the log could not be read to its end (the session is then read-only), null where it could. */
  readonly problem: string | null;
  subscribe(listener: (change: SessionChange) => void): () => void;

  /** Adds a user message and runs the turn to its end (`auto`) or one request at a time (`step`). */
  send(text: string, mode?: 'auto' | 'step'): Promise<void>;
  /** Goes on with a paused turn: one request, or to the end. */
  step(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the model request and every running command; resolves when the turn has ended. */
  stop(): Promise<void>;

  /** Answers the question that a call waits with; a turn that an earlier page left open goes on with it. */
  answer(key: RecordKey, answer: QuestionAnswer): Promise<void>;
  readonly tools: Pick<SessionTools, 'rows' | 'problems' | 'update'>;

  /** Jobs, the user's own commands, and what may be done to a call while it runs. */
  readonly beside: Beside;

  setProfile(profile: ProfileRef): Promise<void>;
  /** The profile as it is; a message that is sent meanwhile waits for it. */
  setProfileById(id: string): Promise<void>;
  setModel(model: ModelRef): Promise<void>;
  setEncoding(encoding: TokenEncoding): Promise<void>;
  rename(title: string): Promise<void>;

  /** The live tail of a running call, null when it does not run. */
  live(key: RecordKey): LiveOutput | null;
  /** Exact bytes of a call's output, live or stored. */
  outputSize(key: RecordKey): Promise<number>;
  readOutput(
    key: RecordKey,
    range: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array>;
  streamOutput(key: RecordKey): AsyncIterable<Uint8Array>;
  /** The cleaned, windowed text that the profile was given, made again from the stored bytes. */
  outputText(key: RecordKey): Promise<OutputText>;
  /** The raw bytes that the model has seen of this output. */
  seen(key: RecordKey): Promise<SeenBytes>;
  /** Raw request body of a step, as it went over the wire; null where none was kept. */
  requestBody(turn: number, step: number): Promise<string | null>;
  /** System text and tools that a request under this profile has, made now. */
  promptHead(profile: ProfileRef): PromptHead;

  /**
   * Runs a command in the guest's workspace in a shell of its own, beside the conversation: no model hears of it
   * and the log does not have it. Stopped at `maxBytes` of output, after `timeoutMs`, or by `stop`. Boots the guest.
   */
  runAside(
    command: string,
    limits: { readonly maxBytes: number; readonly timeoutMs: number; readonly stop: AbortSignal },
  ): Promise<AsideResult>;

  /** Boots the guest where it is not running. */
  ensureGuest(): Promise<void>;
  /** The same ahead of the first action, unless that would ask a server outside. */
  prepareGuest(): Promise<void>;
  /** Stops waiting for a WebContainer that is being booted. */
  useEmbeddedGuest(): void;
  /** Goes on in a guest of this kind, with the workspace; what ran is ended. The session keeps that choice. */
  moveGuest(kind: 'embedded' | 'webcontainer'): Promise<void>;
  readonly fs: SessionFiles | null;
  /** What runs in the guest and what listens there; null while it does not run. */
  readonly activity: GuestActivity | null;
  readonly workspace: string;
  readonly home: string;
  openTerminal(size: { readonly columns: number; readonly rows: number }): Promise<GuestTerminal>;
  stat(path: string): Promise<FileStat>;
  dispose(): Promise<void>;
}

export type ForkedSession =
  /** `drifted`: the first result that did not come out as recorded; the fork ends there. */
  | { readonly ok: true; readonly id: string; readonly drifted: RecordKey | null }
  | { readonly ok: false; readonly message: string };

/** A session as it is stored: to look at, beside whoever drives it. Nothing is locked, nothing boots. */
export interface StoredSession {
  readonly id: string;
  readonly home: string;
  readonly workspace: string;
  readonly events: readonly SessionEvent[];
  readonly state: SessionState;
  streamOutput(key: RecordKey): AsyncIterable<Uint8Array>;
}

/** Under what a session is repeated. */
export interface RunOptions {
  readonly title: string;
  readonly model: ModelRef;
  readonly profile: ProfileRef;
}

/** The door of the agent room: sessions, and what they share. */
export interface Workbench {
  readonly sessions: readonly SessionSummary[];
  readonly storeStatus: StoreStatus;
  readonly counter: TokenCounter;
  /** MCP servers and their headers; null where there is no network. */
  readonly mcp: Pick<
    McpServers,
    | 'rows'
    | 'load'
    | 'add'
    | 'remove'
    | 'setOn'
    | 'connect'
    | 'setHeaders'
    | 'hasHeaders'
    | 'forgetHeaders'
    | 'subscribe'
  > | null;
  /** Run, ask or deny per tool, for every session. */
  readonly permissions: Pick<PermissionBook, 'choiceFor' | 'set' | 'subscribe'>;
  /** Keys and providers; loaded when first asked for. Keys go in and never come out. */
  networkModels(): Promise<NetworkModels>;
  subscribe(listener: () => void): () => void;
  createSession(options?: {
    readonly title?: string;
    readonly model?: ModelRef;
    readonly profile?: ProfileRef;
  }): Promise<LiveSession>;
  /** The demo: a failing build with a scripted model, ready to run. Opened again it is the same session. */
  openDemo(): Promise<LiveSession>;
  open(id: string): Promise<LiveSession>;
  /** Rejects with a sentence where there is none. */
  readSession(id: string): Promise<StoredSession>;
  /**
   * An empty session that begins as another, or a recording, did: its files, its seed, its time. It knows which one it
   * repeats.
   */
  createRunOf(source: string | Recording, options: RunOptions): Promise<LiveSession>;
  deleteSession(id: string): Promise<void>;
  renameSession(id: string, title: string): Promise<void>;
  measureSession(id: string): Promise<{ readonly keys: number; readonly bytes: number }>;
  /**
   * A session as a document that can be sent; what it leaves out was made again and came out the same. `redact` takes out
   * what is not to leave: what can be made again is then tried without it. The document comes with everything in it.
   */
  recordSession(
    id: string,
    onProgress: (progress: RecordingProgress) => void,
    redact?: Redact,
  ): Promise<Recording>;
  /** A session in which a recording can be run again; nothing runs until it is told to, and the page forgets it. */
  openReplay(recording: Recording): Promise<OpenedReplay>;
  /** A session of the reader's own that has run the recording up to a result, or to its end. */
  forkRecording(recording: Recording, until: RecordKey | null, choice?: ForkChoice): Promise<ForkedSession>;
  /** What the model of a fork under this profile is told before anything else. Runs nothing. */
  headOfFork(recording: Recording, profile: ProfileRef): Promise<ForkHead>;
  /** Everything of a session as one JSON text with base64 outputs, for saving when storage fails. Holds no key. */
  exportSession(id: string): AsyncIterable<string>;
  getSetting(name: string): Promise<unknown>;
  setSetting(name: string, value: unknown): Promise<void>;
  dispose(): Promise<void>;
}
