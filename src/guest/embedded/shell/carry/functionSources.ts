import { Bash } from 'just-bash/browser';
import { type FunctionDefNode, type ScriptNode, type StatementNode, statementOf } from '../stream/ast.ts';
import { visitFunctions } from '../stream/functions.ts';

/**
 * Source text of the functions a shell has, which just-bash cannot print (`declare -f` is empty). Kept as
 * written where a definition is a statement of its own, else printed from its AST.
 */
export class FunctionSources {
  readonly #definitions = new Map<string, FunctionDefNode>();
  readonly #texts = new Map<string, string>();
  readonly #sourced: string[] = [];

  /** Remembers the text of every definition that is a whole statement of `script`. */
  noteScript(script: ScriptNode): void {
    for (const statement of script.statements) {
      const command = statement.pipelines[0]?.commands[0];
      if (command?.type !== 'FunctionDef' || statement.pipelines.length > 1) continue;
      const text = statement.sourceText?.trim();
      if (text && !statement.background) this.#writtenAs.set(command, text);
    }
  }

  readonly #writtenAs = new WeakMap<FunctionDefNode, string>();

  /** A definition was executed: from now on this is what the name means. */
  defined(node: FunctionDefNode, written: FunctionDefNode): void {
    const text = this.#writtenAs.get(node);
    if (text === undefined) {
      this.#texts.delete(written.name);
      this.#definitions.set(written.name, written);
    } else this.#texts.set(written.name, text);
  }

  /** A file that `source` has read; looked into only for names that nobody else knows. */
  sourced(text: string): void {
    this.#sourced.push(text);
  }

  /** All that were defined. */
  get names(): string[] {
    return [...new Set([...this.#texts.keys(), ...this.#definitions.keys()])];
  }

  /** Names whose definition nobody saw, as of an `eval`. Call after `textsOf`, which looks into sourced files. */
  unknownOf(names: readonly string[]): string[] {
    return names.filter((name) => !this.#texts.has(name) && !this.#definitions.has(name));
  }

  /** One text for each name that can be found again, in the order asked. */
  textsOf(names: readonly string[]): string[] {
    const missing = names.filter((name) => !this.#texts.has(name) && !this.#definitions.has(name));
    if (missing.length > 0) this.#searchSourced(new Set(missing));
    return names.flatMap((name) => {
      const text = this.#texts.get(name);
      if (text !== undefined) return [text];
      const definition = this.#definitions.get(name);
      return definition ? [printed(definition)] : [];
    });
  }

  #searchSourced(missing: ReadonlySet<string>): void {
    for (const text of this.#sourced) {
      const script = parsed(text);
      if (!script) continue;
      this.noteScript(script);
      visitFunctions(script, (definition) => {
        if (missing.has(definition.name)) this.defined(definition, definition);
      });
    }
  }
}

let parser: Bash | null = null;

/** The AST of a script, untransformed; null where it has a syntax error. */
export function parsed(text: string): ScriptNode | null {
  const read = parsedOrFault(text);
  return typeof read === 'string' ? null : read;
}

/** The AST of a script, or what is wrong with it in the parser's words. */
export function parsedOrFault(text: string): ScriptNode | string {
  parser ??= new Bash({ commands: ['true'] });
  try {
    return parser.transform(text).ast;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** just-bash prints a script that it has transformed: here, into one that only defines this function. */
function printed(definition: FunctionDefNode): string {
  return printedStatement(statementOf(definition));
}

/** The source of a statement, made from its AST. */
export function printedStatement(statement: StatementNode): string {
  const bash = new Bash({ commands: ['true'] });
  const ast: ScriptNode = { type: 'Script', statements: [statement] };
  bash.registerTransformPlugin({ name: 'print', transform: () => ({ ast }) });
  return bash.transform(':').script.trim();
}
