import type { Command } from 'just-bash/browser';
import { parsed } from './carry/functionSources.ts';
import { command, fail, latin1FromText, quoted, succeed } from './commands/command.ts';
import {
  literalOf,
  type PipelineNode,
  type ScriptNode,
  type StatementNode,
  type WordNode,
} from './stream/ast.ts';

const helper = '__trap';

/** What runs the handler at the end of a shell; `$?` is in it what it was before, and is so again after it. */
const endScript = `${helper} save "$?" 2>/dev/null; eval "$(${helper} take 2>/dev/null)"; ${helper} code 2>/dev/null`;

/**
 * `trap … EXIT`, which just-bash lacks: the handler runs at the end of the script and before every `exit`.
 * Not when the shell dies of `set -e`. Other conditions are accepted and never come: nothing signals a shell here.
 */
export class Traps {
  /** One handler for each shell that is running, the innermost last. */
  readonly #handlers: string[] = [];
  #exitCode = 0;

  readonly commands: readonly Command[] = [
    command('trap', async (args) => this.#set(args)),
    command(helper, async ([verb, value]) => {
      if (verb === 'push') this.#handlers.push('');
      else if (verb === 'save') this.#exitCode = Number(value) || 0;
      else if (verb === 'take') return succeed(latin1FromText(handlerText(this.#handlers.pop() ?? '')));
      else return { stdout: '', stderr: '', exitCode: this.#exitCode };
      return succeed();
    }),
  ];

  /** Whether a script sets a trap anywhere; one that does not costs nothing. */
  isUsedIn(script: ScriptNode): boolean {
    return mentionsTrap(script.statements);
  }

  begin(): StatementNode[] {
    return statementsOf(`${helper} push 2>/dev/null`);
  }

  /** `status` is the argument of the `exit` that ends the shell, null where it ends by itself. */
  end(status: WordNode | null): PipelineNode[] {
    const pipelines = statementsOf(endScript).flatMap((statement) => statement.pipelines);
    const [save] = pipelines[0]?.commands ?? [];
    if (status && save?.type === 'SimpleCommand') save.args = [save.args[0]!, status];
    return pipelines;
  }

  #set(args: readonly string[]) {
    const words = args[0] === '--' ? args.slice(1) : args;
    const last = this.#handlers.length - 1;
    if (words.length === 0 || words[0] === '-p') {
      const handler = this.#handlers[last] ?? '';
      return succeed(handler === '' ? '' : latin1FromText(`trap -- ${quoted(handler)} EXIT\n`));
    }
    if (words[0] === '-l') return fail('bash: trap: -l: there are no signals in this guest\n', 2);
    const resets = words.length === 1 || words[0] === '-';
    const conditions = words.length === 1 ? words : words.slice(1);
    if (last >= 0 && conditions.some((name) => name === 'EXIT' || name === '0')) {
      this.#handlers[last] = resets ? '' : words[0]!;
    }
    return succeed();
  }
}

/** With `$?` as the handler should find it; that is no failure to die of. */
function handlerText(handler: string): string {
  return handler === '' ? '' : `set +e; ${helper} code 2>/dev/null; ${handler}`;
}

export const trapNames: readonly string[] = ['trap', helper];

/** One statement of all these pipelines: `set -e` looks only at its end. */
export function inOneStatement(pipelines: readonly PipelineNode[]): StatementNode {
  return {
    type: 'Statement',
    pipelines: [...pipelines],
    operators: pipelines.slice(1).map(() => ';' as const),
    background: false,
  };
}

function statementsOf(text: string): StatementNode[] {
  const script = parsed(text);
  if (!script) throw new Error(`The shell's own text does not parse: ${text}`);
  return script.statements;
}

function mentionsTrap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(mentionsTrap);
  if ('type' in value && value.type === 'SimpleCommand' && 'name' in value) {
    if (literalOf(value.name as Parameters<typeof literalOf>[0]) === 'trap') return true;
  }
  return Object.values(value).some(mentionsTrap);
}
