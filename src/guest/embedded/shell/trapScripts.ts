import { parsed, printedStatement } from './carry/functionSources.ts';
import { quoted } from './commands/command.ts';
import {
  type CommandNode,
  literalOf,
  type PipelineNode,
  pipelineOf,
  type ScriptNode,
  type StatementNode,
  type WordNode,
} from './stream/ast.ts';

/** What the scripts of this file call; `Traps` answers. */
export const trapHelper = '__trap';

/** What runs the handler at the end of a shell; `$?` is in it what it was before, and is so again after it. */
const endScript = (id: number): string =>
  `${trapHelper} save "$?" 2>/dev/null; eval "$(${trapHelper} take ${id} 2>/dev/null)"; ${trapHelper} code 2>/dev/null`;

/** What comes after the command of `exec`; the exit code stays the command's. */
export const replacedScript = `${trapHelper} replaced "$?" 2>/dev/null`;

/** What comes after a command where a script traps ERR; `set -e` looks at its end. */
const errorScript = (line: number, text: string): string =>
  `${trapHelper} save "$?" 2>/dev/null; eval "$(${trapHelper} error ${line} ${quoted(text)} 2>/dev/null)"; ${trapHelper} code 2>/dev/null`;

type Begin = () => { readonly id: number; readonly statements: StatementNode[] };

/** The pipelines that end a shell; see `Traps.end`. */
export function endPipelines(id: number, status: WordNode | null): PipelineNode[] {
  const pipelines = trapStatements(endScript(id)).flatMap((statement) => statement.pipelines);
  const [save] = pipelines[0]?.commands ?? [];
  if (status && save?.type === 'SimpleCommand') save.args = [save.args[0]!, status];
  return pipelines;
}

/**
 * Gives each subshell of a script traps of its own (`begin` makes its beginning), and runs the ERR handler after what
 * fails. Call it before the script is made to stream.
 */
export function rewriteTraps(script: ScriptNode, begin: Begin): void {
  const errors = trapsErrors(script.statements);
  const functions = functionsIn(script.statements);
  const inherits = errors && inheritsErrors(script.statements);
  rewriteLists(script.statements, { begin, errors, inherits, functions });
}

interface Rewriting {
  readonly begin: Begin;
  /** Whether the ERR handler runs after what fails here; and also in functions and subshells. */
  readonly errors: boolean;
  readonly inherits: boolean;
  /** Functions of the script, any of which may exit. */
  readonly functions: ReadonlySet<string>;
}

function rewriteLists(value: unknown, rewriting: Rewriting): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) rewriteLists(item, rewriting);
    return;
  }
  const { begin, inherits, functions } = rewriting;
  const errors = rewriting.errors && (inherits || !startsAnew(value));
  // Said before what is inside is rewritten.
  const failure = isStatement(value) && errors ? failureOf(value) : null;
  for (const [key, item] of Object.entries(value)) {
    // What fails as a condition is no error.
    rewriteLists(item, { ...rewriting, errors: errors && key !== 'condition' });
  }
  if (isStatement(value) && failure) handleFailure(value, failure);
  if (isSubshell(value) && setsTrapOrExits(value.body, functions)) value.body = framed(value.body, begin);
  if (isSubstitution(value) && setsTrapOrExits(value.body.statements, functions)) {
    value.body.statements = framed(value.body.statements, begin);
  }
}

function functionsIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return names;
  if ('type' in value && value.type === 'FunctionDef' && 'name' in value) names.add(String(value.name));
  for (const item of Object.values(value)) functionsIn(item, names);
  return names;
}

function framed(body: readonly StatementNode[], begin: Begin): StatementNode[] {
  const { id, statements } = begin();
  return [...statements, ...body, inOneStatement(endPipelines(id, null))];
}

/** Whether a script sets a trap anywhere; one that does not costs nothing. */
export function usesTraps(script: ScriptNode): boolean {
  return mentions(script.statements, (name) => name === 'trap');
}

/** One statement of all these pipelines: `set -e` looks only at its end. */
export function inOneStatement(pipelines: readonly PipelineNode[]): StatementNode {
  return {
    type: 'Statement',
    pipelines: [...pipelines],
    operators: pipelines.slice(1).map(() => ';' as const),
    background: false,
  };
}

export function trapStatements(text: string): StatementNode[] {
  const script = parsed(text);
  if (!script) throw new Error(`The shell's own text does not parse: ${text}`);
  return script.statements;
}

function isStatement(value: object): value is StatementNode {
  return 'type' in value && value.type === 'Statement';
}

function isSubshell(value: object): value is { body: StatementNode[] } {
  return 'type' in value && value.type === 'Subshell';
}

