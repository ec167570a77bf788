import type { ScriptNode, StatementNode } from './stream/ast.ts';

const parseError = /bash: syntax error: Parse error at (\d+):(\d+): (.*)\n$/;
const lexerError = /bash: (line \d+: unexpected EOF while looking for matching .*)\n$/;

/**
 * Words a syntax error as bash 5.2 does: the line it stands on, the token, the line itself. `where` is what
 * bash calls the text: `bash: -c` for a command, `build.sh` for a file. Output without one comes back unchanged.
 */
export function wordSyntaxError(stderr: string, source: string, where: string): string {
  const lexer = lexerError.exec(stderr);
  if (lexer) return `${stderr.slice(0, lexer.index)}${where}: ${lexer[1]}\n`;
  const match = parseError.exec(stderr);
  if (!match) return stderr;
  const [, lineText, columnText, message = ''] = match;
  return `${stderr.slice(0, match.index)}${worded(message, source, Number(lineText), Number(columnText), where)}`;
}

function worded(message: string, source: string, line: number, column: number, where: string): string {
  const lines = source.replace(/\n$/, '').split('\n');
  if (message.startsWith('Input too large')) {
    return `${where}: Argument list too long: this shell reads at most 1000000 characters at once\n`;
  }
  const unmatched = /unexpected EOF while looking for matching .(.)/.exec(message);
  if (unmatched) {
    return `${where}: line ${Math.max(line, 1)}: unexpected EOF while looking for matching \`${unmatched[1]}'\n`;
  }
  const text = lines[line - 1] ?? '';
  const rest = [text.slice(column - 1), ...lines.slice(line)].join('\n').trim();
  const named = /near unexpected token `(.*)'/.exec(message)?.[1];
  if (rest === '' && !message.startsWith('Expected variable name')) {
    return `${where}: line ${lines.length + 1}: syntax error: unexpected end of file\n`;
  }
  const token = named ?? /^(?:[;&|]{1,2}|[()<>]|[^\s;&|()<>]+)/.exec(rest)?.[0] ?? 'newline';
  return `${where}: line ${line}: syntax error near unexpected token \`${token}'\n${where}: line ${line}: \`${text}'\n`;
}

/**
 * just-bash defers some syntax errors to the moment their statement would run. bash reads whole lines: what
 * stands before the error on the same line never runs. Drops that, and says where the error is.
 */
export function stopBeforeSyntaxError(script: ScriptNode, source: string): void {
  const index = script.statements.findIndex((statement) => statement.deferredError);
  const broken = script.statements[index];
  // One that knows its place has been found while reading, with what stands before its line.
  if (!broken?.deferredError || 'at' in broken.deferredError) return;
  const before = script.statements.slice(0, index);
  const at = offsetOfError(before, broken.deferredError.token, source);
  const line = source.slice(0, at).split('\n').length;
  broken.line = line;
  script.statements = [...before.filter((statement) => lineOf(statement) < line), broken];
}

function offsetOfError(before: readonly StatementNode[], token: string, source: string): number {
  let offset = 0;
  for (const { sourceText } of before) {
    const found = sourceText === undefined ? -1 : source.indexOf(sourceText, offset);
    if (sourceText !== undefined && found >= 0) offset = found + sourceText.length;
  }
  const at = source.indexOf(token, offset);
  return at < 0 ? offset : at;
}

/** Line of a statement's first command; 1 where the parser left none. */
function lineOf(statement: StatementNode): number {
  const command = statement.pipelines[0]?.commands[0];
  return statement.line ?? command?.line ?? 1;
}
