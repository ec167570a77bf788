import { allHold, type Facts } from './facts.ts';
import type { FactValue, Prediction } from './lesson.ts';

/** How a prediction came out. */
export interface Verdict {
  readonly right: boolean;
  /** What the run really gave: the right choices' labels, the number. Null where the run does not say. */
  readonly truth: FactValue;
}

/** Judges an answer by the run. For a choice the answer is its label. */
export function judge(predict: Prediction, answer: string, facts: Facts): Verdict {
  switch (predict.kind) {
    case 'choice': {
      const right = predict.choices.filter(({ when }) => allHold(when, facts));
      return {
        right: right.some(({ label }) => label === answer),
        truth: right.length === 0 ? null : right.map(({ label }) => label).join(' / '),
      };
    }
    case 'number': {
      const truth = facts.get(predict.fact) ?? null;
      const said = numberIn(answer);
      if (typeof truth !== 'number' || said === null) return { right: false, truth };
      return { right: Math.abs(said - truth) <= Math.abs(truth) * predict.within, truth };
    }
  }
}

/** A number as a person types it: `1,200`, `1 200`, `1200 tokens`; null where there is none. */
export function numberIn(text: string): number | null {
  const digits = /^\s*(\d[\d\s,.']*)/.exec(text)?.[1]?.replace(/[\s,']/g, '');
  if (digits === undefined) return null;
  const value = Number(digits.replace(/\.$/, ''));
  return Number.isFinite(value) ? value : null;
}
