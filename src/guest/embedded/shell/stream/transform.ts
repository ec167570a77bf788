import {
  type CommandNode,
  type CompoundNode,
  constantOf,
  type FunctionDefNode,
  type PipelineNode,
  type RedirectionNode,
  type ScriptNode,
  type SimpleCommandNode,
  type StatementNode,
} from './ast.ts';
import { isExecOfStreams, movesStreamsMidway } from './execStreams.ts';
import { streamFunction } from './functions.ts';
import type { LiveDevice } from './liveDevice.ts';
import { type Route, resolveRedirections, substitutionRoute } from './route.ts';

/** Builtins that write nothing and must run with their redirections untouched. */
const silent = new Set([
  'exit',
  'return',
  'break',
  'continue',
  'shift',
  ':',
  'true',
  'false',
  'trap',
  'local',
]);

/** Hears of every function definition when it is executed, with its AST as it was written. */
export type FunctionListener = (definition: FunctionDefNode) => void;

/**
 * Rewrites a parsed script so that its output reaches the terminal while it runs. Only leaves get
 * redirections (`exec >` would break pipes and `$(…)`): to the live device where their stream is the
 * terminal, and to one common stream where both lead to the same place, so that arrival order holds.
 * Nodes are changed in place; `route` is where the streams of the place lead.
 */
export class StreamTransform {
  readonly live: LiveDevice;
  readonly onFunction: FunctionListener;

  constructor(live: LiveDevice, onFunction: FunctionListener) {
    this.live = live;
    this.onFunction = onFunction;
  }

  script(script: ScriptNode, route: Route): void {
    // After `exec >file` in a branch nobody knows where the streams of the rest lead: left alone.
    if (!movesStreamsMidway(script.statements)) this.shellStatements(script.statements, route);
  }

  /** Statements of one shell, where an `exec 2>&1` changes the streams of those that follow. */
  shellStatements(statements: readonly StatementNode[], route: Route): void {
    let current = route;
    for (const statement of statements) {
      const exec = isExecOfStreams(statement);
      if (exec) {
        this.words(exec.redirections, current);
        current = resolveRedirections(exec.redirections, current).inner;
      } else this.#statement(statement, current);
    }
  }

  statements(statements: readonly StatementNode[], route: Route): void {
    for (const statement of statements) this.#statement(statement, route);
  }

  compound(node: CompoundNode, route: Route): void {
    this.words(node.redirections, route);
    const { list, inner } = resolveRedirections(node.redirections, route);
    node.redirections = list;
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
        this.statements(node.body, inner);
        break;
      case 'CStyleFor':
        this.words([node.init, node.condition, node.update], inner);
        this.statements(node.body, inner);
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
        this.statements(node.body, inner);
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
      // `>(…)` writes to the shell's own stdout; the other two hand theirs to the command.
      const inner = value.direction === 'output' ? route : substitutionRoute(route);
      this.script(value.body, inner);
      return;
    }
    for (const item of Object.values(value)) this.words(item, route);
  }

  #statement(statement: StatementNode, route: Route): void {
    for (const pipeline of statement.pipelines) this.#pipeline(pipeline, route);
  }

  #pipeline(pipeline: PipelineNode, route: Route): void {
    const last = pipeline.commands.length - 1;
    pipeline.commands.forEach((command, index) => {
      if (index === last) return this.#command(command, route);
      if (pipeline.pipeStderr?.[index] && command.type !== 'FunctionDef') {
        // `a |& b` is `a 2>&1 | b`; written so, its two streams keep their order.
        pipeline.pipeStderr[index] = false;
        command.redirections = [...command.redirections, stderrToStdout];
      }
      this.#command(command, { ...route, out: 'out' });
    });
  }

  #command(command: CommandNode, route: Route): void {
    if (command.type === 'SimpleCommand') this.#leaf(command, route);
    else if (command.type === 'FunctionDef') streamFunction(command, this);
    else this.compound(command, route);
  }

  #leaf(command: SimpleCommandNode, route: Route): void {
    this.words([command.assignments, command.name, command.args, command.redirections], route);
    if (!command.name) return;
    const name = constantOf(command.name);
    if (name === 'exec' && command.args.length === 0) return;
    if (name !== null && silent.has(name)) return;
    const { list, inner } = resolveRedirections(command.redirections, route);
    const { live } = this;
    // The interpreter reads a command's redirections when its arguments are expanded and just before it
    // runs: the one moment at which a function can still learn from which place it is called.
    Object.defineProperty(command, 'redirections', {
      enumerable: true,
      configurable: true,
      get(): RedirectionNode[] {
        live.announceCall(name ?? '', inner);
        return list;
      },
    });
  }
}

const stderrToStdout: RedirectionNode = {
  type: 'Redirection',
  fd: 2,
  operator: '>&',
  target: { type: 'Word', parts: [{ type: 'Literal', value: '1' }] },
};

function isScriptInWord(value: object): value is { body: ScriptNode; direction?: 'input' | 'output' } {
  return 'type' in value && (value.type === 'CommandSubstitution' || value.type === 'ProcessSubstitution');
}
