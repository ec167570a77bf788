import * as v from 'valibot';
import { signalNames } from '../../../src/core/index.ts';
import { checkCases, differenceWords, type GoldenFormat, generated, sha256 } from './format.ts';
import { spokenText } from './spokenRun.ts';

const text = v.optional(v.string());
const count = v.optional(v.number());
const common = {
  id: v.string(),
  why: v.string(),
  /** measured: the source has these words; rule: they follow from a rule that it states; ours: it is silent. */
  src: v.picklist(['measured', 'rule', 'ours']),
  /** What the model gets: whole, or by its hash and UTF-16 units. */
  text,
  sha256: text,
  units: count,
};
const input = {
  /** What was written, or a JavaScript expression that gives it. */
  input: text,
  gen: text,
};

const spokenCase = v.variant('kind', [
  v.strictObject({
    ...common,
    ...input,
    kind: v.literal('result'),
    tool: v.optional(v.string(), 'bash'),
    callId: v.optional(v.string(), 'call_1'),
    usedStems: v.optional(v.array(v.string()), []),
    stderr: v.optional(v.string(), ''),
    exitCode: v.optional(v.number(), 0),
    signal: v.optional(v.picklist(signalNames)),
    timeoutMs: count,
    /** The file could not be written. */
    saveFails: v.optional(v.object({ code: v.string(), message: v.string() })),
    savedPath: v.optional(v.nullable(v.string())),
  }),
  v.strictObject({
    ...common,
    ...input,
    kind: v.literal('read'),
    page: v.object({
      path: v.string(),
      askedOffset: v.optional(v.nullable(v.number()), null),
      askedLimit: v.optional(v.nullable(v.number()), null),
      firstLine: v.optional(v.number(), 1),
      lastLine: v.number(),
      totalLines: v.number(),
      rangeTokens: v.optional(v.nullable(v.number()), null),
      capTokens: v.optional(v.number(), 25_000),
      cut: v.variant('kind', [
        v.object({ kind: v.picklist(['none', 'window', 'partial', 'range-over-cap']) }),
        v.object({
          kind: v.literal('long-line'),
          shownUnits: v.number(),
          lineUnits: v.nullable(v.number()),
          nextByte: v.number(),
        }),
      ]),
    }),
  }),
  /** Name, description and input schema of a tool as one JSON text. */
  v.strictObject({ ...common, kind: v.literal('tool'), tool: v.string(), says: v.array(v.string()) }),
  v.strictObject({
    ...common,
    kind: v.literal('job'),
    said: v.picklist(['logPath', 'started', 'movedToBackground', 'ended']),
    jobId: v.optional(v.string(), 'job_1'),
    command: v.optional(v.string(), 'make'),
    logPath: v.optional(v.string(), '/tasks/job_1.output'),
    isHeard: v.optional(v.boolean(), true),
    timeoutMs: v.optional(v.number(), 4_000),
    exitCode: v.optional(v.number(), 0),
  }),
]);
export type SpokenCase = v.InferOutput<typeof spokenCase>;

const spokenFile = v.looseObject({ spoken: v.string(), about: v.string(), cases: v.array(v.unknown()) });

/** What one profile says where no golden of outputs alone reaches: pages, endings, tools and jobs. */
export const spokenWordsFormat: GoldenFormat = {
  check(parsed) {
    const file = v.safeParse(spokenFile, parsed);
    if (!file.success) return null;
    return checkCases(file.output.cases, (unchecked) => {
      const golden = v.safeParse(spokenCase, unchecked);
      if (!golden.success) return { problem: `not a case of this format (${golden.issues[0].message})` };
      return { id: golden.output.id, problem: problemOf(file.output.spoken, golden.output) };
    });
  },
};

function problemOf(profile: string, golden: SpokenCase): string | null {
  try {
    const written = 'gen' in golden && golden.gen !== undefined ? generated(golden.gen) : undefined;
    const { said, savedPath } = spokenText(profile, golden, written);
    if (golden.kind === 'result' && golden.savedPath !== undefined && golden.savedPath !== savedPath) {
      return `saved to ${savedPath}, not ${golden.savedPath}`;
    }
    const missing = golden.kind === 'tool' ? golden.says.find((words) => !said.includes(words)) : undefined;
    if (missing !== undefined) return `does not say ${JSON.stringify(missing)}`;
    if (golden.text !== undefined && golden.text !== said) return differenceWords(golden.text, said);
    if (golden.units !== undefined && golden.units !== said.length) {
      return `has ${said.length} characters, not ${golden.units}`;
    }
    const known = golden.sha256 === undefined || golden.sha256 === sha256(said);
    return known ? null : `${said.length} characters with another SHA-256`;
  } catch (thrown) {
    return `threw ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
