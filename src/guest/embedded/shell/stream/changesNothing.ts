import { type CommandNode, constantOf, type WordNode } from './ast.ts';

/** Programs that often stand in pipelines. Not builtins, which may change the shell that runs them. */
const programs = new Set(
  'awk base64 basename cat column comm cut date diff dirname echo egrep env fgrep find fold grep head jq ls md5sum nl node od paste rev rg sed seq sha256sum sleep sort tac tail tee tr uniq wc xargs xxd yes'.split(
    ' ',
  ),
);

type Part = WordNode['parts'][number];

const names = new WeakMap<CommandNode, string | null>();

/**
 * Whether a stage of a pipeline leaves all variables of its shell alone: a program that is called with words
 * whose expansion sets nothing. Such a stage needs no copy of them, which is most of what a stage costs.
 */
export function changesNothing(node: CommandNode, functions: ReadonlyMap<string, unknown>): boolean {
  let name = names.get(node);
  if (name === undefined) {
    name = plainProgram(node);
    names.set(node, name);
  }
  return name !== null && !functions.has(name);
}

function plainProgram(node: CommandNode): string | null {
  if (node.type !== 'SimpleCommand' || !node.name || node.assignments.length > 0) return null;
  const name = constantOf(node.name);
  if (name === null || !programs.has(name)) return null;
  for (const { fd, fdVariable, target } of node.redirections) {
    if (fdVariable || (fd ?? 0) > 2 || target.type !== 'Word' || !isPlain(target)) return null;
  }
  return node.args.every(isPlain) ? name : null;
}

function isPlain({ parts }: { readonly parts: readonly Part[] }): boolean {
  return parts.every(isPlainPart);
}

function isPlainPart(part: Part): boolean {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
    case 'Glob':
      return true;
    case 'DoubleQuoted':
      return isPlain(part);
    case 'ParameterExpansion':
      return part.operation === null && /^(\w+|[@*#?])$/.test(part.parameter) && part.parameter !== 'RANDOM';
    default:
      return false;
  }
}
