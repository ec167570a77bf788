import {
  type CommandNode,
  constantOf,
  literalOf,
  literalWord,
  pipelineOf,
  type SimpleCommandNode,
  type StatementNode,
  simpleCommand,
  type WordNode,
} from './ast.ts';

type Part = WordNode['parts'][number];

/** Words of the list inside `NAME=( … )`, which just-bash's parser leaves as one word with blanks in it. */
function wordsOfList(parts: readonly Part[]): WordNode[] {
  const words: WordNode[] = [];
  let current: Part[] = [];
  const finish = (): void => {
    if (current.length > 0) words.push({ type: 'Word', parts: current });
    current = [];
  };
  for (const part of parts) {
    if (part.type !== 'Literal') {
      current.push(part);
      continue;
    }
    for (const [index, piece] of part.value.split(/\s+/).entries()) {
      if (index > 0) finish();
      if (piece !== '') current.push({ type: 'Literal', value: piece });
    }
  }
  finish();
  return words;
}

/** The assignment that an argument `NAME=( … )` stands for; null for any other argument. */
function listAssignment(word: WordNode): { name: string; array: WordNode[] } | null {
  const [first, ...middle] = word.parts;
  const opening = first?.type === 'Literal' ? /^([A-Za-z_]\w*)=\(([\s\S]*)$/.exec(first.value) : null;
  if (!opening) return null;
  const parts: Part[] = [{ type: 'Literal', value: opening[2]! }, ...middle];
  const last = parts.at(-1);
  if (last?.type !== 'Literal' || !last.value.endsWith(')')) return null;
  parts[parts.length - 1] = { type: 'Literal', value: last.value.slice(0, -1) };
  return { name: opening[1]!, array: wordsOfList(parts) };
}

/**
 * `local -A m=([k]=v)`: just-bash's `local` knows no attributes, but its `declare` makes local variables in functions,
 * and `readonly` those that it finds. Null for any other command.
 */
function localWithAttributes(command: SimpleCommandNode): StatementNode | null {
  if (literalOf(command.name) !== 'local') return null;
  const texts = command.args.map((arg) => constantOf(arg));
  const flags = texts.filter((text) => text !== null && /^-/.test(text)).join('');
  if (!/[Aixlur]/.test(flags) || /[^-aAixlur]/.test(flags)) return null;
  const words = command.args.filter((_, index) => !texts[index]?.startsWith('-'));
  const names = words.flatMap(({ parts: [first] }) => {
    const name = first?.type === 'Literal' ? /^[A-Za-z_]\w*/.exec(first.value)?.[0] : undefined;
    return name === undefined ? [] : [literalWord(name)];
  });
  if (names.length !== words.length) return null;
  const letters = flags.replace(/[-r]/g, '');
  const options = letters === '' ? [] : [literalWord(`-${letters}`)];
  const declaration: SimpleCommandNode = {
    ...command,
    name: literalWord('declare'),
    args: [...options, ...words],
  };
  const split = splitDeclaration(declaration);
  const declared = split?.pipelines ?? [pipelineOf(declaration)];
  const frozen = flags.includes('r') ? [pipelineOf(simpleCommand('readonly', names))] : [];
  const then = [...declared, ...frozen];
  return {
    type: 'Statement',
    pipelines: [pipelineOf({ ...command, args: names, redirections: [] }), ...then],
    operators: then.map(() => '&&' as const),
    background: false,
  };
}

/**
 * `declare -A m=([k]="v w")` loses in just-bash what follows the blank; `declare -A m; m=([k]="v w")` does
 * not. Null for any other command, and for read-only ones, which take no later assignment.
 */
export function splitDeclaration(command: CommandNode): StatementNode | null {
  if (command.type !== 'SimpleCommand') return null;
  const local = localWithAttributes(command);
  if (local) return local;
  const name = literalOf(command.name);
  // Not `local`: in just-bash an assignment after it would reach the variable outside.
  if (name !== 'declare' && name !== 'typeset') return null;
  const flags = command.args.map((arg) => constantOf(arg) ?? '').filter((text) => /^-/.test(text));
  if (!flags.some((text) => text.includes('A')) || flags.some((text) => /[rpg]/.test(text))) return null;
  const lists = command.args.map(listAssignment);
  const assigned = lists.filter((list) => list !== null);
  // A key that is expanded (`[$k]=`) is right only in the one-piece form.
  const keysAreFixed = command.args.every(({ parts }) =>
    parts.every((part, index) => {
      const opensKey = index > 0 && parts[index - 1]!.type === 'Glob';
      return !opensKey || part.type !== 'ParameterExpansion';
    }),
  );
  if (assigned.length === 0 || !keysAreFixed) return null;
  const args = command.args.map((arg, index): WordNode => {
    const list = lists[index];
    return list ? { type: 'Word', parts: [{ type: 'Literal', value: list.name }] } : arg;
  });
  const assignment: SimpleCommandNode = {
    type: 'SimpleCommand',
    name: null,
    args: [],
    redirections: [],
    assignments: assigned.map((list) => ({
      type: 'Assignment',
      name: list.name,
      value: null,
      append: false,
      array: list.array,
    })),
  };
  return {
    type: 'Statement',
    pipelines: [pipelineOf({ ...command, args }), pipelineOf(assignment)],
    operators: [';'],
    background: false,
  };
}
