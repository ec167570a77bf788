import { carryCommand } from '../carry/snapshot.ts';
import { jobCommand } from '../jobs/names.ts';
import {
  announcing,
  type CommandNode,
  type CompoundNode,
  type FunctionDefNode,
  groupOf,
  literalOf,
  type PipelineNode,
  type RedirectionNode,
  type ScriptNode,
  type SimpleCommandNode,
  type StatementNode,
  streamingSubstitution,
  streamingWord,
  togetherInStages,
  tracedTo,
  writingInto,
} from './ast.ts';
import { prepareCall } from './calls.ts';
import type { Deadlines } from './deadlines.ts';
import { splitDeclaration } from './declarations.ts';
import type { Evaluations } from './evaluated.ts';
import { execAsExit, isExecOfStreams, movesStreamsMidway } from './execStreams.ts';
import { placeInside } from './filePlaces.ts';
import { streamFunction, visitFunctions } from './functions.ts';
import {
  collected,
  front,
  isDirect,
  isLiveCopyOfStandard,
  type Route,
  resolveRedirections,
  stageRoute,
  substitutionRoute,
} from './route.ts';
import { isScriptInWord, substitutionRead, substitutionWritten } from './scriptsInWords.ts';
import { keepsOutput } from './unstreamed.ts';

/** Builtins that write nothing and must run with their redirections untouched. */
const silent = new Set(['exit', 'return', 'break', 'continue', 'shift', ':', 'true', 'false', 'local']);

export interface TransformHooks {
  /** A definition was executed: the node in the script, and its AST as it was written. */
  readonly onFunction: (node: FunctionDefNode, written: FunctionDefNode) => void;
  /** A function that may set the handler of RETURN is called: what prepares that for the place of the call. */
  readonly onReturningCall: (prepare: (statements: readonly StatementNode[]) => void) => void;
  /** What to run in place of an `exit` of the shell that persists; null for the shells inside it. */
  readonly atExit: ((exit: SimpleCommandNode) => StatementNode) | null;
}

/**
 * Rewrites a parsed script so that its output reaches the terminal while it runs. Only leaves get
 * redirections (`exec >` would break pipes and `$(…)`): to the live device where their stream is the
 * terminal, and to one common stream where both lead to the same place, so that arrival order holds.
 * Nodes are changed in place; `route` is where the streams of the place lead.
 */
export class StreamTransform {
  readonly hooks: TransformHooks;
  /** Names that scripts so far define as functions; such a name is no longer the command. */
  readonly definedFunctions = new Set<string>();

  readonly deadlines: Deadlines;
  readonly evaluations: Evaluations;
  /** How many texts of `eval` and `source` lie around the script. */
  readonly #level: number;

  constructor(parts: {
    readonly deadlines: Deadlines;
    readonly evaluations: Evaluations;
    readonly hooks: TransformHooks;
    readonly level?: number;
  }) {
    this.deadlines = parts.deadlines;
    this.evaluations = parts.evaluations;
    this.hooks = parts.hooks;
    this.#level = parts.level ?? 0;
  }

  script(script: ScriptNode, route: Route): void {
    // After `exec >file` in a branch nobody knows where the streams of the rest lead: left alone.
    if (!movesStreamsMidway(script.statements)) this.shellStatements(script.statements, route);
    else visitFunctions(script, (definition) => this.hooks.onFunction(definition, definition));
  }

  /** Statements of one shell, where an `exec 2>&1` changes the streams of those that follow. */
  shellStatements(statements: readonly StatementNode[], route: Route): void {
    let current = route;
    for (const statement of statements) {
      const exec = isExecOfStreams(statement);
      if (exec) {
        for (const each of exec.redirections) {
          const body = substitutionWritten(each);
          if (body) writingInto(each, body);
        }
        this.#redirections(exec.redirections, current);
        const { list, inner } = resolveRedirections(exec.redirections, current);
        // From here on every leaf names its live streams itself. Told to the interpreter as well, an
        // `exec 2>&1` would outdo the `2>/dev/null` of a later group.
        exec.redirections = list.filter((redirection) => !isLiveCopyOfStandard(redirection));
        current = inner;
      } else this.#statement(statement, current);
    }
  }

  statements(statements: readonly StatementNode[], route: Route): void {
    for (const statement of statements) this.#statement(statement, route);
  }

  compound(node: CompoundNode, route: Route): void {
    this.#redirections(node.redirections, route);
    const { list, opens, ...resolved } = resolveRedirections(node.redirections, route);
    const inner = placeInside(list, { opens, inner: resolved.inner, route });
    node.redirections = list;
    if (isDirect(inner.err)) tracedTo(node, inner.err);
    switch (node.type) {
      case 'If':
        for (const clause of node.clauses) {
          this.statements(clause.condition, inner);
          this.statements(clause.body, inner);
        }
        this.statements(node.elseBody ?? [], inner);
        break;
      case 'For':
        this.words(node.words, inner);
        this.#loopBody(node, inner);
        break;
      case 'CStyleFor':
        this.words([node.init, node.condition, node.update], inner);
        this.#loopBody(node, inner);
        break;
      case 'Group':
        this.statements(node.body, inner);
        break;
      case 'Subshell':
        this.shellStatements(node.body, inner);
        break;
      case 'While':
      case 'Until':
        this.statements(node.condition, inner);
        this.#loopBody(node, inner);
        break;
      case 'Case':
        this.words(node.word, inner);
        for (const item of node.items) {
          this.words(item.patterns, inner);
          this.statements(item.body, inner);
        }
        break;
      default:
        this.words(node.expression, inner);
    }
  }

