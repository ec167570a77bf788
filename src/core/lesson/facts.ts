import type { Condition, FactValue, LessonStep, Prediction } from './lesson.ts';

/** The facts that are known of a run, by their name. A name that is not there has no value: nothing holds for it. */
export type Facts = ReadonlyMap<string, FactValue>;

/** The name of a fact taken apart; `label` null for one of the call that is judged. */
export interface FactName {
  readonly label: string | null;
  /** The profile through which the call is looked at; null: as it was sent. */
  readonly profile: string | null;
  readonly field: string;
}

export function readFactName(name: string): FactName {
  const dot = name.indexOf('.');
  const head = dot < 0 ? '' : name.slice(0, dot);
  const field = dot < 0 ? name : name.slice(dot + 1);
  const at = (dot < 0 ? field : head).indexOf('@');
  if (dot < 0) {
    return at < 0
      ? { label: null, profile: null, field }
      : { label: null, profile: field.slice(at + 1), field: field.slice(0, at) };
  }
  return {
    label: at < 0 ? head : head.slice(0, at),
    profile: at < 0 ? null : head.slice(at + 1),
    field,
  };
}

/** True where the condition holds of what is known. */
export function holds(condition: Condition, facts: Facts): boolean {
  const value = facts.get(condition.fact);
  if (value === undefined) return false;
  const { is, not, has, lacks, atLeast, atMost } = condition;
  if (is !== undefined && value !== is) return false;
  if (not !== undefined && value === not) return false;
  if (has !== undefined && !(typeof value === 'string' && value.includes(has))) return false;
  if (lacks !== undefined && !(typeof value === 'string' && !value.includes(lacks))) return false;
  if (atLeast !== undefined && !(typeof value === 'number' && value >= boundOf(atLeast, facts))) return false;
  if (atMost !== undefined && !(typeof value === 'number' && value <= boundOf(atMost, facts))) return false;
  return true;
}

/** A bound that is not known is one that nothing meets. */
function boundOf(bound: number | { readonly fact: string }, facts: Facts): number {
  if (typeof bound === 'number') return bound;
  const value = facts.get(bound.fact);
  return typeof value === 'number' ? value : Number.NaN;
}

export function allHold(conditions: readonly Condition[], facts: Facts): boolean {
  return conditions.every((condition) => holds(condition, facts));
}

const placeholder = /\{\{([A-Za-z0-9_@.-]{1,120})\}\}/g;

/** Puts words in the place of each `{{fact}}`. */
export function fillFacts(text: string, wordsOf: (name: string) => string): string {
  return text.replace(placeholder, (_, name: string) => wordsOf(name));
}

/** Names of the facts that conditions look at. */
export function factsOfConditions(conditions: readonly Condition[]): readonly string[] {
  return conditions.flatMap(({ fact, atLeast, atMost }) => [
    fact,
    ...[atLeast, atMost].flatMap((bound) => (typeof bound === 'object' ? [bound.fact] : [])),
  ]);
}

/** Names of the facts that a step shows or judges an answer by, each once. What its task looks at is not among them. */
export function factsOfStep(step: LessonStep): readonly string[] {
  const inText = [step.before, step.after].flatMap((text) =>
    [...text.matchAll(placeholder)].map((match) => match[1] ?? ''),
  );
  const inTable = step.table?.rows.flatMap(({ facts }) => facts) ?? [];
  return [...new Set([...inText, ...inTable, ...factsOfPrediction(step.predict)])];
}

function factsOfPrediction(predict: Prediction | null): readonly string[] {
  if (predict === null) return [];
  return predict.kind === 'choice'
    ? predict.choices.flatMap(({ when }) => factsOfConditions(when))
    : [predict.fact];
}
