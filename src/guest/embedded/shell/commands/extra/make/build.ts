import type { Expander } from './expand.ts';
import type { PatternRule, Recipe, Rules, Target } from './rules.ts';
import { MakeStop, Scope, stemOf, withStem } from './variables.ts';

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

interface Done {
  readonly failed: boolean;
  /** It failed because something that it needs did. */
  readonly needsFailed?: boolean;
  /** Its recipe ran, or would have. */
  readonly changed: boolean;
  /** A target that something was made from when it was needed only for that. */
  readonly mtime: number | null;
}

interface Plan {
  readonly recipe: Recipe | null;
  readonly prerequisites: readonly string[];
  readonly orderOnly: readonly string[];
  readonly stem: string;
  /** Other targets that the same pattern rule makes. */
  readonly also: readonly string[];
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.';
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Brings targets up to date, one after the other, whatever `-j` says: their output is then in order. */
export class Build {
  readonly #rules: Rules;
  readonly #host: BuildHost;
  readonly #flags: BuildFlags;
  readonly #global: Scope;
  readonly #done = new Map<string, Done>();
  readonly #busy = new Set<string>();
  readonly #intermediate = new Set<string>();
  /** Whether anything was run or printed at all. */
  commandsRun = 0;
  outOfDate = false;

  constructor(rules: Rules, host: BuildHost, flags: BuildFlags, global: Scope) {
    this.#rules = rules;
    this.#host = host;
    this.#flags = flags;
    this.#global = global;
  }

