import type { JsonObject, ShellLimits, ShellNote, ShellOutput, ShellRun } from '../../core/index.ts';

/** Starts commands: a container, a sandbox, a local shell. Times in milliseconds. */
export interface CommandRunner {
  readonly id: string;
  /** Absolute folder that commands run in where nobody names one. */
  readonly cwd: string;
  /** A start that fails is an exit with an `error`, not an exception. */
  run(request: RunRequest): RunHandle;
}

export interface RunRequest {
  readonly command: string;
  /** Absolute, `..` folded. Whether it is a directory is the runner's to find out. */
  readonly cwd: string;
  /** All of the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** When it aborts: SIGTERM to the whole process tree, and SIGKILL `killGraceMs` later. */
  readonly signal: AbortSignal;
  readonly killGraceMs: number;
}

export interface RunHandle {
  /** Chunks of both streams as they arrive; bytes are copied. What is no chunk is skipped and counted. */
  readonly output: AsyncIterable<{ readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }>;
  readonly exit: Promise<RunExit>;
}

export interface RunExit {
  /** Null where a signal ended the process, and where it did not start. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Given where the command did not start. */
  readonly error?: {
    readonly reason: 'cwd-not-found' | 'cwd-not-a-directory' | 'spawn-failed';
    /** Goes to the model. */
    readonly detail?: string;
  };
}

/** Takes every byte of an output, both streams merged. `open` is called once for each command that runs. */
export interface SpillSink {
  readonly id: string;
  open(run: {
    readonly command: string;
    readonly cwd: string;
    readonly timeoutMs: number;
  }): SpillFile | Promise<SpillFile>;
}

export interface SpillFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Gives what the model is told as the place of the full output. */
  close(): Promise<string>;
}

export interface BashCallContext {
  readonly signal?: AbortSignal | undefined;
}

export interface BashCallInput {
  readonly command: string;
  readonly timeoutMs?: number | undefined;
  readonly cwd?: string | undefined;
}

export interface BashNote extends ShellNote {
  readonly data?: JsonObject;
}

export type BashErrorCode =
  | 'INVALID_INPUT'
  | 'CWD_NOT_FOUND'
  | 'CWD_NOT_A_DIRECTORY'
  | 'ABORTED'
  | 'SPAWN_FAILED'
  | 'OUTPUT_CAP'
  | 'EXTENSION_FAILED';
export type BashPhase = 'input' | 'resolve' | 'env' | 'spill' | 'run';

export interface BashError {
  readonly code: BashErrorCode;
  readonly phase: BashPhase;
  /** As in the error's note, which is the first of the notes. */
  readonly message: string;
}

export interface BashRequest {
  readonly command: string;
  readonly timeoutMs: number;
  /** As it was asked for. */
  readonly cwd: string | null;
}

export interface BashRun extends ShellRun {
  readonly command: string;
  readonly cwd: string;
  readonly unconfirmedStop: boolean;
}

export interface ContentPart {
  readonly type: 'text';
  readonly text: string;
}

/** What happened, before it is worded. A non-zero exit is `failed`; only `error` has an `error`. */
export type BashOutcome =
  | {
      readonly tool: 'bash';
      readonly status: 'ok' | 'failed' | 'timeout';
      readonly request: BashRequest;
      readonly run: BashRun;
      readonly output: ShellOutput;
      readonly notes: readonly BashNote[];
    }
  | {
      readonly tool: 'bash';
      readonly status: 'error';
      readonly error: BashError;
      /** Null where the input was refused. */
      readonly request: BashRequest | null;
      /** Both null where the command did not start. */
      readonly run: BashRun | null;
      readonly output: ShellOutput | null;
      readonly notes: readonly BashNote[];
    };

export type BashResult = BashOutcome & { readonly content: readonly ContentPart[] };

export interface BashFormatter {
  /** One that fails is replaced by the default for that call. */
  format(outcome: BashOutcome): readonly ContentPart[] | Promise<readonly ContentPart[]>;
}

/** What a host gives from call to call: a value, or a function that is asked for each. */
type PerCall<T> = (context: BashCallContext) => T | Promise<T>;

export interface BashToolDependencies {
  readonly runner: CommandRunner | PerCall<CommandRunner>;
  /** The command's whole environment, asked for each call: see `shellEnv`. */
  readonly env: PerCall<Readonly<Record<string, string>>>;
  /** Absolute; the runner's where absent. */
  readonly cwd?: string | PerCall<string> | null | undefined;
  readonly limits?: Partial<ShellLimits> | undefined;
  readonly spill?: SpillSink | null | undefined;
  readonly formatter?: BashFormatter | undefined;
}

/** Clock and timers, for tests. */
export interface BashTime {
  /** Milliseconds that only grow. */
  now(): number;
  /** Calls back once after so many milliseconds. Returns a disposer. */
  after(ms: number, callback: () => void): () => void;
}
