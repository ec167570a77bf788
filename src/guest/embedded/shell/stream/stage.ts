import type { ExecResult } from 'just-bash/browser';
import { orderNote } from '../../clock/index.ts';
import { functionText } from '../carry/functionText.ts';
import type { CommandTools } from '../commands/command.ts';
import { textFromLatin1 } from '../commands/text/bytesText.ts';
import { bytesFromText } from '../disk/bytes.ts';
import type { ShellDisk } from '../disk/shellDisk.ts';
import type { HandlerRunner } from '../traps.ts';
import type { PipelineNode, ScriptNode, StreamedSubstitution } from './ast.ts';
import { BrokenPipe } from './brokenPipe.ts';
import type { ByteChannel } from './byteChannel.ts';
import { type ByteSource, isTicket } from './byteSource.ts';
import { changesNothing } from './changesNothing.ts';
import { collectInput } from './collectInput.ts';
import { Deadlines } from './deadlines.ts';
import { Descriptors } from './descriptors.ts';
import { EvaluatedText } from './evaluated.ts';
import { sourceForMapfile, sourceForRead } from './feedBuiltins.ts';
import type {
  CommandRegistry,
  FedBuiltin,
  Interpreter,
  InterpreterContext,
  InterpreterHooks,
  InterpreterState,
} from './interpreter.ts';
import type { LiveDevice, StagePipe } from './liveDevice.ts';
import type { NamedSubstitutions } from './namedSubstitutions.ts';
import { laterTask } from './pause.ts';
import { type StageRun, startInto, startPipeline, startSubstitution } from './pipelineStart.ts';
import { bytesOf, isBytes } from './resultBytes.ts';
import type { SharedStages } from './sharedStages.ts';
import { StageCommands } from './stageCommands.ts';
import { isSubshell, type ShellDepth, type TrapDoors, trapDoors } from './trapDoors.ts';
import { runWhole, type ShellKind } from './wholeScript.ts';

/** After so many statements of stages that run together, timers get their turn. */
const statementsBetweenPauses = 512;

/** A write may be much data; it counts as so many statements. */
const statementsOfAWrite = 16;

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
 * own on files and terminal. It is what the interpreter's doors lead to (`interpreter.ts`), and over 300 lines long because
 * each door is a method of it.
 */
