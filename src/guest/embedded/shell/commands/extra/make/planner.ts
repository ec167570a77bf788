import type { PatternRule, Recipe, Rules, Target } from './rules.ts';
import { baseOf, stemOf, withStem } from './variables.ts';

export interface Plan {
  readonly recipe: Recipe | null;
  readonly prerequisites: readonly string[];
  readonly orderOnly: readonly string[];
  readonly stem: string;
  /** Other targets that the same pattern rule makes. */
  readonly also: readonly string[];
}

/** Finds how targets are made: by a rule of their own, or by a pattern rule, or by several in a row. */
export class Planner {
  /** What was found to be made only on the way to something else: removed in the end. */
  readonly intermediate = new Set<string>();
  readonly #rules: Rules;
  readonly #mtime: (path: string) => Promise<number | null>;

  constructor(rules: Rules, mtime: (path: string) => Promise<number | null>) {
    this.#rules = rules;
    this.#mtime = mtime;
  }

  /** How `name` is made; null where no rule says so. */
  async planOf(name: string, target: Target | undefined): Promise<Plan | null> {
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
            (await this.#mtime(needed)) !== null ||
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
        for (const each of made) this.intermediate.add(each);
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
