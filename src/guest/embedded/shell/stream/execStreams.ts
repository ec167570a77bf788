import { replacedScript, trapStatements } from '../trapScripts.ts';
import {
  type CommandNode,
  literalOf,
  pipelineOf,
  type SimpleCommandNode,
  type StatementNode,
  simpleCommand,
  statementOf,
  type WordNode,
} from './ast.ts';
import { substitutionWritten } from './scriptsInWords.ts';

/** `exec` without a command: it moves the shell's own streams for all that follows. */
function movesStreams(command: { type: string }): command is SimpleCommandNode {
  if (command.type !== 'SimpleCommand') return false;
  const simple = command as SimpleCommandNode;
  return (
    literalOf(simple.name) === 'exec' &&
    simple.args.length === 0 &&
    simple.redirections.some(
      ({ operator }) => operator !== '<' && operator !== '<<' && operator !== '<<<' && operator !== '<<-',
    )
  );
}

/** The `exec >…` that a statement consists of, if it is one that surely runs. */
export function isExecOfStreams(statement: StatementNode): SimpleCommandNode | null {
  const commands = statement.pipelines.length === 1 ? statement.pipelines[0]!.commands : [];
  const command = commands.length === 1 ? commands[0]! : null;
  return command && movesStreams(command) ? command : null;
}

/** Whether an `exec >…` stands where it may or may not run: in a branch, a loop, a function. */
export function movesStreamsMidway(statements: readonly StatementNode[]): boolean {
  return statements.some((statement) => !isExecOfStreams(statement) && contains(statement));
}

/** Whether a statement is `exec > >(…)`. */
export function movesStreamsInto(statements: readonly StatementNode[]): boolean {
  return statements.some((statement) =>
    isExecOfStreams(statement)?.redirections.some((each) => substitutionWritten(each) !== null),
  );
}

/** Whether an `exec >…` stands anywhere. */
export function movesStreamsAnywhere(statements: readonly StatementNode[]): boolean {
  return contains(statements);
}

function contains(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(contains);
  if ('type' in value && typeof value.type === 'string') {
    if (movesStreams({ ...value, type: value.type })) return true;
    // Shells of their own: what happens to their streams ends with them, and is looked at there.
    if (value.type === 'CommandSubstitution' || value.type === 'ProcessSubstitution') return false;
    if (value.type === 'Subshell' && 'body' in value) {
      return movesStreamsMidway(value.body as readonly StatementNode[]);
    }
  }
  return Object.values(value).some(contains);
}

/** `-a NAME`, `-c` and `-l` change what a program finds in its environment, not which it is. */
function withoutExecOptions(words: readonly WordNode[]): readonly WordNode[] {
  const first = literalOf(words[0] ?? null) ?? '';
  if (first === '--') return words.slice(1);
  if (!/^-[acl]+$/.test(first)) return words;
  return withoutExecOptions(words.slice(first.endsWith('a') ? 2 : 1));
}

/**
 * `exec cmd args` ends the shell with the command; just-bash goes on after it. Written as `cmd args; exit` it
 * does what it should, and without the handler of EXIT: the shell that had one is no more. Null for any other command.
 */
export function execAsExit(command: CommandNode): StatementNode | null {
  if (command.type !== 'SimpleCommand' || literalOf(command.name) !== 'exec') return null;
  const [name, ...args] = withoutExecOptions(command.args);
  if (!name) return null;
  const statement = statementOf({ ...command, name, args });
  const behind = [
    ...trapStatements(replacedScript).flatMap(({ pipelines }) => pipelines),
    pipelineOf(simpleCommand('exit')),
  ];
  statement.pipelines.push(...behind);
  statement.operators.push(...behind.map(() => ';' as const));
  return statement;
}
