import type { Command } from 'just-bash/browser';
import { parsed } from '../carry/functionSources.ts';
import { command } from '../commands/command.ts';
import type { CommandNode, StatementNode, WordNode } from './ast.ts';

/** Prints the menu of `select`. */
const menuCommand = '__select';
export const selectNames: readonly string[] = [menuCommand];
/** Of variables that belong to one `select`; they are not carried to the next command. */
export const selectPrefix = '__SELECT_';

type ForNode = Extract<CommandNode, { type: 'For' }>;

/** How bash asks and reads, written out; the body comes last in the loop. */
const loopText = (variable: string, id: number): string => {
  const words = `${selectPrefix}${id}`;
  const ended = `${selectPrefix}END_${id}`;
  return `{ ${words}=("$@"); ${ended}=; REPLY=
while [ \${#${words}[@]} -gt 0 ] && { [ -n "$REPLY" ] || ${menuCommand} "\${${words}[@]}"; } && printf %s "\${PS3-#? }" >&2 && { read REPLY || { ${ended}=1; echo; false; }; }; do
if [ -z "$REPLY" ]; then continue; fi
if [[ $REPLY =~ ^[0-9]{1,9}$ ]] && ((10#$REPLY >= 1 && 10#$REPLY <= \${#${words}[@]})); then ${variable}=\${${words}[10#$REPLY-1]}; else ${variable}=; fi
done; [ -z "$${ended}" ]; }`;
};

/**
 * Makes a loop over `read` of every `select`, which the parser gives as a `for` with a mark
 * (`build/expansionPatches.ts`, 5).
 */
export function rewriteSelects(statements: readonly StatementNode[]): void {
  let count = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const item of Object.values(value)) visit(item);
    if (!isPipeline(value)) return;
    value.commands = value.commands.map((each) =>
      each.type === 'For' && 'select' in each ? loopFor(each, ++count) : each,
    );
  };
  visit(statements);
}

function loopFor(node: ForNode, id: number): CommandNode {
  const group = parsed(loopText(node.variable, id))?.statements[0]?.pipelines[0]?.commands[0];
  if (group?.type !== 'Group') throw new Error('The text of select does not parse.');
  const [first, , , loop] = group.body.map((statement) => statement.pipelines[0]?.commands[0]);
  if (first?.type !== 'SimpleCommand' || loop?.type !== 'While')
    throw new Error('The text of select has another shape.');
  const [assignment] = first.assignments;
  if (node.words && assignment) assignment.array = [...node.words] satisfies WordNode[];
  loop.body = [...loop.body, ...node.body];
  group.redirections = node.redirections;
  return group;
}

function isPipeline(value: object): value is { commands: CommandNode[] } {
  return 'type' in value && value.type === 'Pipeline';
}

export const selectMenu: Command = command(menuCommand, async (words) => ({
  stdout: '',
  stderr: menuOf(words),
  exitCode: 0,
}));

/** The numbered list in as many columns as 80 characters hold, down the columns first; of one row, a column. */
function menuOf(words: readonly string[]): string {
  const indexWidth = String(words.length).length;
  const widest = Math.max(...words.map((word) => [...word].length)) + indexWidth + 4;
  const fitting = Math.max(1, Math.floor(80 / widest));
  const rows = Math.ceil(words.length / fitting);
  const lines = rows === 1 ? words.length : rows;
  let text = '';
  for (let row = 0; row < lines; row++) {
    for (let index = row, at = 0; index < words.length; index += lines, at += widest) {
      const width = index === row ? String(lines).length : indexWidth;
      const shown = `${String(index + 1).padStart(width)}) ${words[index]}`;
      text += shown;
      if (index + lines < words.length) text += gap(at + [...shown].length, at + widest);
    }
    text += '\n';
  }
  return text;
}

/** Tabs, then blanks. */
function gap(from: number, to: number): string {
  const tabs = Math.floor(to / 8) - Math.floor(from / 8);
  return tabs > 0 ? '\t'.repeat(tabs) + ' '.repeat(to % 8) : ' '.repeat(to - from);
}
