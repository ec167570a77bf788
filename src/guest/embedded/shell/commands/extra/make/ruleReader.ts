import type { Assignments } from './assignments.ts';
import { findOutside } from './lines.ts';
import type { ReaderHost } from './readerHost.ts';
import { type Recipe, Rules } from './rules.ts';
import { Scope, stemOf, withStem } from './variables.ts';

interface RulePlace {
  readonly file: string;
  readonly number: number;
}

interface RuleHead {
  /** Recipe lines that follow go here. */
  readonly recipe: Recipe;
  readonly hasTargets: boolean;
}

/** Reads the lines that say what targets need: rules of all kinds, special targets, and variables of targets. */
export class RuleReader {
  readonly rules = new Rules();
  readonly #host: ReaderHost;
  readonly #global: Scope;
  readonly #assignments: Assignments;
  readonly #pending: {
    readonly name: string;
    readonly prerequisites: readonly string[];
    readonly recipe: Recipe;
    readonly number: number;
  }[] = [];

  constructor(host: ReaderHost, global: Scope, assignments: Assignments) {
    this.#host = host;
    this.#global = global;
    this.#assignments = assignments;
  }

  /**
   * Reads the line of a rule, whose colon is at `colon`, and tells what the lines after it belong to; null where
   * it sets a variable of its targets.
   */
  async read(
    line: string,
    colon: { readonly at: number; readonly found: string },
    { file, number }: RulePlace,
  ): Promise<RuleHead | null> {
    const expander = this.#host.expanderFor(this.#global);
    const names = await expander.words(line.slice(0, colon.at));
    const afterColon = line.slice(colon.at + colon.found.length);
    const targetAssignment =
      /^\s*(?:(?:export|override|private)\s+)*([^\s:=|;]+?)\s*((?:::?|\?|\+|!)?=)/.exec(afterColon);
    if (targetAssignment) {
      const value = afterColon.slice(targetAssignment[0].length);
      for (const name of names)
        await this.#assignments.assign(
          this.#scopeFor(name),
          targetAssignment[1]!,
          targetAssignment[2]!,
          value.trimStart(),
          'file',
        );
      return null;
    }
    const semicolon = findOutside(afterColon, /;/y);
    const head = await expander.text(semicolon ? afterColon.slice(0, semicolon.at) : afterColon);
    const recipe: Recipe = { lines: [], file };
    if (semicolon) recipe.lines.push({ text: afterColon.slice(semicolon.at + 1).trimStart(), line: number });
    const ruleHead: RuleHead = { recipe, hasTargets: names.length > 0 };
    const parts = head.split(/:(?![\\/])/);
    const isStatic = parts.length > 1;
    const [needed = '', orderOnly = ''] = (isStatic ? parts.slice(1).join(':') : head).split('|');
    const list = async (text: string): Promise<string[]> => {
      const words: string[] = [];
      for (const word of text.split(/\s+/).filter(Boolean)) {
        const found = /[*?[]/.test(word) ? await this.#host.wildcard(word) : [];
        words.push(...(found.length > 0 ? found : [word]));
      }
      return words;
    };
    const prerequisites = await list(needed);
    const order = await list(orderOnly);
    if (!isStatic && this.#special(names, prerequisites)) return ruleHead;
    if (!isStatic && names.some((name) => name.includes('%'))) {
      this.rules.patterns.push({ targets: names, prerequisites, orderOnly: order, recipe });
      return ruleHead;
    }
    if (!isStatic && names.length === 1 && this.#suffixRule(names[0]!, prerequisites, recipe))
      return ruleHead;
    for (const name of names) {
      let stem = '';
      if (isStatic) {
        const found = parts[0]!
          .trim()
          .split(/\s+/)
          .map((pattern) => stemOf(pattern, name))
          .find((each) => each !== null);
        if (found === undefined || found === null) {
          await this.#host.say(
            `${file}:${number}: target '${name}' doesn't match the target pattern\n`,
            'err',
          );
          continue;
        }
        stem = found;
      }
      const filled = isStatic ? prerequisites.map((each) => withStem(each, stem)) : prerequisites;
      this.#addTo(name, filled, order, recipe, stem, colon.found === '::', number);
    }
    return ruleHead;
  }

  /** What a rule says of one of its targets. */
  #addTo(
    name: string,
    prerequisites: string[],
    order: string[],
    recipe: Recipe,
    stem: string,
    isDouble: boolean,
    number: number,
  ): void {
    const target = this.rules.target(name);
    if (this.rules.firstGoal === null && (!name.startsWith('.') || name.includes('/')))
      this.rules.firstGoal = name;
    if (isDouble) {
      target.doubles.push({ prerequisites, recipe });
      return;
    }
    target.orderOnly.push(...order);
    if (stem !== '') target.stem = stem;
    // The rule that has the recipe gives `$<`. Whether this one has is known when its lines are read.
    this.#pending.push({ name, prerequisites, recipe, number });
    target.prerequisites.push(...prerequisites);
  }

  /** After everything is read: each target gets its recipe; a second one is told of and replaces the first. */
  async settle(): Promise<void> {
    for (const { name, prerequisites, recipe, number } of this.#pending) {
      if (recipe.lines.length === 0) continue;
      const target = this.rules.target(name);
      const before = target.recipe;
      if (before && before !== recipe) {
        const old = (before.lines[0]?.line ?? 1) - 0;
        await this.#host.say(
          `${recipe.file}:${recipe.lines[0]?.line ?? number}: warning: overriding recipe for target '${name}'\n`,
          'err',
        );
        await this.#host.say(
          `${before.file}:${old}: warning: ignoring old recipe for target '${name}'\n`,
          'err',
        );
      }
      target.recipe = recipe;
      const rest = target.prerequisites.filter((each) => !prerequisites.includes(each));
      target.prerequisites = [...prerequisites, ...rest];
    }
  }

  #scopeFor(name: string): Scope {
    if (name.includes('%')) {
      const scope = new Scope(this.#global);
      this.rules.patternScopes.push({ pattern: name, scope });
      return scope;
    }
    const target = this.rules.target(name);
    target.scope ??= new Scope(this.#global);
    return target.scope;
  }

  #special(names: readonly string[], prerequisites: readonly string[]): boolean {
    const [name] = names;
    const { rules } = this;
    const sets: Readonly<Record<string, Set<string>>> = {
      '.PHONY': rules.phony,
      '.SILENT': rules.silent,
      '.IGNORE': rules.ignored,
      '.SECONDARY': rules.kept,
      '.PRECIOUS': rules.kept,
      '.INTERMEDIATE': new Set(),
    };
    const set = sets[name ?? ''];
    if (set) for (const each of prerequisites.length > 0 ? prerequisites : ['*']) set.add(each);
    else if (name === '.ONESHELL') rules.oneShell = true;
    else if (name === '.DELETE_ON_ERROR') rules.deletesOnError = true;
    else if (
      !/^\.(SUFFIXES|NOTPARALLEL|EXPORT_ALL_VARIABLES|SECONDEXPANSION|POSIX|DEFAULT|LOW_RESOLUTION_TIME)$/.test(
        name ?? '',
      )
    )
      return false;
    if (name === '.EXPORT_ALL_VARIABLES') this.#global.exportsAll = true;
    return true;
  }

  /** `.c.o:` is `%.o: %.c`. */
  #suffixRule(name: string, prerequisites: readonly string[], recipe: Recipe): boolean {
    const match = /^(\.[A-Za-z]\w*)(\.[A-Za-z]\w*)$/.exec(name);
    if (!match || prerequisites.length > 0) return false;
    this.rules.patterns.push({
      targets: [`%${match[2]}`],
      prerequisites: [`%${match[1]}`],
      orderOnly: [],
      recipe,
    });
    return true;
  }
}
