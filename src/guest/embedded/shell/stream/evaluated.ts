import type { Command, ExecResult, ResolvedCommandContext } from 'just-bash/browser';
import { parsed, parsedOrFault } from '../carry/functionSources.ts';
import { quoted } from '../commands/command.ts';
import { wordSyntaxError } from '../syntaxErrors.ts';
import {
  type CommandNode,
  groupOf,
  literalOf,
  pipelineOf,
  type ScriptNode,
  type SimpleCommandNode,
  type StatementNode,
  simpleCommand,
  statementOf,
  type WordNode,
  withBodyFor,
} from './ast.ts';
import { movesStreamsAnywhere } from './execStreams.ts';

const evalHelper = '__eval';
const sourceHelper = '__source';
export const evaluationNames: readonly string[] = [evalHelper, sourceHelper];

/** Texts in texts in texts, after which bash's own limit would come; each is on the worker's heap. */
const mostLevels = 500;
const tooDeep = `echo 'bash: eval: maximum eval nesting level exceeded (${mostLevels})' >&2; false`;

/** The text that a shell has expanded and is about to run. */
export class EvaluatedText {
  script: ScriptNode | null = null;
  failed = false;

  take(): ScriptNode | null {
    const script = this.failed ? null : this.script;
    this.script = null;
    return script;
  }
}

/** Moves everything in there down by that many lines. */
function addToLines(value: unknown, lines: number): void {
  if (lines === 0 || typeof value !== 'object' || value === null) return;
  if ('line' in value && typeof value.line === 'number') value.line += lines;
  for (const part of Object.values(value)) addToLines(part, lines);
}

/** Finds and reads what `source` names; null where it cannot. */
type ReadSourced = (name: string, context: ResolvedCommandContext) => Promise<string | null>;

/**
 * `eval` and `source`, whose text just-bash runs unseen by the transform, so that its output came only at
 * their end. Here a helper takes the expanded words, and a group of the same shell has that text as its body,
 * which the interpreter reads just then. What the group cannot stand for (a `return` of the sourced file,
 * arguments, `exec >file`) is left to the builtin.
 */
export class Evaluations {
  readonly #readSourced: ReadSourced;

  constructor(readSourced: ReadSourced) {
    this.#readSourced = readSourced;
  }

  /** The helpers of one shell, which leave their text there. */
  commandsFor(evaluated: EvaluatedText): Command[] {
    return [
      helper(evalHelper, evaluated, async (args) => args.join(' ')),
      helper(sourceHelper, evaluated, async ([name = ''], context) => this.#readSourced(name, context)),
    ];
  }

  /** The helper that stands for `command`; null where the command must stay as it is. */
  helperFor(command: CommandNode): string | null {
    if (command.type !== 'SimpleCommand' || command.assignments.length > 0) return null;
    const name = literalOf(command.name);
    const [first, ...others] = command.args;
    const option = first ? literalOf(first) : null;
    if (!first || option?.startsWith('-')) return null;
    if (name === 'eval') return evalHelper;
    // Its words are read again where the builtin must take over: that must not run anything twice.
    const runsSomething = /"(CommandSubstitution|ProcessSubstitution)"/.test(JSON.stringify(first));
    return (name === 'source' || name === '.') && others.length === 0 && !runsSomething ? sourceHelper : null;
  }

  /**
   * A group that does what `command` does. `streamed` prepares statements for the place; it is called when
   * the text is known, for what is then run. `level` counts the texts around it.
   */
  groupFor(
    command: SimpleCommandNode,
    helper: string,
    level: number,
    streamed: (statements: readonly StatementNode[]) => void,
  ): { readonly group: CommandNode & { type: 'Group' }; readonly helperCall: SimpleCommandNode } {
    const helperCall = simpleCommand(helper, command.args);
    const builtin = { ...command, redirections: [] };
    const evaluated = withBodyFor(groupOf([]), ({ evaluated: text }) => {
      const script = level < mostLevels ? text.take() : parsed(tooDeep);
      const statements = script ? script.statements : [statementOf({ ...builtin })];
      // A failed look-up is the builtin's to report, as it is.
      if (script) streamed(statements);
      // bash counts the lines of `eval` on from its own, those of a file from 1.
      if (script && helper === evalHelper) addToLines(statements, (command.line ?? 1) - 1);
      return statements;
    });
    const both: StatementNode = {
      type: 'Statement',
      pipelines: [pipelineOf(helperCall), pipelineOf(evaluated)],
      operators: [';'],
      background: false,
    };
    return { group: groupOf([both], command.redirections), helperCall };
  }
}

function helper(
  name: string,
  evaluated: EvaluatedText,
  textOf: (args: readonly string[], context: ResolvedCommandContext) => Promise<string | null>,
): Command {
  return {
    name,
    trusted: true,
    execute: async (args, context): Promise<ExecResult> => {
      const text = await textOf(args, context);
      const script = text === null ? null : scriptOf(text, name === sourceHelper ? (args[0] ?? '') : null);
      evaluated.failed = script === null || !canStand(script, name === sourceHelper, text ?? '');
      evaluated.script = script;
      // `$?` is in the text what it was before it.
      return { stdout: '', stderr: '', exitCode: Number(context.env.get('?')) || 0 };
    },
  };
}

/** With a syntax error: the lines before the command that has it, and bash's words. `file` is null for `eval`. */
function scriptOf(text: string, file: string | null): ScriptNode | null {
  const script = parsedOrFault(text);
  if (typeof script !== 'string') return script;
  const where = file ?? 'bash: eval';
  const fault = /^line \d+: unexpected EOF/.test(script) ? script : `syntax error: ${script}`;
  const words = wordSyntaxError(`bash: ${fault}\n`, text, where);
  if (!words.startsWith(where)) return null;
  const failing = parsed(`{ printf %s ${quoted(words)} >&2; (exit 2); }`);
  if (!failing) return null;
  const lines = text.split('\n');
  // What is wrong on a line is wrong with all that comes after it too: a long text is not read line by line from its end.
  const wrongLine = Number(/Parse error at (\d+):/.exec(script)?.[1] ?? lines.length);
  for (let count = Math.min(wrongLine, lines.length) - 1; count > 0; count--) {
    const before = parsed(lines.slice(0, count).join('\n'));
    if (before) return { ...before, statements: [...before.statements, ...failing.statements] };
  }
  return failing;
}

function canStand(script: ScriptNode, isFile: boolean, text: string): boolean {
  if (script.statements.some((statement) => statement.deferredError)) return false;
  if (movesStreamsAnywhere(script.statements)) return false;
  return !isFile || !(/\bBASH_SOURCE\b/.test(text) || returns(script.statements));
}

/** Whether a `return` stands outside of functions. */
function returns(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(returns);
  if ('type' in value) {
    if (value.type === 'FunctionDef') return false;
    if (value.type === 'SimpleCommand' && 'name' in value) {
      if (literalOf(value.name as WordNode | null) === 'return') return true;
    }
  }
  return Object.values(value).some(returns);
}
