import * as v from 'valibot';
import type { JsonValue } from '../contract/index.ts';

/** `lesson.json` at the door. A lesson may come from a stranger, so everything is bounded. */

const words = v.pipe(v.string(), v.maxLength(4_000));
const factName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_@.-]{1,120}$/, 'a fact is named by letters, digits, "_", "-", "@" and "."'),
);
const factValue = v.nullable(v.union([words, v.pipe(v.number(), v.finite()), v.boolean()]));
const bound = v.union([v.pipe(v.number(), v.finite()), v.strictObject({ fact: factName })]);
const condition = v.strictObject({
  fact: factName,
  is: v.optional(factValue),
  not: v.optional(factValue),
  has: v.optional(words),
  lacks: v.optional(words),
  atLeast: v.optional(bound),
  atMost: v.optional(bound),
});
const conditions = v.pipe(v.array(condition), v.minLength(1), v.maxLength(20));

const prediction = v.variant('kind', [
  v.strictObject({
    kind: v.literal('choice'),
    question: words,
    choices: v.pipe(
      v.array(v.strictObject({ label: words, when: conditions })),
      v.minLength(2),
      v.maxLength(8),
    ),
  }),
  v.strictObject({
    kind: v.literal('number'),
    question: words,
    fact: factName,
    unit: v.pipe(v.string(), v.maxLength(40)),
    within: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.1),
  }),
]);

const json = v.custom<JsonValue>((value) => value !== undefined, 'this is not JSON');
/** The answers of the scripted model; their own door checks them before they are played. */
const model = v.pipe(v.array(json), v.minLength(1), v.maxLength(40));

const run = v.variant('kind', [
  v.strictObject({
    kind: v.literal('profile'),
    profile: v.pipe(v.string(), v.maxLength(60)),
    options: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  }),
  v.strictObject({
    kind: v.literal('turn'),
    user: words,
    model,
  }),
  v.strictObject({ kind: v.literal('heard') }),
]);

const table = v.strictObject({
  caption: words,
  columns: v.pipe(v.array(words), v.minLength(1), v.maxLength(8)),
  rows: v.pipe(
    v.array(v.strictObject({ title: words, facts: v.pipe(v.array(factName), v.maxLength(8)) })),
    v.minLength(1),
    v.maxLength(20),
  ),
});

const checks = v.pipe(
  v.array(v.strictObject({ says: words, all: conditions })),
  v.minLength(1),
  v.maxLength(12),
);
const field = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z_]{1,40}$/, 'this is no name of a field')),
  title: v.pipe(v.string(), v.maxLength(60)),
  kind: v.optional(v.picklist(['text', 'number', 'switch']), 'text'),
  value: v.optional(words, ''),
});
const task = v.variant('kind', [
  v.strictObject({
    kind: v.literal('calls'),
    goal: words,
    tools: v.pipe(
      v.array(
        v.strictObject({
          tool: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
          fields: v.pipe(v.array(field), v.maxLength(8)),
        }),
      ),
      v.minLength(1),
      v.maxLength(6),
    ),
    limits: v.optional(v.boolean(), false),
    checks,
    answer: v.strictObject({ says: words, model }),
  }),
  v.strictObject({
    kind: v.literal('profile'),
    goal: words,
    base: v.pipe(v.string(), v.maxLength(60)),
    checks,
    answer: v.strictObject({
      says: words,
      base: v.pipe(v.string(), v.maxLength(60)),
      limits: v.optional(v.record(v.string(), v.number()), {}),
      options: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
    }),
  }),
]);

export const lessonDataSchema = v.strictObject({
  mcp: v.optional(v.boolean(), false),
  files: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          path: v.pipe(
            v.string(),
            v.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\0][^\0]{0,200}$/, 'a path lies below the workspace'),
          ),
          text: v.pipe(v.string(), v.maxLength(200_000)),
        }),
      ),
      v.maxLength(50),
    ),
    [],
  ),
  marks: v.optional(
    v.record(
      v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/, 'a mark is named by letters, digits and "-"')),
      v.pipe(words, v.minLength(1)),
    ),
    {},
  ),
  steps: v.pipe(
    v.array(
      v.strictObject({
        predict: v.optional(v.nullable(prediction), null),
        run: v.optional(v.pipe(v.array(run), v.maxLength(10)), []),
        show: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(60))), null),
        table: v.optional(v.nullable(table), null),
        task: v.optional(v.nullable(task), null),
      }),
    ),
    v.minLength(1),
    v.maxLength(30),
  ),
});
