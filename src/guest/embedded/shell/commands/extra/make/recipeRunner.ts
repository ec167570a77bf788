import type { Expander } from './expand.ts';
import type { Plan } from './planner.ts';
import type { Rules } from './rules.ts';
import { baseOf, Scope } from './variables.ts';

export interface BuildFlags {
  readonly dryRun: boolean;
  readonly silent: boolean;
  readonly keepGoing: boolean;
  readonly always: boolean;
  readonly ignoreErrors: boolean;
  readonly touch: boolean;
  readonly question: boolean;
}

export interface BuildHost {
  /** Epoch milliseconds of the file's last change; null where there is none. */
  mtime(path: string): Promise<number | null>;
  /** Runs one recipe line with the variables of `scope`; its exit code. */
  run(line: string, scope: Scope): Promise<number>;
  touch(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  say(text: string, stream: 'out' | 'err'): Promise<void>;
  expanderFor(scope: Scope): Expander;
  setWhere(where: string): void;
  isStopped(): boolean;
}

/** Runs the recipes of targets, line by line. */
export class RecipeRunner {
  readonly #rules: Rules;
  readonly #host: BuildHost;
  readonly #flags: BuildFlags;
  /** Whether anything was run or printed at all. */
  commandsRun = 0;

  constructor(rules: Rules, host: BuildHost, flags: BuildFlags) {
    this.#rules = rules;
    this.#host = host;
    this.#flags = flags;
  }

  /** 0, or the exit code that ended it. */
  async run(name: string, plan: Plan, scope: Scope, newer: readonly string[]): Promise<number> {
    const { recipe } = plan;
    if (!recipe) return 0;
    const own = automaticScope(name, plan, scope, newer);
    const { silent, ignored, oneShell } = this.#rules;
    const quiet = this.#flags.silent || silent.has(name) || silent.has('*');
    const forgiving = this.#flags.ignoreErrors || ignored.has(name) || ignored.has('*');
    const lines =
      oneShell && recipe.lines.length > 1
        ? [
            {
              text: recipe.lines
                .map(({ text }, index) => (index > 0 ? text.replace(/^\s*[@+-]+/, '') : text))
                .join('\n'),
              line: recipe.lines[0]!.line,
            },
          ]
        : recipe.lines;
    if (this.#flags.touch && !this.#rules.phony.has(name)) {
      if (!quiet) await this.#host.say(`touch ${name}\n`, 'out');
      this.commandsRun++;
      await this.#host.touch(name);
      return 0;
    }
    for (const { text, line } of lines) {
      const where = `${recipe.file}:${line}`;
      this.#host.setWhere(`${where}: `);
      const isMake = /\$[({]MAKE[)}]/.test(text);
      const expandedText = await this.#host.expanderFor(own).text(text);
      // `$(call …)` of a `define` gives several lines.
      const parts =
        oneShell || !/\$[({](call |[A-Za-z_])/.test(text) || text.includes('\\\n')
          ? [expandedText]
          : expandedText.split('\n');
      const first = /^[\s@+-]*/.exec(text)?.[0] ?? '';
      for (const part of parts) {
        const marks = (/^[\s@+-]*/.exec(part)?.[0] ?? '') + (parts.length > 1 ? first : '');
        const shown = part.replace(/^[\s@+-]*/, '');
        if (shown.trim() === '') continue;
        this.commandsRun++;
        const runsAnyway = marks.includes('+') || isMake;
        if ((!quiet && !marks.includes('@')) || this.#flags.dryRun) await this.#host.say(`${shown}\n`, 'out');
        if (this.#flags.dryRun && !runsAnyway) continue;
        const code = await this.#host.run(shown, own);
        if (this.#host.isStopped()) return 130;
        if (code === 0) continue;
        if (marks.includes('-') || forgiving)
          await this.#host.say(`make: [${where}: ${name}] Error ${code} (ignored)\n`, 'err');
        else {
          await this.#host.say(`make: *** [${where}: ${name}] Error ${code}\n`, 'err');
          return code;
        }
      }
    }
    return 0;
  }
}

/** The variables of a recipe: `$@`, `$<` and their kind, in front of those of its target. */
function automaticScope(name: string, plan: Plan, scope: Scope, newer: readonly string[]): Scope {
  const own = new Scope(scope);
  const unique = [...new Set(plan.prerequisites)];
  const values: Record<string, string> = {
    '@': name,
    '<': plan.prerequisites[0] ?? '',
    '^': unique.join(' '),
    '+': plan.prerequisites.join(' '),
    '?': newer.join(' '),
    '*':
      plan.stem ||
      name.replace(/\.[^./]*$/, (suffix) => (/^\.(c|o|a|h|s|y|l|cc|cpp|tex|sh)$/.test(suffix) ? '' : suffix)),
    '|': [...new Set(plan.orderOnly)].join(' '),
    '%': '',
  };
  for (const [key, value] of Object.entries(values)) {
    own.set(key, { value, isSimple: true, origin: 'automatic' });
    const words = value.split(' ').filter(Boolean);
    own.set(`${key}D`, { value: words.map(folderOf).join(' '), isSimple: true, origin: 'automatic' });
    own.set(`${key}F`, { value: words.map(baseOf).join(' '), isSimple: true, origin: 'automatic' });
  }
  return own;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.';
}
