import type { ExecResult } from 'just-bash/browser';
import { writtenCommand } from '../carry/functionText.ts';
import type { HandlerRunner, Traps } from '../traps.ts';
import { type CommandNode, literalOf } from './ast.ts';

/** What the handlers of DEBUG and RETURN need to know of a shell's state. */
export interface ShellDepth {
  readonly callDepth: number;
  readonly bashPid: number;
  readonly virtualPid: number;
  readonly env: ReadonlyMap<string, string>;
}

export function isSubshell({ bashPid, virtualPid }: ShellDepth): boolean {
  return bashPid !== virtualPid;
}

/** How the interpreter runs the handlers that fire between commands. */
export interface TrapDoors {
  /** Whether a handler is to run before each command of this shell; functions and subshells inherit none. */
  debugs(state: ShellDepth): boolean;
  beforeCommand(runner: HandlerRunner, node: CommandNode): Promise<void>;
  /** The same at each turn of a `for`, whose words `text` tells. */
  beforeTurn(runner: HandlerRunner, text: string, line: number): Promise<void>;
  /** How often a RETURN handler was set so far. */
  returnMark(): number;
  /**
   * Runs the RETURN handler of a function that has set one since `mark`; null where it has not. `exitCode` is null behind
   * `return`, which leaves `$?` as it was.
   */
  atReturn(runner: HandlerRunner, mark: number, exitCode: number | null): Promise<ExecResult | null>;
}

/** Kinds of commands that DEBUG sees; the commands inside the others are seen one by one. */
const seen: ReadonlySet<CommandNode['type']> = new Set([
  'SimpleCommand',
  'ArithmeticCommand',
  'ConditionalCommand',
  'Case',
]);

export function trapDoors(
  traps: Traps,
  isFork: boolean,
  print: (result: ExecResult) => Promise<void>,
): TrapDoors {
  return {
    debugs(state) {
      if (isFork || state.callDepth > 0 || isSubshell(state)) return false;
      return traps.debugs(state.env.get('SHLVL'));
    },
    async beforeCommand(runner, node) {
      if (!seen.has(node.type)) return;
      // What the transform put there is none of the script's commands.
      if (node.type === 'SimpleCommand' && literalOf(node.name)?.startsWith('__')) return;
      const line = 'line' in node && typeof node.line === 'number' ? node.line : 0;
      await traps.runDebug(runner, { text: textOf(node), line }, print);
    },
    beforeTurn: (runner, text, line) => traps.runDebug(runner, { text, line }, print),
    returnMark: () => traps.returnMark,
    atReturn: (runner, mark, exitCode) => traps.runReturn(runner, mark, exitCode),
  };
}

/** The command as it was written, without the redirections to the live device. */
function textOf(node: CommandNode): string {
  if (node.type === 'FunctionDef') return '';
  const redirections = node.redirections.filter((each) => !('live' in each));
  const text = writtenCommand({ ...node, redirections });
  if (node.type === 'Case') return `${text.split('\n', 1)[0]?.trimEnd()} `;
  return (
    text
      // Where a name is no plain word, the transform puts one in front that expands to nothing (`calls.ts`).
      .replace(/^\$\{IFS:\+\} /, '')
      // Inside of words the scripts of `$(…)` have redirections of the transform too.
      .replace(/ \d?>>? ?\/dev\/live\/\d/g, '')
  );
}