export class Stage implements InterpreterHooks {
  readonly live: LiveDevice;
  readonly disk: ShellDisk;
  readonly tools: CommandTools;
  readonly commands: CommandRegistry;
  readonly evaluated = new EvaluatedText();
  readonly traps: TrapDoors;
  readonly descriptors: Descriptors;
  readonly #shared: SharedStages;
  readonly #stop = new AbortController();
  readonly #isFork: boolean;
  /** Background jobs that write where this stage writes: its pipe stays open for them. */
  readonly #jobs: Promise<unknown>[] = [];
  readonly #brokenPipe = new BrokenPipe();
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
    const { ends, sources, named } = parts.shared;
    this.descriptors = new Descriptors({
      ends,
      sources,
      named,
      disk: this.disk,
      stopped: this.stopped,
      onWait: () => this.tools.clock && this.tools.note(orderNote),
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

  takeTurn(state?: InterpreterState): void {
    if (state) this.descriptors.between(state);
    const { clock } = this.tools;
    if (clock) this.#shared.time?.show(clock);
  }

  startStages(pipeline: PipelineNode, interpreter: Interpreter): () => Promise<ExecResult> {
    return startPipeline(pipeline, interpreter, {
      sources: this.#shared.sources,
      runStage: (run) => this.#runStage(run),
      onEnd: () => this.takeTurn(),
    });
  }

  async #runStage(run: StageRun): Promise<ExecResult> {
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
    state.onTable = undefined;
    const before = state.groupStdin;
    const unfollow = stage.#follow(interpreter.ctx.state.signal);
    shared.running++;
    let ended = () => {};
    const apart = run.isApart && {
      stop: () => stage.#stop.abort(),
      ended: new Promise<void>((resolve) => {
        ended = resolve;
      }),
    };
    if (apart) shared.apart.add(apart);
    stage.takeTurn();
    try {
      // Under `set -x` they begin one after another: their traces stand in the order of the script.
      for (let before = state.options.xtrace ? run.index : 0; before > 0; before--) await laterTask();
      const result = await stage.#brokenPipe.outcome(fork.runStage(run.node, ticket ?? '', ticket !== null), {
        isUnaware: () => run.node.type === 'SimpleCommand' && !stage.live.wasTaken,
      });
      // The first stage reads the shell's own input, which has moved on for the shell too.
      if (ticket === null && !apart && state.groupStdin !== before)
        interpreter.ctx.state.groupStdin = state.groupStdin;
      const jobs = stage.#jobs.splice(0);
      if (!pipe) return result;
      await Promise.all(jobs);
      if (result.stdout !== '' && !stage.#brokenPipe.endedShell)
        await pipe.channel.write(bytesOf(result), stage.stopped);
      return { stdout: '', stderr: result.stderr, exitCode: result.exitCode };
    } finally {
      shared.running--;
      if (apart) shared.apart.delete(apart);
      ended();
      stage.descriptors.leave(0);
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

  /** A stage of this shell. One that has ended well is used again: its commands are made already. */
  #fork(commands: CommandRegistry, pipe: StagePipe | null): Stage {
    const idle = this.#idle.pop();
    if (idle) {
      idle.live.begin(this.live, pipe);
      idle.#brokenPipe.forgetProgram();
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

  /** Resolves when the bytes are in the pipe, or when SIGPIPE has ended who writes. */
  async writeToPipe(channel: ByteChannel, bytes: Uint8Array): Promise<void> {
    if (!(await channel.write(bytes, this.stopped)) && !channel.isRead) {
      if (this.#brokenPipe.ends(this.live.writer)) this.#stop.abort();
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

  runWhole(shell: HandlerRunner, run: () => Promise<ExecResult>, kind: ShellKind): Promise<ExecResult> {
    const isMain = kind === 'script' && !this.#shared.hasBegun;
    this.#shared.hasBegun = true;
    return runWhole(shell, run, this.tools.traps, { isMain, kind });
  }

  holdsBack(stdin: string): boolean {
    return isTicket(stdin);
  }

  async collect(stdin: string, commandName: string): Promise<string> {
    this.live.announceAgain();
    const source = this.#shared.sources.find(stdin);
    return source ? collectInput(source, commandName, this.tools, this.stopped) : '';
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

  openInput(path: string, state: InterpreterState): Promise<string> {
    return this.descriptors.openInput(path, state);
  }

  substitute(substitution: StreamedSubstitution, shell: StageRun['interpreter']): string {
    const { sources } = this.#shared;
    const ticket = sources.add(this.#startSubstitution(substitution, shell));
    this.descriptors.hold([ticket], () => sources.remove(ticket), shell.ctx.state);
    return ticket;
  }

  substituteNamed(path: string, substitution: StreamedSubstitution, shell: StageRun['interpreter']): void {
    this.#shared.named.add(path, this.#startSubstitution(substitution, shell));
  }

  #startSubstitution(substitution: StreamedSubstitution, shell: StageRun['interpreter']): ByteSource {
    const { source, result } = startSubstitution(substitution, shell, (run) => this.#runStage(run));
    void result.then(
      ({ stderr }) => this.#print({ stdout: '', stderr, exitCode: 0 }),
      () => {},
    );
    return source;
  }

  /** What commands read of `<(…)` by its name. */
  get named(): NamedSubstitutions {
    return this.#shared.named;
  }

  substituteInto(body: ScriptNode, shell: StageRun['interpreter']): string {
    const { channel, result } = startInto(body, shell, (run) => this.#runStage(run));
    const end = this.#shared.ends.into(channel, this.stopped);
    const printed = result.then(
      (ran) => this.#print(ran),
      () => {},
    );
    this.descriptors.holdInto(end, printed, shell.ctx.state);
    return end.path;
  }

  async isPipe(path: string, stdin: string | undefined): Promise<boolean> {
    if (this.named.has(path)) return true;
    if (path !== '/dev/stdin' && path !== '/dev/fd/0') return (await this.disk.pipeAt(path)) !== null;
    const source = this.#shared.sources.find(stdin ?? '');
    return source !== null && !source.keepsPosition && !this.isTyped(stdin);
  }

  takeDescriptor(highest: number): number {
    const { descriptors } = this.#shared;
    let number = highest;
    while (descriptors.has(number)) number--;
    descriptors.add(number);
    return number;
  }

  freeDescriptor(path: string): void {
    this.named.close(path);
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
  interrupted(state: ShellDepth): boolean {
    const { traps } = this.tools;
    return !this.#isFork && traps.isPending && traps.isPendingIn(isSubshell(state));
  }

  interrupt(runner: HandlerRunner): Promise<void> {
    return this.tools.traps.run(runner, (result) => this.#print(result));
  }

  async #print(result: ExecResult): Promise<void> {
    if (result.stdout !== '') await this.live.write('stdout', bytesOf(result));
    if (result.stderr !== '') await this.live.write('stderr', bytesFromText(result.stderr));
  }
}
