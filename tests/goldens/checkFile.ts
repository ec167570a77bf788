import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { runClaudeCode } from './claudeCode.ts';

/** A `gen` expression makes at most a few megabytes of text; one that takes longer is a mistake in the file. */
const genTimeoutMs = 5_000;

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

export interface FileCheck {
  readonly passed: number;
  /** One line each. */
  readonly failures: readonly string[];
}

/** Runs every case of a parsed goldens file. A file of a format that is not known is one failure. */
export function checkFile(parsed: unknown): FileCheck {
  const file = v.safeParse(claudeCodeFile, parsed);
  if (!file.success) return { passed: 0, failures: ['unknown format'] };
  const { cases, outputFile } = file.output;
  const failures = cases.flatMap((unchecked, at) => {
    const golden = v.safeParse(claudeCodeCase, unchecked);
    if (!golden.success) return [`case ${at}: not a case of this format (${golden.issues[0].message})`];
    const problem = caseProblem(golden.output, golden.output.outputFile ?? outputFile);
    return problem === null ? [] : [`${golden.output.id ?? `case ${at}`}: ${problem}`];
  });
  return { passed: cases.length - failures.length, failures };
}

function caseProblem(golden: ClaudeCodeCase, outputFile: string): string | null {
  try {
    const input: unknown = golden.input ?? runInNewContext(golden.gen ?? '', {}, { timeout: genTimeoutMs });
    if (typeof input !== 'string') return `gen gives ${typeof input}, not a text`;
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
  const expected = golden.text ?? (golden.outSha === golden.inputSha ? input : undefined);
  if (expected !== undefined && expected !== result.text) return differenceWords(expected, result.text);
  if (golden.outChars !== undefined && golden.outChars !== result.text.length) {
    return `result has ${result.text.length} characters, not ${golden.outChars}`;
  }
  if (golden.outSha !== undefined && golden.outSha !== sha256(result.text)) {
    return `result of ${result.text.length} characters has another SHA-256`;
  }
  return null;
}

/** Where two texts part, in UTF-16 units, with a little of each. */
function differenceWords(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const around = (text: string) => JSON.stringify(text.slice(at, at + 40));
  return `first difference at ${at}: expected ${around(expected)}, got ${around(actual)} (${expected.length} and ${actual.length} characters)`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
