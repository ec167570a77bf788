import * as v from 'valibot';
import { signalNames } from '../../../src/core/index.ts';
import { checkCases, differenceWords, type GoldenFormat, generated, sha256 } from './format.ts';
import { runProfile } from './profileRun.ts';

const optionalText = v.optional(v.string());
const goldenCase = v.pipe(
  v.strictObject({
    id: v.string(),
    note: optionalText,
    tool: v.optional(v.string(), 'bash'),
    callId: v.optional(v.string(), 'call_1'),
    /** stdout as it is, or a JavaScript expression that gives it. */
    input: optionalText,
    gen: optionalText,
    stderr: v.optional(v.string(), ''),
    exitCode: v.optional(v.number(), 0),
    signal: v.optional(v.picklist(signalNames)),
    /** Its time was over; with a signal it was stopped, without one it runs on. */
    timeoutMs: v.optional(v.number()),
    aborted: v.optional(v.boolean(), false),
    durationMs: v.optional(v.number(), 1_000),
    contextTokensLeft: v.optional(v.number()),
    quirks: v.optional(v.record(v.string(), v.picklist(['exact', 'fixed'])), {}),
    options: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
    /** The inline limit of the tool, in the profile's own unit. */
    limit: v.optional(v.number()),
    text: optionalText,
    sha256: optionalText,
    /** UTF-16 units of the model text. */
    units: v.optional(v.number()),
    savedPath: v.optional(v.nullable(v.string())),
  }),
  v.check((golden) => (golden.gen === undefined) !== (golden.input === undefined), 'gen or input'),
  v.check((golden) => (golden.text === undefined) !== (golden.sha256 === undefined), 'text or sha256'),
);
export type ProfileCase = v.InferOutput<typeof goldenCase>;

const goldenFile = v.looseObject({ profile: v.string(), about: v.string(), cases: v.array(v.unknown()) });

/** Our own format, one file a profile: facts of a record and the whole model text (or its hash and length). */
export const profileCasesFormat: GoldenFormat = {
  check(parsed) {
    const file = v.safeParse(goldenFile, parsed);
    if (!file.success) return null;
    return checkCases(file.output.cases, (unchecked) => {
      const golden = v.safeParse(goldenCase, unchecked);
      if (!golden.success) return { problem: `not a case of this format (${golden.issues[0].message})` };
      return { id: golden.output.id, problem: caseProblem(file.output.profile, golden.output) };
    });
  },
};

function caseProblem(profile: string, golden: ProfileCase): string | null {
  try {
    const input = golden.gen === undefined ? (golden.input ?? '') : generated(golden.gen);
    const { text, savedPath } = runProfile(profile, golden, input);
    if (golden.savedPath !== undefined && golden.savedPath !== savedPath) {
      return `saved to ${savedPath}, not ${golden.savedPath}`;
    }
    if (golden.text !== undefined && golden.text !== text) return differenceWords(golden.text, text);
    if (golden.units !== undefined && golden.units !== text.length) {
      return `result has ${text.length} characters, not ${golden.units}`;
    }
    return golden.sha256 === undefined || golden.sha256 === sha256(text)
      ? null
      : `result of ${text.length} characters has another SHA-256`;
  } catch (thrown) {
    return `threw ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
