import {
  type CommandNode,
  type CompoundNode,
  type FunctionDefNode,
  type PipelineNode,
  type StatementNode,
  simpleCommand,
  statementOf,
  type WordNode,
} from '../stream/ast.ts';
import { writtenFunction } from '../stream/functions.ts';
import { printedStatement } from './functionSources.ts';

type Redirections = CompoundNode['redirections'];

/** Stands before the lines of here-documents, which nothing moves. */
const fixed = '\0';

function indented(text: string): string {
  return text.replace(/^(?=[^\0\n])/gm, '    ');
}

/** What just-bash's own printer writes in another way than bash. */
function asBashPrints(text: string): string {
  return text
    .replace(/(^| )\\\](?= |$)/gm, '$1]')
    .replace(/(^| )\\!(?==| |$)/gm, '$1!')
    .replace(/^\(\((?! )([\s\S]*)\)\)/, '(( $1 ))')
    .replace(/(\d?[<>]&) (\d|-)/g, '$1$2');
}

function printedWords(words: readonly WordNode[]): string {
  return printedStatement(statementOf(simpleCommand(':', words))).replace(/^: ?/, '');
}

/** What follows a compound command: its redirections, each behind a blank. */
function behind(redirections: Redirections): string {
  if (redirections.length === 0) return '';
  const command = { ...simpleCommand(':'), redirections };
  return asBashPrints(printedStatement(statementOf(command))).replace(/^:/, '');
}

function hasHereDocument(redirections: Redirections): boolean {
  return redirections.some(({ operator }) => operator === '<<' || operator === '<<-');
}

/** As the body of something else is written: one statement a line, every one ended by `;`. */
function ended(statements: readonly StatementNode[]): string {
  const text = lines(statements);
  return /[&\n]$/.test(text) || text.slice(text.lastIndexOf('\n') + 1).startsWith(fixed) ? text : `${text};`;
}

function lines(statements: readonly StatementNode[]): string {
  return statements
    .map((statement, index) => {
      const text = statementText(statement);
      if (statement.background) return `${text} &`;
      if (index === statements.length - 1) return text;
      // Behind a here-document bash leaves a line empty.
      return `${text}${text.includes(fixed) && text.lastIndexOf(fixed) > text.lastIndexOf('\n') ? '\n' : ';'}`;
    })
    .join('\n');
}

function statementText({ pipelines, operators }: StatementNode): string {
  return pipelines
    .map((pipeline, index) => (index === 0 ? '' : ` ${operators[index - 1]} `) + pipelineText(pipeline))
    .join('');
}

function pipelineText({ commands, negated }: PipelineNode): string {
  return `${negated ? '! ' : ''}${commands.map(commandText).join(' | ')}`;
}

function commandText(command: CommandNode): string {
  switch (command.type) {
    case 'SimpleCommand': {
      const text = asBashPrints(printedStatement(statementOf(command)));
      return hasHereDocument(command.redirections) ? text.replaceAll('\n', `\n${fixed}`) : text;
    }
    case 'FunctionDef':
      return `function ${definitionText(command.name, command)}`;
    default:
      return compoundText(command);
  }
}

function compoundText(node: CompoundNode): string {
  const tail = behind(node.redirections);
  switch (node.type) {
    case 'If': {
      const [first, ...others] = node.clauses;
      if (!first) return '';
      const rest: CompoundNode = { ...node, clauses: others, redirections: [] };
      const other =
        others.length > 0
          ? `else\n${indented(`${compoundText(rest)};`)}\n`
          : node.elseBody
            ? `else\n${indented(ended(node.elseBody))}\n`
            : '';
      return `if ${lines(first.condition)}; then\n${indented(ended(first.body))}\n${other}fi${tail}`;
    }
    case 'For': {
      const words = node.words === null ? ' in "$@"' : ` in ${printedWords(node.words)}`;
      return `for ${node.variable}${words};\ndo\n${indented(ended(node.body))}\ndone${tail}`;
    }
    case 'While':
    case 'Until':
      return `${node.type.toLowerCase()} ${lines(node.condition)}; do\n${indented(ended(node.body))}\ndone${tail}`;
    case 'Case': {
      const items = node.items.map(({ patterns, body, terminator }) => {
        const heads = patterns.map((pattern) => printedWords([pattern])).join(' | ');
        return indented(`${heads})\n${body.length > 0 ? `${indented(lines(body))}\n` : ''}${terminator}`);
      });
      return `case ${printedWords([node.word])} in \n${items.join('\n')}\nesac${tail}`;
    }
    case 'Subshell':
      return `( ${lines(node.body)} )${tail}`;
    case 'Group':
      return `{ \n${indented(lines(node.body))}\n}${tail}`;
    default:
      return asBashPrints(printedStatement(statementOf(node)));
  }
}

function definitionText(
  name: string,
  { body, redirections }: Pick<FunctionDefNode, 'body' | 'redirections'>,
): string {
  const inner = body.type === 'Group' ? lines(body.body) : compoundText(body);
  return `${name} () \n{ \n${indented(inner)}\n}${behind(redirections)}`;
}

/** A function as `declare -f` prints it, without the newline at its end. */
export function functionText(name: string, node: FunctionDefNode): string {
  return definitionText(name, writtenFunction(node)).replaceAll(fixed, '');
}

/** A command as `$BASH_COMMAND` gives it. */
export function writtenCommand(command: CommandNode): string {
  return commandText(command).replaceAll(fixed, '');
}
