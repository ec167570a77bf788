import type { Command, ExecResult } from 'just-bash/browser';
import type { ProcessSignal } from '../processes/signals.ts';
import { parsed } from './carry/functionSources.ts';
import { command, fail, latin1FromText, succeed } from './commands/command.ts';
import { listSignals } from './jobs/kill.ts';
import type { PipelineNode, ScriptNode, StatementNode, WordNode } from './stream/ast.ts';
import { conditionFrom, listed } from './trapConditions.ts';
import { type Frame, type HandlerRunner, handledSignals, handlerFor, setHandlers } from './trapFrames.ts';
import { atLine, endPipelines, failureText, handlerText, trapHelper, trapStatements } from './trapScripts.ts';

export type { HandlerRunner };

export const trapNames: readonly string[] = ['trap', trapHelper];

/** What a shell says of a program that is not there. */
const notFound = 127;

/**
 * `trap`, which just-bash lacks. EXIT handlers run at the end of a script, before every `exit`, and when the shell
 * ends otherwise (`takeLeft`). Those of signals run between two commands; `sleep` and `wait` end for them.
 */
export class Traps {
  /** The innermost shell last. */
  readonly #frames: Frame[] = [
    {
      ...{ id: 0, isSubshell: false, handlers: new Map(), inherited: new Map() },
      prepare: (script) => this.#prepareMain(script),
    },
  ];
  readonly #prepares: ((script: ScriptNode) => void)[] = [];
  readonly #pending: ProcessSignal[] = [];
  readonly #listeners = new Set<(signal: ProcessSignal) => void>();
  readonly #onHandles: (signals: readonly ProcessSignal[]) => void;
  #handled = '';
  #prepareMain: (script: ScriptNode) => void = () => {};
  #isRunning = false;
  /** `$SHLVL` of the shell that set the DEBUG handler: scripts that it runs have none. */
  #debugLevel: string | undefined;
  #returnMark = 0;
  #prepareReturn: (statements: readonly StatementNode[]) => void = () => {};
  #handlesError = false;
  #exitCode = 0;

  /** `onHandles` hears which signals the shell now handles itself, whenever that changes. */
  constructor(onHandles: (signals: readonly ProcessSignal[]) => void = () => {}) {
    this.#onHandles = onHandles;
  }

  readonly commands: readonly Command[] = [
    command('trap', async (args, context) => {
      if (args.some((word) => conditionFrom(word) === 'DEBUG')) this.#debugLevel = context.env.get('SHLVL');
      return this.#set(args);
    }),
    command(trapHelper, async ([verb, value, text = '']) => {
      if (verb === 'push') this.#push(Number(value), text === 'subshell');
      else if (verb === 'save') this.#exitCode = Number(value) || 0;
      else if (verb === 'handled') {
        this.#exitCode = Number(value) || 0;
        this.#handlesError = false;
      } else if (verb === 'replaced') this.#replaced(Number(value) || 0);
      else if (verb === 'take') return succeed(latin1FromText(handlerText(this.#takeExit(Number(value)))));
      else if (verb === 'error') return succeed(latin1FromText(this.#failure(value ?? '', text)));
      else return { stdout: '', stderr: '', exitCode: this.#exitCode };
      return { ...succeed(), exitCode: verb === 'replaced' ? this.#exitCode : 0 };
    }),
  ];

  /** For the job's own shell. */
  prepareMainWith(prepare: (script: ScriptNode) => void): void {
    this.#prepareMain = prepare;
  }

  /** The beginning of a script inside the shell, or of a subshell; `id` names it at its end. */
  begin(
    prepare: (script: ScriptNode) => void,
    kind: 'script' | 'subshell',
  ): {
    readonly id: number;
    readonly statements: StatementNode[];
  } {
    const id = this.#prepares.push(prepare);
    return { id, statements: trapStatements(`${trapHelper} push ${id} ${kind} 2>/dev/null`) };
  }

  /**
   * The end of the shell of that number, or of whichever is innermost (null). `status` is the argument of the `exit`
   * that ends it, null where it ends by itself.
   */
  end(id: number | null, status: WordNode | null): PipelineNode[] {
    return endPipelines(id ?? -1, status);
  }

  /** Shells that run inside the job's own. */
  get depth(): number {
    return this.#frames.length - 1;
  }

  /**
   * The EXIT handler of a shell that ended without running it (`set -e`, a fatal error), null where there is none.
   * `depth` is what it was before that shell began; 0 with `isMain` is the job's own.
   */
  takeLeft(depth: number, isMain = false): string | null {
    const frames = isMain ? 1 : depth + 2;
    while (this.#frames.length > frames) this.#frames.pop();
    if (this.#frames.length < frames) return null;
    const text = this.#takeExit(-1);
    return text === '' ? null : text;
  }

  /** Runs that handler in its shell; null where there is none. `exitCode` is what the shell ended with. */
  async runLeft(
    runner: HandlerRunner,
    end: {
      readonly depth: number;
      readonly isMain: boolean;
      readonly exitCode: number;
      readonly streams: boolean;
    },
  ): Promise<ExecResult | null> {
    const { exitCode } = end;
    const frame = this.#frames[end.isMain ? 0 : end.depth + 1];
    const text = this.takeLeft(end.depth, end.isMain);
    const script = text === null ? null : parsed(text);
    if (!frame || !script) return null;
    if (end.streams) frame.prepare(script);
    const { state } = runner.ctx;
    state.options.errexit = false;
    state.lastExitCode = exitCode;
    state.env.set('?', `${exitCode}`);
    const ran = await runner.executeScript(script);
    return { ...ran, exitCode };
  }

  /** A signal came that the shell said it handles. */
  signaled(signal: ProcessSignal): void {
    if (handlerFor(this.#frames, signal) === '') return;
    this.#pending.push(signal);
    for (const listener of [...this.#listeners]) listener(signal);
  }

  /** For what waits: resolves when a signal comes for which there is something to do. */
  whenSignaled(): { readonly signal: Promise<ProcessSignal>; readonly dispose: () => void } {
    let dispose = () => {};
    const signal = new Promise<ProcessSignal>((resolve) => {
      const [first] = this.#pending;
      if (first) resolve(first);
      this.#listeners.add(resolve);
      dispose = () => this.#listeners.delete(resolve);
    });
    return { signal, dispose };
  }

  get isPending(): boolean {
    return this.#pending.length > 0 && !this.#isRunning;
  }

  /** A signal is for the shell, which waits for its subshells, unless one of them handles it itself. */
  isPendingIn(subshell: boolean): boolean {
    const [signal] = this.#pending;
    if (!subshell) return true;
    const frame = this.#frames.at(-1);
    return signal !== undefined && frame?.isSubshell === true && frame.handlers.get(signal) !== undefined;
  }

  /** Runs the handlers of the signals that have come; what `exit` throws in one is thrown here. */
  async run(runner: HandlerRunner, print: (result: ExecResult) => Promise<void>): Promise<void> {
    for (let signal = this.#pending.shift(); signal; signal = this.#pending.shift()) {
      const script = parsed(handlerFor(this.#frames, signal));
      if (!script) continue;
      this.#frames.at(-1)?.prepare(script);
      await this.#runAside(runner, async () => print(await runner.executeScript(script)));
    }
  }

  /** Whether DEBUG has a handler in the shell of that `$SHLVL`. */
  debugs(level: string | undefined): boolean {
    return !this.#isRunning && this.#debugLevel === level && !!this.#frames.at(-1)?.handlers.get('DEBUG');
  }

  /** Runs the DEBUG handler before a command, which it sees as `$BASH_COMMAND`. */
  async runDebug(
    runner: HandlerRunner,
    command: { readonly text: string; readonly line: number },
    print: (result: ExecResult) => Promise<void>,
  ): Promise<void> {
    const frame = this.#frames.at(-1);
    const script = parsed(atLine(frame?.handlers.get('DEBUG') ?? '', `${command.line}`));
    if (!frame || !script) return;
    frame.prepare(script);
    runner.ctx.state.env.set('BASH_COMMAND', command.text);
    await this.#runAside(runner, async () => print(await runner.executeScript(script)));
  }

  /** For the function that was called last among those that may set a RETURN handler. */
  prepareReturnWith(prepare: (statements: readonly StatementNode[]) => void): void {
    this.#prepareReturn = prepare;
  }

  /** How often a RETURN handler was set so far: a function inherits none. */
  get returnMark(): number {
    return this.#returnMark;
  }

  /** Runs the RETURN handler if it was set since `mark`; what it prints is the result's. */
  async runReturn(runner: HandlerRunner, mark: number, exitCode: number | null): Promise<ExecResult | null> {
    if (mark === this.#returnMark || this.#isRunning) return null;
    const script = parsed(this.#frames.at(-1)?.handlers.get('RETURN') ?? '');
    if (!script) return null;
    this.#prepareReturn(script.statements);
    const { state } = runner.ctx;
    if (exitCode !== null) {
      state.lastExitCode = exitCode;
      state.env.set('?', `${exitCode}`);
    }
    return this.#runAside(runner, () => runner.executeScript(script));
  }

  /** `$?` is afterwards what it was before; no other handler runs meanwhile. */
  async #runAside<T>(runner: HandlerRunner, work: () => Promise<T>): Promise<T> {
    const { state } = runner.ctx;
    const before = state.lastExitCode;
    this.#isRunning = true;
    try {
      return await work();
    } finally {
      this.#isRunning = false;
      state.lastExitCode = before;
      state.env.set('?', `${before}`);
    }
  }

  #push(id: number, isSubshell: boolean): void {
    const around = isSubshell ? this.#frames.at(-1) : undefined;
    this.#frames.push({
      id,
      isSubshell,
      handlers: new Map(),
      inherited: new Map([...(around?.inherited ?? []), ...(around?.handlers ?? [])]),
      prepare: this.#prepares[id - 1] ?? (() => {}),
    });
    this.#tell();
  }

  /** The ERR handler after a failure; what fails in it is its own affair. */
  #failure(line: string, text: string): string {
    const handler = this.#frames.at(-1)?.handlers.get('ERR') ?? '';
    if (this.#exitCode === 0 || this.#handlesError || handler === '') return '';
    this.#handlesError = true;
    return `${failureText(handler, line, text)}\n${trapHelper} handled ${this.#exitCode} 2>/dev/null`;
  }

  /** `id` of the shell that ends, -1 the innermost. Those inside it have ended without a word. */
  #takeExit(id: number): string {
    if (id >= 0 && this.#frames.some((frame) => frame.id === id)) {
      while (this.#frames.at(-1)?.id !== id) this.#frames.pop();
    }
    const frame = this.#frames.at(-1);
    const text = frame?.handlers.get('EXIT') ?? '';
    frame?.handlers.delete('EXIT');
    // What comes now is the shell's account of itself.
    frame?.handlers.delete('DEBUG');
    if (this.#frames.length > 1) this.#frames.pop();
    this.#tell();
    return text;
  }

  /** `exec` has run a program in place of the shell; one that it did not find has ended it instead. */
  #replaced(exitCode: number): void {
    this.#exitCode = exitCode;
    if (exitCode === notFound) return;
    this.#frames.at(-1)?.handlers.delete('EXIT');
    this.#tell();
  }

  #tell(): void {
    const all = handledSignals(this.#frames);
    const key = all.join(' ');
    if (key === this.#handled) return;
    this.#handled = key;
    this.#onHandles(all);
  }

  #set(args: readonly string[]) {
    const words = args[0] === '--' ? args.slice(1) : args;
    const frame = this.#frames.at(-1);
    if (!frame) return succeed();
    if (words[0] === '-l') return listSignals([]);
    if (words.length === 0 || words[0] === '-p')
      return succeed(
        latin1FromText(listed(new Map([...frame.inherited, ...frame.handlers]), words.slice(1))),
      );
    const { set, stderr } = setHandlers(frame, words);
    if (set.includes('RETURN')) this.#returnMark += 1;
    this.#tell();
    return fail(stderr, stderr === '' ? 0 : 1);
  }
}
