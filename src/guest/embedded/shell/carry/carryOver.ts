import type { Command, ResolvedCommandContext } from 'just-bash/browser';
import type { ShellState } from '../../../port.ts';
import { command, stdinOf } from '../commands/command.ts';
import { bytesFromLatin1 } from '../disk/bytes.ts';
import {
  type FunctionDefNode,
  type PipelineNode,
  pipelineOf,
  type ScriptNode,
  type SimpleCommandNode,
  type StatementNode,
} from '../stream/ast.ts';
import { inOneStatement } from '../trapScripts.ts';
import { functionsIn } from './exportedFunctions.ts';
import { FunctionSources, parsed } from './functionSources.ts';
import {
  carryCommand,
  carryScript,
  endScript,
  exitCodeIn,
  readSnapshot,
  type Snapshot,
  splitPrelude,
  stageExitsIn,
  stateFrom,
} from './snapshot.ts';

/** Aliases expand in this shell, as they do in the one that a person types into. */
const freshPrelude = 'shopt -s expand_aliases';

/**
 * Carries a shell from command to command: puts the text of the last state before the script, and has the
 * shell report itself after it and before every `exit`. A run that dies of `set -e` or a fatal error never
 * reports: then the state stays as it was before the run, as with a shell that had to be started anew.
 */
export class CarryOver {
  readonly #before: ShellState;
  readonly #functions = new FunctionSources();
  #snapshot: Snapshot | null = null;
  #exitCode = 0;
  #stageExits: readonly number[] = [];

  /** Variables that are not exported, to start the interpreter with. */
  readonly scalars: Readonly<Record<string, string>>;
  readonly #prelude: string;

  constructor(before: ShellState) {
    this.#before = before;
    const { scalars, rest } = splitPrelude(before.prelude);
    this.scalars = scalars;
    this.#prelude = rest;
  }

  /** Receives the report. Its exit code is that of the run so far, so that reporting changes nothing. */
  readonly receiver: Command = command(carryCommand, async (_args, context) => {
    const report = decodeUtf8(stdinOf(context));
    const snapshot = readSnapshot(report, {
      cwd: context.cwd,
      exported: { ...context.exportedEnv },
      valueOf: (name) => context.env.get(name),
    });
    if (snapshot) this.#snapshot = snapshot;
    this.#exitCode = exitCodeIn(report);
    this.#stageExits = stageExitsIn(report);
    return { stdout: '', stderr: '', exitCode: this.#exitCode };
  });

  /** The state that a report describes, of whichever shell of the run; null where it is none. */
  stateIn(report: string, context: ResolvedCommandContext, functions: FunctionSources): ShellState | null {
    const snapshot = readSnapshot(decodeUtf8(report), {
      cwd: context.cwd,
      exported: { ...context.exportedEnv },
      valueOf: (name) => context.env.get(name),
      orSubshell: true,
    });
    return snapshot && stateFrom(snapshot, functions.textsOf(snapshot.functionNames));
  }

  /**
   * Adds prelude and report to the script of the run; `ending` comes just before the report, and its pipelines would
   * be taken for the script's.
   */
  wrap(script: ScriptNode, ending: readonly PipelineNode[]): void {
    this.#functions.noteScript(script);
    const prelude = parsed([freshPrelude, functionsIn(this.#before.env), this.#prelude].join('\n'));
    if (prelude) this.#functions.noteScript(prelude);
    script.statements = [
      ...(prelude?.statements ?? []),
      ...script.statements,
      inOneStatement([...ending, ...reportPipelines(ending.length === 0 ? endScript : carryScript)]),
    ];
  }

  /** `exit` with a report before it, in one statement so that `set -e` does not look in between. */
  exitWithReport(exit: SimpleCommandNode, ending: readonly PipelineNode[]): StatementNode {
    return inOneStatement([...ending, ...reportPipelines(carryScript), pipelineOf(exit)]);
  }

  functionDefined(node: FunctionDefNode, written: FunctionDefNode): void {
    this.#functions.defined(node, written);
  }

  fileSourced(text: string): void {
    this.#functions.sourced(text);
  }

  /** What `$?` was at the last report. */
  get exitCode(): number {
    return this.#exitCode;
  }

  /** How the stages of the pipeline with which the script ended did; none where it ended otherwise. */
  get stageExits(): readonly number[] {
    return this.#stageExits;
  }

  /** What could not be carried to the next run: variables that are too large, functions of unknown source. */
  get left(): readonly string[] {
    if (!this.#snapshot) return [];
    const unknown = this.#functions.unknownOf(this.#snapshot.functionNames);
    return [...this.#snapshot.left, ...unknown.map((name) => `${name}()`)];
  }

  /** The state for the next run. */
  after(): ShellState {
    if (!this.#snapshot) return this.#before;
    return stateFrom(this.#snapshot, this.#functions.textsOf(this.#snapshot.functionNames));
  }
}

function reportPipelines(text: string): PipelineNode[] {
  const script = parsed(text);
  if (!script) throw new Error('The report script does not parse.');
  return script.statements.flatMap((statement) => statement.pipelines);
}

function decodeUtf8(latin1: string): string {
  return new TextDecoder().decode(bytesFromLatin1(latin1));
}
