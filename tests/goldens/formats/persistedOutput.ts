import * as v from 'valibot';
import { runClaudeCode } from '../claudeCode.ts';
import { checkCases, differenceWords, type GoldenFormat, generated, sha256 } from './format.ts';

const optionalText = v.optional(v.string());
const claudeCodeCase = v.pipe(
  v.looseObject({
    id: optionalText,
    tool: v.string(),
    /** JavaScript expression that gives the tool's text; `input` is the text itself. */
    gen: optionalText,
    input: optionalText,
    inputChars: v.optional(v.number()),
    inputSha: optionalText,
    outputFile: optionalText,
    persisted: v.optional(v.boolean()),
    text: optionalText,
    outSha: optionalText,
    outChars: v.optional(v.number()),
  }),
  v.check((golden) => golden.gen !== undefined || golden.input !== undefined, 'neither gen nor input'),
  v.check((golden) => golden.text !== undefined || golden.outSha !== undefined, 'neither text nor outSha'),
);
const claudeCodeFile = v.looseObject({ outputFile: v.string(), cases: v.array(v.unknown()) });
type ClaudeCodeCase = v.InferOutput<typeof claudeCodeCase>;

/** The text that a tool returned, and what Claude Code's model gets for it. */
export const persistedOutputFormat: GoldenFormat = {
  check(parsed) {
    const file = v.safeParse(claudeCodeFile, parsed);
    if (!file.success) return null;
    const { cases, outputFile } = file.output;
    return checkCases(cases, (unchecked) => {
      const golden = v.safeParse(claudeCodeCase, unchecked);
      return golden.success
        ? {
            id: golden.output.id,
            problem: caseProblem(golden.output, golden.output.outputFile ?? outputFile),
          }
        : { problem: `not a case of this format (${golden.issues[0].message})` };
    });
  },
};

function caseProblem(golden: ClaudeCodeCase, outputFile: string): string | null {
  try {
    const input = golden.input ?? generated(golden.gen ?? '');
    if (golden.inputChars !== undefined && golden.inputChars !== input.length) {
      return `input has ${input.length} characters, not ${golden.inputChars}`;
    }
    if (golden.inputSha !== undefined && golden.inputSha !== sha256(input))
      return 'input has another SHA-256';
    return resultProblem(golden, input, outputFile);
  } catch (thrown) {
    return `threw ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

function resultProblem(golden: ClaudeCodeCase, input: string, outputFile: string): string | null {
  const result = runClaudeCode({ tool: golden.tool, input, outputFile });
  if (golden.persisted !== undefined && golden.persisted !== result.persisted) {
    return `persisted is ${result.persisted}, not ${golden.persisted}`;
  }
  if (result.path !== null && result.path !== outputFile) return `saved to ${result.path}, not ${outputFile}`;
  // A long whole result is kept as a hash only; it is then the input, and a difference can be placed.
  const expected = golden.text?.toWellFormed() ?? (golden.outSha === golden.inputSha ? input : undefined);
  if (expected !== undefined && expected !== result.text) return differenceWords(expected, result.text);
  if (golden.outChars !== undefined && golden.outChars !== result.text.length) {
    return `result has ${result.text.length} characters, not ${golden.outChars}`;
  }
  if (golden.outSha !== undefined && golden.outSha !== sha256(result.text)) {
    return `result of ${result.text.length} characters has another SHA-256`;
  }
  return null;
}