  /** Scripts inside words: `$(…)`, `` `…` ``, `<(…)`, `>(…)`, however deep in quotes and `${…}`. */
  words(value: unknown, route: Route): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) this.words(item, route);
      return;
    }
    if (isScriptInWord(value)) {
      if (value.direction === 'input') {
        const piped = stageRoute(route);
        this.script(value.body, piped);
        streamingWord(value, { body: value.body, path: piped.out });
        return;
      }
      // `>(…)` writes to the shell's own stdout; `$(…)` hands its own to the command.
      const inner = value.direction === 'output' ? route : substitutionRoute(route);
      this.script(value.body, inner);
      return;
    }
    for (const item of Object.values(value)) this.words(item, route);
  }

  /** Words of redirections. `< <(…)` is a pipe from a stage of its own. */
  #redirections(list: readonly RedirectionNode[], route: Route): void {
    for (const redirection of list) {
      const body = substitutionRead(redirection);
      if (!body) {
        this.words(redirection, route);
        continue;
      }
      const piped = stageRoute(route);
      this.script(body, piped);
      streamingSubstitution(redirection, { body, path: piped.out });
    }
  }

  /** The interpreter reads the body at every turn: the moment to look at the clock. */
  #loopBody(node: { body: StatementNode[] }, route: Route): void {
    const { body } = node;
    const { deadlines } = this;
    this.statements(body, route);
    Object.defineProperty(node, 'body', {
      enumerable: true,
      configurable: true,
      get(): StatementNode[] {
        deadlines.check();
        return body;
      },
    });
  }

  #statement(statement: StatementNode, route: Route): void {
    for (const [index, pipeline] of statement.pipelines.entries()) {
      this.#pipeline(pipeline, route);
      // What `time` prints belongs to no leaf; in a group of its own it arrives before what follows.
      if (pipeline.timed && isDirect(route.err)) {
        const timed = { ...statement, pipelines: [pipeline], operators: [] };
        const group = groupOf([timed], front({ ...collected, err: route.err }));
        statement.pipelines[index] = { type: 'Pipeline', commands: [group], negated: false };
      }
    }
  }

  #pipeline(pipeline: PipelineNode, route: Route): void {
    const last = pipeline.commands.length - 1;
    const piped = stageRoute(route);
    const together = last > 0 && !isReport(pipeline);
    if (together) togetherInStages(pipeline, piped.out);
    const routeOf = (index: number): Route =>
      index === last ? route : together ? piped : { ...route, out: 'out' };
    for (const [index, command] of pipeline.commands.entries()) {
      if (index < last && pipeline.pipeStderr?.[index] && command.type !== 'FunctionDef') {
        // `a |& b` is `a 2>&1 | b`; written so, its two streams keep their order.
        pipeline.pipeStderr[index] = false;
        command.redirections = [...command.redirections, stderrToStdout];
      }
      const helper = this.evaluations.helperFor(command);
      if (helper && command.type === 'SimpleCommand') {
        pipeline.commands[index] = this.#evaluation(command, helper, routeOf(index));
        continue;
      }
      if (last > 0) {
        this.#command(command, routeOf(index));
        continue;
      }
      const replaced = execAsExit(command) ?? splitDeclaration(command);
      if (replaced) {
        this.#statement(replaced, route);
        pipeline.commands[index] = groupOf([replaced], front(route));
        continue;
      }
      const { atExit } = this.hooks;
      if (atExit && command.type === 'SimpleCommand' && literalOf(command.name) === 'exit') {
        this.words(command.args, route);
        pipeline.commands[index] = groupOf([atExit(command)], front(route));
      } else this.#command(command, route);
    }
  }

  #evaluation(command: SimpleCommandNode, helper: string, route: Route): CommandNode {
    this.#redirections(command.redirections, route);
    const { list, inner } = resolveRedirections(command.redirections, route);
    const level = this.#level;
    const { group, helperCall } = this.evaluations.groupFor(command, helper, level, (statements) =>
      new StreamTransform({ ...this, level: level + 1 }).statements(statements, inner),
    );
    group.redirections = list;
    this.#leaf(helperCall, inner);
    return group;
  }

  #command(command: CommandNode, route: Route): void {
    if (command.type === 'SimpleCommand') this.#leaf(command, route);
    else if (command.type === 'FunctionDef') streamFunction(command, this);
    else this.compound(command, route);
  }

  #leaf(command: SimpleCommandNode, route: Route): void {
    this.words([command.assignments, command.name, command.args], route);
    this.#redirections(command.redirections, route);
    if (isDirect(route.err)) tracedTo(command, route.err);
    if (!command.name) return;
    const called = prepareCall(command);
    if (called.name === 'exec' && command.args.length === 0) return;
    if (silent.has(called.name)) return;
    const { list, inner, opens } = resolveRedirections(command.redirections, route);
    command.redirections = list;
    const withholds = !isDirect(route.out) || keepsOutput(called.name);
    announcing(command, { ...called, route: inner, opens, withholds });
  }
}

const stderrToStdout: RedirectionNode = {
  type: 'Redirection',
  fd: 2,
  operator: '>&',
  target: { type: 'Word', parts: [{ type: 'Literal', value: '1' }] },
};

/** The shell's account of itself, at its end or for a job: it must come from that shell and not from a stage of it. */
function isReport({ commands }: PipelineNode): boolean {
  const last = commands.at(-1);
  const name = last?.type === 'SimpleCommand' ? literalOf(last.name) : null;
  return name === carryCommand || name === jobCommand;
}
