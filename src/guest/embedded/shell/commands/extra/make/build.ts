import { type Plan, Planner } from './planner.ts';
import { type BuildFlags, type BuildHost, RecipeRunner } from './recipeRunner.ts';
import type { Rules, Target } from './rules.ts';
import { MakeStop, Scope, stemOf } from './variables.ts';

interface Done {
  readonly failed: boolean;
  /** It failed because something that it needs did. */
  readonly needsFailed?: boolean;
  /** Its recipe ran, or would have. */
  readonly changed: boolean;
  /** A target that something was made from when it was needed only for that. */
  readonly mtime: number | null;
}

/** Brings targets up to date, one after the other, whatever `-j` says: their output is then in order. */
export class Build {
  readonly #rules: Rules;
  readonly #host: BuildHost;
  readonly #flags: BuildFlags;
  readonly #global: Scope;
  readonly #done = new Map<string, Done>();
  readonly #busy = new Set<string>();
  readonly #planner: Planner;
  readonly #runner: RecipeRunner;
  outOfDate = false;

  constructor(rules: Rules, host: BuildHost, flags: BuildFlags, global: Scope) {
    this.#rules = rules;
    this.#host = host;
    this.#flags = flags;
    this.#global = global;
    this.#planner = new Planner(rules, (path) => host.mtime(path));
    this.#runner = new RecipeRunner(rules, host, flags);
  }

  /** True where the goal could be made. */
  async goal(name: string): Promise<boolean> {
    const before = this.#runner.commandsRun;
    const done = await this.#make(name, null, this.#global);
    if (done.failed) {
      if (this.#flags.keepGoing && done.needsFailed)
        await this.#host.say(`make: Target '${name}' not remade because of errors.\n`, 'err');
      return false;
    }
    if (this.#runner.commandsRun > before || this.#flags.silent || this.#flags.question) return true;
    const target = this.#rules.targets.get(name);
    const plan = await this.#planner.planOf(name, target);
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
    for (const file of this.#planner.intermediate) {
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
    const plan = await this.#planner.planOf(name, target);
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
    const code = await this.#runner.run(name, plan, scope, newer);
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

  #scopeOf(name: string, target: Target | undefined, outer: Scope): Scope {
    let scope = outer;
    for (const { pattern, scope: own } of this.#rules.patternScopes)
      if (stemOf(pattern, name) !== null) scope = layered(own, scope);
    return target?.scope ? layered(target.scope, scope) : scope;
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
