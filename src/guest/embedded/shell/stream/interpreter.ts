import type { Command, ExecResult } from 'just-bash/browser';
import type { ShellDisk } from '../disk/shellDisk.ts';
import type { HandlerRunner } from '../traps.ts';
import type { CommandNode, PipelineNode, ScriptNode, StreamedSubstitution } from './ast.ts';
import type { Descriptors } from './descriptors.ts';
import type { LiveDevice } from './liveDevice.ts';
import type { ShellDepth, TrapDoors } from './trapDoors.ts';
import type { ShellKind } from './wholeScript.ts';

export type CommandRegistry = Map<string, Command>;

/** What the streaming shell looks at in the state of just-bash's interpreter, which it exports no type of. */
export interface InterpreterState {
  lastExitCode: number;
  groupStdin?: string;
  groupStdinSourceFd?: number;
  readonly signal?: AbortSignal;
  readonly functions: ReadonlyMap<string, unknown>;
  readonly fileDescriptors?: Map<number, string>;
  readonly env: Map<string, string>;
  readonly arrays?: Map<string, { readonly elements: ReadonlyMap<string, string> }>;
  /** How many subshells deep. */
  readonly __subshell?: number;
  /** Called when a subshell has put the table of descriptors back. */
  onTable?: (() => void) | undefined;
  readonly options: { readonly xtrace: boolean; errexit: boolean };
  readonly shoptOptions: { readonly lastpipe: boolean };
}

export interface InterpreterContext {
  executeScript(script: ScriptNode): Promise<ExecResult>;
  readonly state: InterpreterState;
  readonly commands: CommandRegistry;
}

/** The interpreter with the doors of `build/streamPatches.ts`. */
export interface Interpreter {
  readonly ctx: InterpreterContext;
  /**
   * A shell of its own with a copy of this one's state, as a stage of a pipeline has. `sharesState`: what it
   * will run changes no variables, so that they need not be copied.
   */
  fork(hooks: InterpreterHooks, sharesState: boolean): Interpreter;
  /** Runs what a fork is for. Rejects only where the whole run is over (an abort, a limit). */
  runStage(node: CommandNode, stdin: string, ownsStdin: boolean): Promise<ExecResult>;
}

/** A builtin of the interpreter, run with this text as its standard input. */
export type Builtin = (args: string[], stdin: string) => ExecResult;
export type FedBuiltin = (builtin: Builtin) => Promise<ExecResult>;

/** What the interpreter asks of the streaming shell; it finds them as `hooks` of its file system. */
export interface InterpreterHooks {
  readonly disk: ShellDisk;
  readonly live: LiveDevice;
  readonly commands: CommandRegistry;
  readonly signal: AbortSignal;
  /** Starts all stages; the answer hands out their results in order, one a call. */
  startStages(pipeline: PipelineNode, interpreter: Interpreter): () => Promise<ExecResult>;
  /** Runs what is the whole of a shell. */
  runWhole(shell: HandlerRunner, run: () => Promise<ExecResult>, kind: ShellKind): Promise<ExecResult>;
  /** Whether `stdin` only stands for input that has not been read. */
  holdsBack(stdin: string): boolean;
  /** All of that input, for a command that reads it in one piece. */
  collect(stdin: string, commandName: string): Promise<string>;
  /** Null where the input is plain. */
  sourceForRead(context: InterpreterContext, args: string[], stdin: string): FedBuiltin | null;
  sourceForMapfile(context: InterpreterContext, args: string[], stdin: string): FedBuiltin | null;
  /** The text of bytes that are carried as one unit each. */
  textOf(latin1: string): string;
  /** Standard input from a file: its content, or what stands for it. Rejects as a read does. */
  openInput(path: string, state: InterpreterState): Promise<string>;
  /** What redirections have opened (`build/descriptorPatches.ts`). */
  readonly descriptors: Descriptors;
  /** Starts the script of `< <(…)`; what stands for its output. */
  substitute(substitution: StreamedSubstitution, shell: Pick<Interpreter, 'ctx' | 'fork'>): string;
  /** Starts the script of `<(…)`, whose output commands read by that path until it is freed. */
  substituteNamed(
    path: string,
    substitution: StreamedSubstitution,
    shell: Pick<Interpreter, 'ctx' | 'fork'>,
  ): void;
  /** Starts the script of `exec > >(…)`; the path that stands for its input. */
  substituteInto(body: ScriptNode, shell: Pick<Interpreter, 'ctx' | 'fork'>): string;
  /** For `[ -p path ]`. */
  isPipe(path: string, stdin: string | undefined): Promise<boolean>;
  takeDescriptor(highest: number): number;
  freeDescriptor(path: string): void;
  /** Before each statement: the time is this stage's. */
  takeTurn(state?: InterpreterState): void;
  /** Whether something else in this worker may wait for its timer or message. */
  readonly mustPause: boolean;
  pause(): Promise<void>;
  /** For `[ -t 0 ]`: whether that input is a terminal. */
  isTyped(stdin: string | undefined): boolean;
  /** For `export -f`: the definition as an environment holds it; null where its source is not known. */
  functionText(name: string): string | null;
  /** The handlers of DEBUG and RETURN. */
  readonly traps: TrapDoors;
  /** Whether a signal came for which there is a handler here. */
  interrupted(state: ShellDepth): boolean;
  /** Runs it; rejects where it ends the shell. */
  interrupt(runner: HandlerRunner): Promise<void>;
}
