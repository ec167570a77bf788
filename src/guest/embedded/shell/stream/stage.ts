import type { Command, ExecResult } from 'just-bash/browser';
import { functionText } from '../carry/functionText.ts';
import type { CommandTools } from '../commands/command.ts';
import { brokenPipeExitCode } from '../commands/commandOutput.ts';
import { textFromLatin1 } from '../commands/text/bytesText.ts';
import { bytesFromLatin1, bytesFromText, latin1FromBytes } from '../disk/bytes.ts';
import type { ShellDisk } from '../disk/shellDisk.ts';
import type { ShellTime, TypedInput } from '../job.ts';
import type { HandlerRunner } from '../traps.ts';
import { type CommandNode, type PipelineNode, stagePipePath } from './ast.ts';
import { ByteChannel } from './byteChannel.ts';
import { ByteSource, isTicket, type Sources } from './byteSource.ts';
import { changesNothing } from './changesNothing.ts';
import { Deadlines } from './deadlines.ts';
import { EvaluatedText } from './evaluated.ts';
import { sourceForMapfile, sourceForRead } from './feedBuiltins.ts';
import { openInput } from './inputFiles.ts';
import type {
  CommandRegistry,
  FedBuiltin,
  Interpreter,
  InterpreterContext,
  InterpreterHooks,
} from './interpreter.ts';
import type { LiveDevice, StagePipe } from './liveDevice.ts';
import { laterTask } from './pause.ts';
import { readAll } from './readRecords.ts';
import { type TrapDoors, trapDoors } from './trapDoors.ts';

/** What a command that reads all is given of an input that never ends (`yes | awk 'NR == 3'`). */
const endlessBytes = 1 << 20;

/** Those that the shell itself runs. */
const builtinWriters = new Set(
  'echo printf pwd declare typeset export set type alias dirs pushd popd'.split(' '),
);

/** After so many statements of stages that run together, timers get their turn. */
const statementsBetweenPauses = 512;

/** A write may be much data; it counts as so many statements. */
const statementsOfAWrite = 16;

export interface TypedStdin {
  readonly source: ByteSource;
  readonly input: TypedInput;
  /** Shows the prompt of `read -p`. */
  readonly prompt: (text: string) => Promise<void>;
}

/** What the stages of one job share. */
export interface SharedStages {
  readonly sources: Sources;
  /** Null where the time is the real one. */
  readonly time: ShellTime | null;
  /** The commands of ours that a stage needs for itself, since they write where it writes. */
  readonly commandsFor: (stage: Stage) => readonly Command[];
  readonly descriptors: Set<number>;
  /** The terminal that a person types into, as the job's standard input; null where nobody does. */
  readonly typed: TypedStdin | null;
  /** See `InterpreterHooks.functionText`. */
  readonly functionText: (name: string) => string | null;
  running: number;
  statements: number;
}

interface StageParts {
  readonly shared: SharedStages;
  readonly live: LiveDevice;
  readonly disk: ShellDisk;
  readonly tools: CommandTools;
  readonly commands: CommandRegistry;
  readonly isFork?: boolean;
}

/**
 * One shell of a job: its own, or a stage of a pipeline, which is a fork of the interpreter with a view of its
 * own on files and terminal. It is what the interpreter's doors lead to (`interpreter.ts`).
 */
export class Stage implements InterpreterHooks {
  readonly live: LiveDevice;
  readonly disk: ShellDisk;
  readonly tools: CommandTools;
  readonly commands: CommandRegistry;
  readonly evaluated = new EvaluatedText();
  readonly traps: TrapDoors;
  readonly #shared: SharedStages;
  readonly #stop = new AbortController();
  readonly #isFork: boolean;
  /** Background jobs that write where this stage writes: its pipe stays open for them. */
  readonly #jobs: Promise<unknown>[] = [];
  #broken = false;
  /** The call of a program whose write met a pipe without a reader. */
  #brokenBy: object | null = null;
  readonly #idle: Stage[] = [];
  readonly #unfollow: () => void;

