import type { Scope } from './variables.ts';

export interface Recipe {
  /** Lines as written, without their tab; unexpanded. */
  readonly lines: { readonly text: string; readonly line: number }[];
  readonly file: string;
}

/** What is known of one target. */
export interface Target {
  readonly name: string;
  prerequisites: string[];
  orderOnly: string[];
  recipe: Recipe | null;
  /** What `%` stood for, of a static pattern rule. */
  stem: string;
  /** `target::`: each with a recipe of its own. */
  readonly doubles: { readonly prerequisites: readonly string[]; readonly recipe: Recipe | null }[];
  scope: Scope | null;
}

export interface PatternRule {
  readonly targets: readonly string[];
  readonly prerequisites: readonly string[];
  readonly orderOnly: readonly string[];
  readonly recipe: Recipe;
}

/** Everything the makefiles said. */
export class Rules {
  readonly targets = new Map<string, Target>();
  readonly patterns: PatternRule[] = [];
  readonly patternScopes: { readonly pattern: string; readonly scope: Scope }[] = [];
  readonly phony = new Set<string>();
  readonly silent = new Set<string>();
  readonly ignored = new Set<string>();
  readonly kept = new Set<string>();
  firstGoal: string | null = null;
  oneShell = false;
  deletesOnError = false;

  target(name: string): Target {
    let target = this.targets.get(name);
    if (!target) {
      target = { name, prerequisites: [], orderOnly: [], recipe: null, stem: '', doubles: [], scope: null };
      this.targets.set(name, target);
    }
    return target;
  }
}