function isSubstitution(value: object): value is { body: ScriptNode } {
  return 'type' in value && (value.type === 'CommandSubstitution' || value.type === 'ProcessSubstitution');
}

function mentions(value: unknown, is: (name: string, args: readonly WordNode[]) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => mentions(item, is));
  if ('type' in value && value.type === 'SimpleCommand' && 'name' in value && 'args' in value) {
    const name = literalOf(value.name as WordNode | null);
    if (name !== null && is(name, value.args as readonly WordNode[])) return true;
  }
  return Object.values(value).some((item) => mentions(item, is));
}

/** Where the ERR handler does not hold without `set -E`. */
function startsAnew(value: object): boolean {
  return isSubshell(value) || isSubstitution(value) || ('type' in value && value.type === 'FunctionDef');
}

function inheritsErrors(statements: readonly StatementNode[]): boolean {
  const asks = (word: WordNode) => /^-[a-zA-Z]*E|^errtrace$/.test(literalOf(word) ?? '');
  return mentions(statements, (name, args) => name === 'set' && args.some(asks));
}

function setsTrapOrExits(body: readonly StatementNode[], functions: ReadonlySet<string>): boolean {
  return mentions(body, (name) => ['trap', 'exit', 'exec'].includes(name) || functions.has(name));
}

function trapsErrors(statements: readonly StatementNode[]): boolean {
  return mentions(
    statements,
    (name, args) => name === 'trap' && args.some((word) => literalOf(word) === 'ERR'),
  );
}

/** The command as `$BASH_COMMAND` gives it: of a pipeline the last. */
function commandText(statement: StatementNode, last: CommandNode): string {
  if (last.type === 'Subshell')
    return (statement.sourceText?.trim() ?? '(…)').replace(/^\(\s*([\s\S]*?);?\s*\)/, '( $1 )');
  const text = statement.sourceText?.trim() ?? '';
  // With its blanks, as it was written.
  if (last.type === 'ArithmeticCommand' && text.startsWith('((')) return text;
  return printedStatement({ ...statement, pipelines: [pipelineOf(last)], operators: [] });
}

/** What the ERR handler hears of a command. */
interface Failure {
  readonly line: number;
  readonly text: string;
}

/** A kind of command that ERR is about as a whole; the commands inside the others are looked at one by one. */
const failing: ReadonlySet<CommandNode['type']> = new Set([
  'SimpleCommand',
  'Subshell',
  'ConditionalCommand',
  'ArithmeticCommand',
]);

/** Null where nothing is to come of a failure: lists with `&&` and `||` have said what comes of one. */
function failureOf(statement: StatementNode): Failure | null {
  const [pipeline, ...others] = statement.pipelines;
  const last = pipeline?.commands.at(-1);
  if (!pipeline || others.length > 0 || pipeline.negated || statement.background || !last) return null;
  if (!failing.has(last.type)) return null;
  const name = last.type === 'SimpleCommand' ? literalOf(last.name) : null;
  if (name === trapHelper || name === 'trap' || name === 'exit' || name === 'return') return null;
  return { line: lineIn(last) ?? statement.line ?? 0, text: commandText(statement, last) };
}

/** The line of a command, of a subshell that of its first. */
function lineIn(command: CommandNode): number | undefined {
  if (command.type !== 'Subshell') return 'line' in command ? command.line : undefined;
  const first = command.body[0]?.pipelines[0]?.commands[0];
  return first && lineIn(first);
}

function handleFailure(statement: StatementNode, { line, text }: Failure): void {
  const after = trapStatements(errorScript(line, text)).flatMap((each) => each.pipelines);
  statement.pipelines = [statement.pipelines[0]!, ...after];
  statement.operators = after.map(() => ';');
}

/** Whether a function sets the handler of RETURN. */
export function trapsReturn(body: unknown): boolean {
  return mentions(body, (name, args) => name === 'trap' && args.some((word) => literalOf(word) === 'RETURN'));
}

/** The script of a handler, with `$?` as the handler should find it; that is no failure to die of. */
export function handlerText(handler: string): string {
  return handler === '' ? '' : `set +e; ${trapHelper} code 2>/dev/null; ${handler}`;
}

/** The script of an ERR handler, with the line and the command that failed: it asks for them as if it stood there. */
export function failureText(handler: string, line: string, command: string): string {
  const placed = atLine(handler, line);
  const named = /\bBASH_COMMAND\b/.test(placed) ? `BASH_COMMAND=${quoted(command)}; ` : '';
  return `${named}${trapHelper} code 2>/dev/null && :; ${placed}`;
}

/** A handler asks for the line of what it is called for; 0: not known. */
export function atLine(handler: string, line: string): string {
  return line === '0' ? handler : handler.replace(/\$(?:LINENO\b|\{LINENO\})/g, line);
}
