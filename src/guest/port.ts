import type { GuestKind, OutputChunk, SignalName } from '../core/index.ts';
import type { DrainedChanges, FileChange } from './fileChanges.ts';

export type { DrainedChanges, FileChange };

/** Error of a guest file operation; `code` is POSIX (ENOENT, EISDIR, …), `path` the path as asked. */
export class GuestFsError extends Error {
  constructor(
    readonly code: string,
    readonly path: string,
    message?: string,
  ) {
    super(message ?? `${code}: ${path}`);
    this.name = 'GuestFsError';
  }
}

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'symlink' | 'device';
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  /** Of a device that is a named pipe: its number, one for each pipe that was ever made. */
  readonly pipe?: number;
  /** Of a file that has several names: how many, and a number that all of them share. */
  readonly shared?: { readonly links: number; readonly inode: number };
}

export interface DirEntry {
  readonly name: string;
  readonly kind: FileStat['kind'];
}

/** Paths are absolute. Every operation is atomic in the guest. Bytes given are copied or transferred. */
export interface GuestFs {
  /** Follows symbolic links. */
  stat(path: string): Promise<FileStat>;
  lstat(path: string): Promise<FileStat>;
  exists(path: string): Promise<boolean>;
  /** `range` in bytes; past the end gives fewer bytes. */
  read(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Uint8Array>;
  /**
   * What small files hold, in the order asked, in one answer: null for what is no file, larger than `largestBytes`, or
   * no longer fits into the answer. Absent where it would be no faster than one by one.
   */
  readMany?(paths: readonly string[], largestBytes: number): Promise<readonly (Uint8Array | null)[]>;
  /** Replaces the file; parents are made. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  append(path: string, bytes: Uint8Array): Promise<void>;
  mkdir(path: string): Promise<void>;
  readdir(path: string): Promise<readonly DirEntry[]>;
  rename(from: string, to: string): Promise<void>;
  /** Recursive; a missing path is not an error. */
  rm(path: string): Promise<void>;
  /** Every path below `root` in one answer, for glob, grep and the file tree; `limit` bounds it. */
  walk(
    root: string,
    options: { readonly limit: number; readonly skip?: readonly string[] },
  ): Promise<{
    readonly entries: readonly {
      readonly path: string;
      readonly kind: FileStat['kind'];
      readonly size: number;
      readonly mtimeMs: number;
    }[];
    readonly complete: boolean;
  }>;
  /** Calls back with paths that changed (batched, ≤ 10 times a second). Returns a disposer. */
  watch(onChange: (paths: readonly string[]) => void): () => void;
}

export type ExitStatus =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signaled'; readonly signal: SignalName }
  /** The guest itself ended while the command ran. Output so far stands. */
  | { readonly kind: 'guest-died'; readonly message: string };

/** Facts about a run that the record should know. Codes are kebab-case and stable. */
export interface RunNote {
  /**
   * e.g. `not-streamed` (a part could not stream), `guest-output-limit` (one command's output was capped),
   * `order-not-promised` (see `GuestBoot`), `pipeline-stages` (the run ended with a pipeline of which a command
   * before the last failed; SIGPIPE is no failure).
   */
  readonly code: string;
  readonly detail: string;
  /** Of `pipeline-stages`: exit codes of the pipeline's commands, first to last; at most 1,000. */
  readonly exits?: readonly number[];
}

export interface GuestProcess {
  readonly pid: number;
  /**
   * Chunks in arrival order. Back-pressure: at most the credit window (4 MiB) is in flight beyond what
   * was pulled. Ends after the last byte, always before `exit` is used; bytes written before a kill are in it.
   */
  readonly output: AsyncIterable<OutputChunk>;
  readonly exit: Promise<ExitStatus>;
  /** Filled when `exit` has settled. */
  readonly notes: Promise<readonly RunNote[]>;
  /**
   * Frees the shell that runs it: the next command starts at once, and nothing of this one's folder or variables comes
   * back. The run itself goes on. Absent where a run holds its shell to the end.
   */
  detach?(): void;
  /** Of an interactive run: what a person types for the program that runs. Absent elsewhere. */
  readonly input?: RunInput;
  /** Stops the whole tree. Resolves when the guest has confirmed the stop, false where it did not within 3 s. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<boolean>;
}

/** What a program asks of the terminal: a line or each key at once; hidden is not shown (a password). */
export type InputMode = 'line' | 'hidden-line' | 'key' | 'hidden-key';

/** The terminal's side of a program that reads. */
export interface RunInput {
  /** Resolves when the program waits for input, and all it has written before is taken; null when the run is over. */
  wanted(): Promise<InputMode | null>;
  /** Answers that wish once. Null is the end of the input (Ctrl-D): the program reads no more. */
  send(bytes: Uint8Array | null): void;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  /**
   * Keeps a copy of the output in the guest as it is written, at a place no path reaches until it is adopted
   * (a glob never sees its own growing output). Costs no second trip through the page.
   */
  readonly spool?: boolean;
  /** A person types the commands: numbers and ends of background jobs are told as at a prompt. */
  readonly interactive?: boolean;
}

/** What a persistent shell carries from command to command. Plain data: it is logged and restored. */
export interface ShellState {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Source text that recreates functions, arrays, aliases and options. */
  readonly prelude: string;
}

/** One persistent shell: cwd, variables, aliases, functions and arrays carry over. Runs are one at a time. */
export interface GuestShell {
  readonly state: ShellState;
  /** A killed run leaves the state as it was before. */
  run(command: string, options?: RunOptions): GuestProcess;
}

export interface GuestTerminal {
  /** Bytes for a terminal emulator. */
  readonly output: AsyncIterable<Uint8Array>;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  dispose(): void;
}

/** What guest code may reach of the network: nothing, unless its user names hosts. */
export interface GuestNetwork {
  /**
   * Replaces the allowed hosts, each `name` (its ports 80 and 443) or `name:port`; requests under way to others
   * are stopped. Nothing that the page or the user is known by is ever added to a request.
   */
  allow(hosts: readonly string[]): void;
  /**
   * Hears the host of a request that was refused because it is not allowed; never an address of the user's
   * own machine or network. Returns a disposer.
   */
  onRefused(listener: (host: string) => void): () => void;
}

/** One HTTP request from the page to a server that runs in the guest. */
export interface GuestHttpRequest {
  readonly method: string;
  /** With its query, from the slash on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface GuestHttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** In order and as written; names may be there more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

export interface Guest {
  readonly kind: GuestKind;
  readonly dirs: { readonly workspace: string; readonly home: string; readonly tmp: string };
  /** What it has and has not, in words for a model. */
  readonly about?: string;
  readonly fs: GuestFs;
  /** Absent where this kind of guest has none, or one that the page cannot limit. */
  readonly network?: GuestNetwork;
  /** A shell of its own, from a state or fresh. */
  shell(state?: ShellState): GuestShell;
  /** One command in a fresh shell. */
  run(command: string, options?: RunOptions): GuestProcess;
  openTerminal(size: { readonly columns: number; readonly rows: number }): GuestTerminal;
  /**
   * Makes the spooled output of a finished run a file at `path` (parents made, replaced atomically).
   * The first `bytes` of it; `false` where so many were not spooled: the caller then writes the file itself.
   */
  adoptSpool(pid: number, path: string, bytes: number): Promise<boolean>;
  /**
   * Bytes at the start of a finished run's output that are spooled, null where none can be adopted: a killed run's last
   * piece may have come to the page alone. Absent where a spool is whole or nothing.
   */
  spooledBytes?(pid: number): Promise<number | null>;
  /** What runs now: runs, what they started, and background jobs of runs that are over. */
  processes(): Promise<readonly GuestProcessInfo[]>;
  /** To one process, as `kill` does: one that handles the signal lives on. False where there is none. */
  kill(pid: number, signal: SignalName): Promise<boolean>;
  /** Ports on which processes of the guest listen, in order. Absent where the page cannot reach them. */
  ports?(): Promise<readonly number[]>;
  /** Rejects with one sentence where nothing listens, or no whole answer came within half a minute. */
  request?(port: number, request: GuestHttpRequest): Promise<GuestHttpResponse>;
  /** Hears the port of each server as it begins to listen. Absent where nothing tells of it. Returns a disposer. */
  onServer?(listener: (port: number) => void): () => void;
  /** Where a browser has a server of the guest at an address that the page may frame; null where it has none. */
  previewUrl?(port: number): string | null;
  /** Gives up the spool of a run; harmless where there is none. */
  dropSpool(pid: number): void;
  /** Net changes below home, tmp and workspace since the last call, parents first. Reads contents through `fs`. */
  drainChanges(): Promise<readonly FileChange[]>;
  /**
   * The same, with the contents of files up to `largestBytes` in one answer: of thousands of small files, asking for
   * them takes longer than what made them. Absent where it would be no faster.
   */
  drainWithContents?(largestBytes: number): Promise<DrainedChanges>;
  /** Puts a journalled tree back, before anything runs. Not reported as changes. */
  restore(
    changes: AsyncIterable<{ readonly change: FileChange; readonly bytes: AsyncIterable<Uint8Array> | null }>,
  ): Promise<void>;
  /**
   * A command of the user's that brings back what a restore left out, as installed packages are; null where nothing is
   * missing. Absent where all is kept.
   */
  reinstallCommand?(): Promise<string | null>;
  /** Facts worth a line in the UI: missing isolation, no SharedArrayBuffer, … */
  readonly limitations: readonly RunNote[];
  /** What can be found out about what lies under this kind of guest alone. */
  questions?(): readonly GuestQuestion[];
  /** Called once when the guest ended by itself (out of memory, crash). Returns a disposer. */
  onDeath(listener: (message: string) => void): () => void;
  dispose(): void;
}

/** Asked of one guest; its answer is a fact and no promise. Never rejects for what the guest does. */
export interface GuestQuestion {
  readonly question: string;
  find(): Promise<string>;
}

/** A process of the guest, as `ps` knows it. */
export interface GuestProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  readonly title: string;
  /** Epoch milliseconds; with virtual time on the clock of the process that started it. */
  readonly startedMs: number;
}

export interface GuestBoot {
  readonly seed: number;
  /**
   * Null: real time. Otherwise epoch milliseconds at which virtual time begins. It does not run with the wall: each
   * process's clock moves by a fixed step per look, by the length of what is slept (which really takes as long), and
   * to the time of a child that was waited for; a run begins where the one before it ended. So the same seed, start
   * and inputs give the same bytes, times of files among them. A run in which processes that ran at the same time
   * could both write has the note `order-not-promised`.
   */
  readonly clockStartMs: number | null;
  readonly env?: Readonly<Record<string, string>>;
  /** The guest that this session must have; absent where that is to be chosen. */
  readonly kind?: GuestKind;
  /**
   * Where the folders were in earlier guests of this session. Once its tree is restored, paths below those lead to the
   * folders of this one (real programs of a container, and `jsh`, know the folder that they start in, and no other of those).
   */
  readonly formerPlaces?: readonly Guest['dirs'][];
  /** Told what is waited for; `useEmbedded` stops waiting, and is null where nothing else could be had. */
  readonly onProgress?: (waitingFor: string, useEmbedded: (() => void) | null) => void;
}

/** A guest, and how it came to be this one. */
export interface BootedGuest {
  readonly guest: Guest;
  /** One line for a person. */
  readonly why: string;
  /** Resolves when a guest that was wished for and did not come in time can be had after all. */
  readonly betterIsReady?: Promise<void>;
}