  /** True where the goal could be made. */
  async goal(name: string): Promise<boolean> {
    const before = this.commandsRun;
    const done = await this.#make(name, null, this.#global);
    if (done.failed) {
      if (this.#flags.keepGoing && done.needsFailed)
        await this.#host.say(`make: Target '${name}' not remade because of errors.\n`, 'err');
      return false;
    }
    if (this.commandsRun > before || this.#flags.silent || this.#flags.question) return true;
    const target = this.#rules.targets.get(name);
    const plan = await this.#planOf(name, target);
    const hasRecipe = (plan?.recipe?.lines.length ?? 0) > 0 || (target?.doubles.length ?? 0) > 0;
    const isIdle = this.#rules.phony.has(name) || !hasRecipe;
    await this.#host.say(
      isIdle ? `make: Nothing to be done for '${name}'.\n` : `make: '${name}' is up to date.\n`,
      'out',
    );
    return true;
  }

  async finish(): Promise<void> {
    const files: string[] = [];
    for (const file of this.#intermediate) {
      if (this.#rules.kept.has(file) || this.#rules.kept.has('*')) continue;
      if ((await this.#host.mtime(file)) !== null) files.push(file);
    }
    if (files.length === 0 || this.#flags.dryRun) return;
    if (!this.#flags.silent) await this.#host.say(`rm ${files.join(' ')}\n`, 'out');
    for (const file of files) await this.#host.remove(file);
  }

  async #make(name: string, parent: string | null, outer: Scope): Promise<Done> {
    const known = this.#done.get(name);
    if (known) return known;
    if (this.#busy.has(name)) {
      await this.#host.say(`make: Circular ${parent} <- ${name} dependency dropped.\n`, 'err');
      return { failed: false, changed: false, mtime: await this.#host.mtime(name) };
    }
    this.#busy.add(name);
    const done = await this.#makeNew(name, parent, outer);
    this.#busy.delete(name);
    this.#done.set(name, done);
    return done;
  }

  async #makeNew(name: string, parent: string | null, outer: Scope): Promise<Done> {
    const target = this.#rules.targets.get(name);
    const scope = this.#scopeOf(name, target, outer);
    if (target && target.doubles.length > 0) return this.#doubles(name, target, scope);
    const plan = await this.#planOf(name, target);
    const mtime = this.#rules.phony.has(name) ? null : await this.#host.mtime(name);
    if (!plan) {
      if (mtime !== null) return { failed: false, changed: false, mtime };
      // A target without a recipe and without a file counts as made just now.
      if (target) return { failed: false, changed: true, mtime: null };
      const needed = parent === null ? '' : `, needed by '${parent}'`;
      const message = `No rule to make target '${name}'${needed}`;
      if (!this.#flags.keepGoing) throw new MakeStop(message);
      await this.#host.say(`make: *** ${message}.\n`, 'err');
      return { failed: true, changed: false, mtime: null };
    }
    return this.#update(name, plan, scope, mtime);
  }

  async #doubles(name: string, target: Target, scope: Scope): Promise<Done> {
    let changed = false;
    for (const { prerequisites, recipe } of target.doubles) {
      const mtime = this.#rules.phony.has(name) ? null : await this.#host.mtime(name);
      const plan: Plan = {
        recipe,
        prerequisites: [...prerequisites, ...target.prerequisites],
        orderOnly: target.orderOnly,
        stem: '',
        also: [],
      };
      const done = await this.#update(name, plan, scope, prerequisites.length === 0 ? null : mtime);
      if (done.failed) return done;
      changed ||= done.changed;
    }
    return { failed: false, changed, mtime: await this.#host.mtime(name) };
  }

  async #update(name: string, plan: Plan, scope: Scope, mtime: number | null): Promise<Done> {
    let isStale = mtime === null || this.#flags.always;
    let failed = false;
    const newer: string[] = [];
    for (const needed of plan.prerequisites) {
      if (this.#host.isStopped()) return { failed: true, changed: false, mtime };
      const done = await this.#make(needed, name, scope);
      failed ||= done.failed;
      if (failed && !this.#flags.keepGoing) return { failed, needsFailed: true, changed: false, mtime };
      const isNewer = done.changed || mtime === null || (done.mtime !== null && done.mtime > mtime);
      if (isNewer) newer.push(needed);
      isStale ||= isNewer;
    }
    for (const needed of plan.orderOnly) failed = (await this.#make(needed, name, scope)).failed || failed;
    if (failed) return { failed, needsFailed: true, changed: false, mtime };
    if (!isStale) return { failed: false, changed: false, mtime };
    const lines = plan.recipe?.lines ?? [];
    if (lines.length === 0) return { failed: false, changed: newer.length > 0 || mtime === null, mtime };
    this.outOfDate = true;
    if (this.#flags.question) return { failed: false, changed: true, mtime };
    const code = await this.#recipe(name, plan, scope, newer);
    if (code !== 0) {
      if (this.#rules.deletesOnError && (await this.#host.mtime(name)) !== mtime) {
        await this.#host.say(`make: *** Deleting file '${name}'\n`, 'err');
        await this.#host.remove(name);
      }
      return { failed: true, changed: true, mtime };
    }
    const after = this.#rules.phony.has(name) ? null : await this.#host.mtime(name);
    for (const other of plan.also)
      this.#done.set(other, { failed: false, changed: true, mtime: await this.#host.mtime(other) });
    return { failed: false, changed: true, mtime: after };
  }

  /** 0, or the exit code that ended it. */
  async #recipe(name: string, plan: Plan, scope: Scope, newer: readonly string[]): Promise<number> {
    const { recipe } = plan;
    if (!recipe) return 0;
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
        name.replace(/\.[^./]*$/, (suffix) =>
          /^\.(c|o|a|h|s|y|l|cc|cpp|tex|sh)$/.test(suffix) ? '' : suffix,
        ),
      '|': [...new Set(plan.orderOnly)].join(' '),
      '%': '',
    };
    for (const [key, value] of Object.entries(values)) {
      own.set(key, { value, isSimple: true, origin: 'automatic' });
      const words = value.split(' ').filter(Boolean);
      own.set(`${key}D`, { value: words.map(folderOf).join(' '), isSimple: true, origin: 'automatic' });
      own.set(`${key}F`, { value: words.map(baseOf).join(' '), isSimple: true, origin: 'automatic' });
    }
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

  #scopeOf(name: string, target: Target | undefined, outer: Scope): Scope {
    let scope = outer;
    for (const { pattern, scope: own } of this.#rules.patternScopes)
      if (stemOf(pattern, name) !== null) scope = layered(own, scope);
    return target?.scope ? layered(target.scope, scope) : scope;
  }

  /** How `name` is made; null where no rule says so. */
  async #planOf(name: string, target: Target | undefined): Promise<Plan | null> {
    if (target?.recipe)
      return {
        recipe: target.recipe,
        prerequisites: target.prerequisites,
        orderOnly: target.orderOnly,
        stem: target.stem,
        also: [],
      };
    const implicit = this.#rules.phony.has(name) ? null : await this.#implicit(name, new Set([name]));
    if (implicit) {
      const prerequisites = [
        ...implicit.prerequisites,
        ...(target?.prerequisites ?? []).filter((each) => !implicit.prerequisites.includes(each)),
      ];
      return { ...implicit, prerequisites, orderOnly: [...implicit.orderOnly, ...(target?.orderOnly ?? [])] };
    }
    if (!target || (target.prerequisites.length === 0 && target.orderOnly.length === 0)) return null;
    return {
      recipe: null,
      prerequisites: target.prerequisites,
      orderOnly: target.orderOnly,
      stem: '',
      also: [],
    };
  }

  /** The pattern rule with the shortest stem whose prerequisites are there or can be made. */
  async #implicit(name: string, above: ReadonlySet<string>): Promise<Plan | null> {
    const candidates: { readonly rule: PatternRule; readonly stem: string; readonly folder: string }[] = [];
    for (const rule of this.#rules.patterns) {
      for (const pattern of rule.targets) {
        const whole = pattern.includes('/');
        const stem = stemOf(pattern, whole ? name : baseOf(name));
        const folder = whole || !name.includes('/') ? '' : name.slice(0, name.lastIndexOf('/') + 1);
        if (stem !== null && (stem !== '' || !pattern.includes('%'))) candidates.push({ rule, stem, folder });
      }
    }
    candidates.sort((a, b) => a.stem.length - b.stem.length);
    for (const mayChain of [false, true]) {
      for (const { rule, stem, folder } of candidates) {
        if (rule.recipe.lines.length === 0) continue;
        const fill = (pattern: string): string =>
          pattern.includes('%') ? folder + withStem(pattern, stem) : pattern;
        const prerequisites = rule.prerequisites.map(fill);
        const made: string[] = [];
        let possible = true;
        for (const needed of [...prerequisites, ...rule.orderOnly.map(fill)]) {
          if (
            (await this.#host.mtime(needed)) !== null ||
            this.#rules.targets.has(needed) ||
            this.#isMentioned(needed)
          )
            continue;
          possible =
            mayChain &&
            !above.has(needed) &&
            above.size < 6 &&
            (await this.#implicit(needed, new Set([...above, needed]))) !== null;
          if (!possible) break;
          made.push(needed);
        }
        if (!possible) continue;
        for (const each of made) this.#intermediate.add(each);
        const also = rule.targets.length > 1 ? rule.targets.map(fill).filter((each) => each !== name) : [];
        return {
          recipe: rule.recipe,
          prerequisites,
          orderOnly: rule.orderOnly.map(fill),
          stem: folder + stem,
          also,
        };
      }
    }
    return null;
  }

  #isMentioned(name: string): boolean {
    for (const target of this.#rules.targets.values()) {
      if (target.prerequisites.includes(name) && (target.recipe !== null || target.prerequisites.length > 0))
        return this.#rules.phony.has(name);
    }
    return false;
  }
}

/** Variables of a target in front of those of the one that needs it. */
function layered(own: Scope, outer: Scope): Scope {
  const scope = new Scope(outer);
  for (const name of own.ownNames()) {
    const variable = own.get(name);
    if (variable) scope.set(name, variable);
  }
  for (const name of own.exported) scope.exported.add(name);
  return scope;
}