  constructor(parts: StageParts) {
    this.live = parts.live;
    this.disk = parts.disk;
    const holdOpen = (until: Promise<unknown>) => this.#jobs.push(until);
    this.tools = { ...parts.tools, signal: this.#stop.signal, holdOpen };
    this.#isFork = parts.isFork ?? false;
    this.#shared = parts.shared;
    this.commands = new StageCommands(parts.commands, {
      own: () => parts.shared.commandsFor(this),
      takeTurn: () => this.takeTurn(),
    });
    this.traps = trapDoors(parts.tools.traps, this.#isFork, (result) => this.#print(result));
    this.disk.hooks = this;
    this.disk.functionText = functionText;
    this.#unfollow = this.#follow(parts.tools.signal);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  isTyped(stdin: string | undefined): boolean {
    const { typed, sources } = this.#shared;
    if (!typed) return false;
    return stdin ? sources.find(stdin) === typed.source : !this.#isFork;
  }

  functionText(name: string): string | null {
    return this.#shared.functionText(name);
  }

  readonly stopped = (): boolean => this.signal.aborted || this.tools.deadlines.reached;

  takeTurn(): void {
    const { clock } = this.tools;
    if (clock) this.#shared.time?.show(clock);
  }

  startStages(pipeline: PipelineNode, interpreter: Interpreter): () => Promise<ExecResult> {
    const path = stagePipePath(pipeline);
    const last = pipeline.commands.length - 1;
    // There the last stage is this shell itself, which can begin only when the others have ended.
    const { lastpipe } = interpreter.ctx.state.shoptOptions;
    const results: Promise<ExecResult>[] = [];
    let input: ByteSource | null = null;
    let left = lastpipe ? last : last + 1;
    const onEnd = () => {
      left -= 1;
      if (left === 0) this.takeTurn();
    };
    for (const [index, node] of pipeline.commands.entries()) {
      if (lastpipe && index === last) break;
      const source: ByteSource | null = input;
      const channel = index < last ? new ByteChannel(lastpipe ? Number.POSITIVE_INFINITY : undefined) : null;
      input = channel && sourceFrom(channel);
      const pipe = channel && { path, channel };
      const result = this.#runStage({ node, index, interpreter, source, pipe, onEnd });
      result.catch(() => {});
      results.push(result);
    }
    const rest = input;
    let next = 0;
    return async () => {
      const result = results[next++];
      if (!result) return this.#runLast(pipeline.commands[last]!, interpreter, rest);
      try {
        return await result;
      } catch (error) {
        await Promise.allSettled(results);
        throw error;
      }
    };
  }

  async #runStage(run: {
    readonly node: CommandNode;
    readonly index: number;
    readonly interpreter: Interpreter;
    readonly source: ByteSource | null;
    readonly pipe: StagePipe | null;
    readonly onEnd: () => void;
  }): Promise<ExecResult> {
    const { interpreter, source, pipe, onEnd } = run;
    const shared = this.#shared;
    const stage = this.#fork(interpreter.ctx.commands, pipe);
    const fork = interpreter.fork(stage, changesNothing(run.node, interpreter.ctx.state.functions));
    const ticket = source ? shared.sources.add(source) : null;
    const { state } = fork.ctx;
    if (ticket !== null) {
      state.groupStdin = ticket;
      state.groupStdinSourceFd = undefined;
    }
    const before = state.groupStdin;
    const unfollow = stage.#follow(interpreter.ctx.state.signal);
    shared.running++;
    stage.takeTurn();
    try {
      // Under `set -x` they begin one after another: their traces stand in the order of the script.
      for (let before = state.options.xtrace ? run.index : 0; before > 0; before--) await laterTask();
      const result = await stage.#outcome(fork.runStage(run.node, ticket ?? '', ticket !== null), run.node);
      // The first stage reads the shell's own input, which has moved on for the shell too.
      if (ticket === null && state.groupStdin !== before) interpreter.ctx.state.groupStdin = state.groupStdin;
      const jobs = stage.#jobs.splice(0);
      if (!pipe) return result;
      await Promise.all(jobs);
      if (result.stdout !== '' && !stage.#broken) await pipe.channel.write(bytesOf(result), stage.stopped);
      return { stdout: '', stderr: result.stderr, exitCode: result.exitCode };
    } finally {
      shared.running--;
      this.tools.clock?.reach(stage.tools.clock?.nowMs);
      onEnd();
      unfollow();
      pipe?.channel.end();
      if (ticket !== null) shared.sources.remove(ticket);
      stage.live.end();
      if (stage.signal.aborted) stage.#unfollow();
      else this.#idle.push(stage);
    }
  }

  /** The result of a fork; its end by a broken pipe is a result too. */
  async #outcome(running: Promise<ExecResult>, node: CommandNode): Promise<ExecResult> {
    let result: ExecResult;
    try {
      result = await running;
    } catch (error) {
      if (!this.#broken) throw error;
      result = { stdout: '', stderr: '', exitCode: brokenPipeExitCode };
    }
    // A program of just-bash does not know that its output was not taken; ours and processes say it themselves.
    const isUnaware = this.#brokenBy !== null && node.type === 'SimpleCommand' && !this.live.wasTaken;
    if (!this.#broken) return isUnaware ? { ...result, exitCode: brokenPipeExitCode } : result;
    const stderr = result.stderr.replace(/(bash: )?execution aborted\n/g, '');
    return { ...result, stderr, exitCode: brokenPipeExitCode };
  }

  async #runLast(
    node: CommandNode,
    interpreter: Interpreter,
    source: ByteSource | null,
  ): Promise<ExecResult> {
    const ticket = source ? this.#shared.sources.add(source) : '';
    try {
      return await interpreter.runStage(node, ticket, source !== null);
    } finally {
      this.#shared.sources.remove(ticket);
    }
  }

  /** A stage of this shell. One that has ended well is used again: its commands are made already. */
  #fork(commands: CommandRegistry, pipe: StagePipe | null): Stage {
    const idle = this.#idle.pop();
    if (idle) {
      idle.live.begin(this.live, pipe);
      idle.#brokenBy = null;
      if (this.tools.clock) idle.tools.clock?.follow(this.tools.clock);
      return idle;
    }
    const live = this.live.forStage(pipe);
    const clock = this.tools.clock?.fork() ?? null;
    const disk = this.disk.forStage(live, clock ? this.#shared.time?.filesAt(clock) : undefined);
    const deadlines = new Deadlines({ around: this.tools.deadlines, clock });
    const tools = { ...this.tools, live, disk, deadlines, clock };
    return new Stage({ shared: this.#shared, live, disk, tools, commands, isFork: true });
  }

  /**
   * Resolves when the bytes are in the pipe. SIGPIPE ends whoever writes to one that nobody reads: the shell
   * where that is a builtin, else the program alone. A second program ends the shell too, though bash would
   * go on: `while :; do seq 3; done | head` never ends there.
   */
  async writeToPipe(channel: ByteChannel, bytes: Uint8Array): Promise<void> {
    if (!(await channel.write(bytes, this.stopped)) && !channel.isRead) {
      const { writer } = this.live;
      const ownsWrite = !writer || builtinWriters.has(writer.name);
      if (ownsWrite || (this.#brokenBy !== null && this.#brokenBy !== writer)) {
        this.#broken = true;
        this.#stop.abort();
      } else this.#brokenBy = writer;
    }
    this.#shared.statements += statementsOfAWrite;
    if (this.#shared.statements % statementsBetweenPauses < statementsOfAWrite) await laterTask();
  }

  /** Has this stage end with `signal`. Returns a disposer. */
  #follow(signal: AbortSignal | undefined): () => void {
    const abort = (): void => this.#stop.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    return () => signal?.removeEventListener('abort', abort);
  }

  holdsBack(stdin: string): boolean {
    return isTicket(stdin);
  }

  async collect(stdin: string, commandName: string): Promise<string> {
    this.live.announceAgain();
    const source = this.#shared.sources.find(stdin);
    if (!source) return '';
    const limit = source.isEndless ? endlessBytes : this.tools.maxBuiltBytes;
    const { bytes, cut } = await readAll(source, limit, this.stopped);
    if (cut) {
      this.tools.note({
        code: 'guest-output-limit',
        detail: `${commandName}: its input was cut at ${limit} bytes, because it cannot be read piece by piece`,
      });
      if (!source.keepsPosition) source.close();
    }
    // A part ends with a whole line, so that no tool takes the cut for the end of the last.
    const lines = cut ? bytes.lastIndexOf(10) + 1 : 0;
    return latin1FromBytes(lines > 0 ? bytes.subarray(0, lines) : bytes);
  }

  sourceForRead(context: InterpreterContext, args: string[], stdin: string): FedBuiltin | null {
    return sourceForRead(this.#feeding, context, args, stdin);
  }

  sourceForMapfile(context: InterpreterContext, args: string[], stdin: string): FedBuiltin | null {
    return sourceForMapfile(this.#feeding, context, args, stdin);
  }

  get #feeding() {
    const { sources } = this.#shared;
    return {
      sources,
      stopped: this.stopped,
      maxBytes: this.tools.maxBuiltBytes,
      clock: this.tools.clock,
      typed: this.#shared.typed,
    };
  }

  textOf(latin1: string): string {
    return isBytes(latin1) ? textFromLatin1(latin1) : latin1;
  }

  openInput(path: string): Promise<string> {
    return openInput(this.disk, this.#shared.sources, path);
  }

  takeDescriptor(highest: number): number {
    const { descriptors } = this.#shared;
    let number = highest;
    while (descriptors.has(number)) number--;
    descriptors.add(number);
    return number;
  }

  freeDescriptor(path: string): void {
    this.#shared.descriptors.delete(Number(path.slice(path.lastIndexOf('/') + 1)));
  }

  get mustPause(): boolean {
    const { running } = this.#shared;
    return running > 0 && ++this.#shared.statements % statementsBetweenPauses === 0;
  }

  pause(): Promise<void> {
    return laterTask();
  }

  /** A stage has no handlers: a signal is for the shell that waits for it. */
  get interrupted(): boolean {
    return !this.#isFork && this.tools.traps.isPending;
  }

  interrupt(runner: HandlerRunner): Promise<void> {
    return this.tools.traps.run(runner, (result) => this.#print(result));
  }

  async #print(result: ExecResult): Promise<void> {
    if (result.stdout !== '') await this.live.write('stdout', bytesOf(result));
    if (result.stderr !== '') await this.live.write('stderr', bytesFromText(result.stderr));
  }
}

/** Text that was never bytes has units that no byte has. */
function isBytes(units: string): boolean {
  for (let index = 0; index < units.length; index++) if (units.charCodeAt(index) > 255) return false;
  return true;
}

function sourceFrom(channel: ByteChannel): ByteSource {
  return new ByteSource({
    next: () => channel.read(),
    onClose: () => channel.leave(),
    isEndless: () => channel.endless,
  });
}

function bytesOf({ stdout, stdoutKind, stdoutEncoding }: ExecResult): Uint8Array {
  const isBytes = stdoutKind === 'bytes' || (stdoutKind === undefined && stdoutEncoding === 'binary');
  return isBytes ? bytesFromLatin1(stdout) : bytesFromText(stdout);
}

/** The commands of the shell around, with ours made anew for the stage when the first of them is called. */
class StageCommands extends Map<string, Command> {
  #make: (() => readonly Command[]) | null = null;
  readonly #takeTurn: () => void = () => {};
  #own = new Map<string, Command>();

  constructor(
    around: CommandRegistry,
    stage: { readonly own: () => readonly Command[]; readonly takeTurn: () => void },
  ) {
    super(around);
    this.#make = stage.own;
    this.#takeTurn = stage.takeTurn;
  }

  override get(name: string): Command | undefined {
    const command = super.get(name);
    if (!command) return command;
    if (this.#make) {
      for (const each of this.#make()) this.#own.set(each.name, each);
      this.#make = null;
    }
    const own = this.#own.get(name);
    const program = own ?? command;
    // Kept: what else the interpreter has noted about the command.
    return {
      ...command,
      execute: (args, context) => {
        this.#takeTurn();
        return program.execute(args, context);
      },
    };
  }
}
