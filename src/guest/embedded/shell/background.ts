import type { Command } from 'just-bash/browser';
import { command } from './commands/command.ts';
import { literalOf, type ScriptNode, type StatementNode, simpleCommand, statementOf } from './stream/ast.ts';

/** Stands between the foreground of a script and what it left in the background. */
export const detachCommand = '__detach';

/** How long `cmd &` may go on after the foreground has ended, milliseconds. */
const drainMs = 300;

/**
 * `cmd &` without job control (which comes later): just-bash would run it in place, and `sleep 60 & echo
 * done` would hang. Here it runs after the foreground, or at the next `wait`, and is stopped soon after.
 */
export class Background {
  #deferred: StatementNode[] = [];
  #exitCode: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stop: () => void;

  /** `stop` ends whatever still runs. */
  constructor(stop: () => void) {
    this.#stop = stop;
  }

  /** Takes background commands out of the line of `script`. Call before anything is added to it. */
  defer(script: ScriptNode): void {
    const statements: StatementNode[] = [];
    let waiting: StatementNode[] = [];
    for (const statement of script.statements) {
      if (statement.background) {
        waiting.push({ ...statement, background: false });
        // `$?` of `cmd &` is 0.
        statements.push(statementOf(simpleCommand(':')));
        continue;
      }
      if (waiting.length > 0 && mentionsWait(statement)) {
        statements.push(...waiting);
        waiting = [];
      }
      statements.push(statement);
    }
    this.#deferred = waiting;
    script.statements = statements;
  }

  /** Puts what is left behind everything else. */
  append(script: ScriptNode): void {
    if (this.#deferred.length === 0) return;
    script.statements = [...script.statements, statementOf(simpleCommand(detachCommand)), ...this.#deferred];
  }

  /** Runs when the foreground has ended. `exitCodeSoFar` is the answer of the whole run. */
  commandFor(exitCodeSoFar: () => number): Command {
    return command(detachCommand, async () => {
      this.#exitCode = exitCodeSoFar();
      this.#timer = setTimeout(this.#stop, drainMs);
      return { stdout: '', stderr: '', exitCode: 0 };
    });
  }

  /** Exit code of the foreground where something ran behind it, else null. */
  get foregroundExitCode(): number | null {
    return this.#exitCode;
  }

  /** The commands, for a sentence about them. */
  get sources(): string[] {
    return this.#deferred.map((statement) => (statement.sourceText ?? '').replace(/\s*&\s*$/, '').trim());
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

function mentionsWait(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(mentionsWait);
  if ('type' in value && value.type === 'SimpleCommand' && 'name' in value) {
    if (literalOf(value.name as Parameters<typeof literalOf>[0]) === 'wait') return true;
  }
  return Object.values(value).some(mentionsWait);
}
