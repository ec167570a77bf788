import { parsed } from '../carry/functionSources.ts';
import { writtenCommand } from '../carry/functionText.ts';
import { carryCommand, carryScript } from '../carry/snapshot.ts';
import {
  type CommandNode,
  groupOf,
  literalOf,
  literalWord,
  type PipelineNode,
  pipelineOf,
  type ScriptNode,
  type StatementNode,
  simpleCommand,
  statementOf,
  type WordNode,
} from '../stream/ast.ts';
import { isTerminal, resolveRedirections, terminal } from '../stream/route.ts';
import { coprocName } from './coproc.ts';
import { coprocCommand, jobCommand, lastPidVariable, pidCommand, reapCommand, waitCommand } from './names.ts';

/** What `cmd &` is to run. */
export interface JobText {
  readonly text: string;
  /** One program, or one command at least: signals for the job are for it. */
  readonly isOneCommand: boolean;
  /** Something that it prints leads to where the shell's own output leads, as far as can be seen. */
  readonly printsHere: boolean;
  /** Of a coprocess; `shown` is what `jobs` says. */
  readonly coproc?: { readonly name: string; readonly shown: string };
}

/**
 * Makes `cmd &` start a process that gets this shell's account of itself, and `wait` and `$!` what they are
 * (just-bash runs `&` in place, and its own two cannot be replaced by a command).
 */
export class BackgroundStatements {
  readonly #texts: JobText[] = [];
  readonly #print: (statement: StatementNode) => string;

  /** `print` makes the source of a statement whose own text is not all of it (here-documents). */
  constructor(print: (statement: StatementNode) => string) {
    this.#print = print;
  }

  textOf(id: string): JobText | null {
    return this.#texts[Number(id)] ?? null;
  }

  /** Rewrites a script, whichever shell it is for. */
  rewrite(script: ScriptNode): void {
    this.#visit(script.statements);
  }

  /** Answers whether a job is started there. */
  #visit(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) {
      let starts = false;
      for (const [index, item] of value.entries()) {
        if (isStatement(item) && item.background) {
          value[index] = this.#jobStatement(item);
          starts = true;
        } else if (isSpecialVariable(item)) value[index] = { type: 'ArithVariable', name: lastPidVariable };
        else starts = this.#visit(item) || starts;
      }
      return starts;
    }
    if (isPipeline(value)) value.commands = value.commands.map((each) => this.#coprocess(each));
    if (isParameter(value) && value.parameter === '!') value.parameter = lastPidVariable;
    if (isCommand(value)) renameWait(value);
    let starts = false;
    for (const [key, item] of Object.entries(value)) {
      if (isSpecialVariable(item)) {
        Object.assign(value, { [key]: { type: 'ArithVariable', name: lastPidVariable } });
        continue;
      }
      starts = this.#visit(item) || starts;
    }
    if (!starts) return false;
    if (isSubstitution(value)) {
      value.body.statements = [...value.body.statements, statementOf(simpleCommand(reapCommand))];
      return false;
    }
    if (isPipeline(value)) value.commands = value.commands.map(reapingInside);
    return true;
  }

  #coprocess(node: CommandNode): CommandNode {
    const name = coprocName(node);
    if (name === null || node.type !== 'Group') return node;
    const [body] = node.body;
    if (!body) return node;
    const isOneCommand = body.pipelines[0]?.commands[0]?.type === 'SimpleCommand';
    const shown = `coproc ${name} ${inOneLine(body)}`;
    const statement = this.#started({
      text: this.#print(body),
      isOneCommand,
      printsHere: false,
      coproc: { name, shown },
    });
    statement.pipelines.push(pipelineOf(simpleCommand(coprocCommand)));
    statement.operators.push(';');
    return groupOf([statement], node.redirections);
  }

  #jobStatement(statement: StatementNode): StatementNode {
    const written = statement.sourceText ?? '';
    const foreground = { ...statement, background: false };
    const isWhole = written !== '' && !written.includes('<<');
    const text = isWhole ? written.replace(/\s*&\s*$/, '').trim() : this.#print(foreground);
    const [pipeline, ...others] = statement.pipelines;
    const isOneCommand =
      others.length === 0 &&
      pipeline?.commands.length === 1 &&
      pipeline.commands[0]?.type === 'SimpleCommand';
    return this.#started({ text, isOneCommand, printsHere: printsHere(statement) });
  }

  #started(text: JobText): StatementNode {
    const id = this.#texts.push(text) - 1;
    const [report] =
      parsed(carryScript.replace(`| ${carryCommand} 2>/dev/null`, `| ${jobCommand} ${id}`))?.statements ?? [];
    const started = report?.pipelines[0];
    if (!started) throw new Error('The report script does not parse.');
    return {
      type: 'Statement',
      pipelines: [started, pipelineOf(simpleCommand(pidCommand))],
      operators: [';'],
      background: false,
    };
  }
}

/** Jobs in `{ …; } > file` write to the file, which is the interpreter's until the group ends. */
function reapingInside(command: CommandNode): CommandNode {
  if (command.type === 'SimpleCommand' || command.type === 'FunctionDef' || command.redirections.length === 0)
    return command;
  const { redirections } = command;
  command.redirections = [];
  return groupOf([statementOf(command), statementOf(simpleCommand(reapCommand))], redirections);
}

/** A command as `jobs` shows it. */
function inOneLine({ pipelines }: StatementNode): string {
  const [command] = pipelines[0]?.commands ?? [];
  if (!command) return '';
  return writtenCommand(command).replace(/\n\}$/, '; }').replace(/\n\s*/g, ' ');
}

function printsHere({ pipelines }: StatementNode): boolean {
  return pipelines.some(({ commands }) => {
    const last = commands.at(-1);
    if (!last || last.type === 'FunctionDef') return false;
    const { inner } = resolveRedirections(last.redirections, terminal);
    return isTerminal(inner.out) || isTerminal(inner.err);
  });
}

function renameWait(command: { name: WordNode | null; args: WordNode[] }): void {
  const name = literalOf(command.name);
  if (name === 'wait') command.name = literalWord(waitCommand);
  const prefixed = (name === 'command' || name === 'builtin') && literalOf(command.args[0]) === 'wait';
  if (prefixed) command.args = [literalWord(waitCommand), ...command.args.slice(1)];
}

function isStatement(value: unknown): value is StatementNode {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Statement';
}

function isPipeline(value: object): value is PipelineNode {
  return 'type' in value && value.type === 'Pipeline';
}

function isCommand(value: object): value is { name: WordNode | null; args: WordNode[] } {
  return 'type' in value && value.type === 'SimpleCommand';
}

function isParameter(value: object): value is { parameter: string } {
  return 'type' in value && value.type === 'ParameterExpansion';
}

function isSpecialVariable(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'ArithSpecialVar' &&
    'name' in value &&
    value.name === '!'
  );
}

function isSubstitution(value: object): value is { body: ScriptNode } {
  return 'type' in value && (value.type === 'CommandSubstitution' || value.type === 'ProcessSubstitution');
}
