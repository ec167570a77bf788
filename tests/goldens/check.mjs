import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';

/** A `gen` expression makes at most a few megabytes of text; longer than this is a mistake in the file. */
const genTimeoutMs = 5_000;

/**
 * Checks every case of a parsed goldens file with the profile's own function. Returns one line per failure, and
 * how many cases passed. A file of another format is one failure.
 * @param {unknown} file
 * @param {(run: {tool: string, input: string, outputFile: string}) => {text: string, persisted: boolean, path: string | null}} run
 * @returns {{passed: number, failures: string[]}}
 */
export function checkClaudeCodeFile(file, run) {
  if (!isClaudeCodeFile(file)) return { passed: 0, failures: ['unknown format'] };
  const failures = [];
  for (const golden of file.cases) {
    const problem = problemOf(golden, golden.outputFile ?? file.outputFile, run);
    if (problem !== null) failures.push(`${golden.id ?? '(no id)'}: ${problem}`);
  }
  return { passed: file.cases.length - failures.length, failures };
}

function isClaudeCodeFile(file) {
  return (
    typeof file === 'object' &&
    file !== null &&
    typeof file.outputFile === 'string' &&
    Array.isArray(file.cases) &&
    file.cases.every(
      (golden) =>
        typeof golden === 'object' &&
        golden !== null &&
        typeof golden.tool === 'string' &&
        (typeof golden.gen === 'string' || typeof golden.input === 'string') &&
        (typeof golden.text === 'string' || typeof golden.outSha === 'string'),
    )
  );
}

function problemOf(golden, outputFile, run) {
  let input;
  let result;
  try {
    input = golden.input ?? runInNewContext(golden.gen, {}, { timeout: genTimeoutMs });
    if (typeof input !== 'string') return `gen gives ${typeof input}, not a text`;
    if (golden.inputChars !== undefined && golden.inputChars !== input.length) {
      return `input has ${input.length} characters, not ${golden.inputChars}`;
    }
    if (golden.inputSha !== undefined && golden.inputSha !== sha256(input))
      return 'input has another SHA-256';
    result = run({ tool: golden.tool, input, outputFile });
  } catch (thrown) {
    return `threw ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
  return resultProblem(golden, outputFile, input, result);
}

function resultProblem(golden, outputFile, input, result) {
  if (golden.persisted !== undefined && golden.persisted !== result.persisted) {
    return `persisted is ${result.persisted}, not ${golden.persisted}`;
  }
  if (result.path !== null && result.path !== outputFile) return `saved to ${result.path}, not ${outputFile}`;
  // A long whole result is kept as a hash only; it is then the input, and a difference can be placed.
  const expected = golden.text ?? (golden.outSha === golden.inputSha ? input : null);
  if (expected !== null && expected !== result.text) return difference(expected, result.text);
  if (golden.outChars !== undefined && golden.outChars !== result.text.length) {
    return `result has ${result.text.length} characters, not ${golden.outChars}`;
  }
  if (golden.outSha !== undefined && golden.outSha !== sha256(result.text)) {
    return `result of ${result.text.length} characters has another SHA-256`;
  }
  return null;
}

/** @param {string} expected @param {string} actual */
export function difference(expected, actual) {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const around = (text) => JSON.stringify(text.slice(at, at + 40));
  return `first difference at ${at}: expected ${around(expected)}, got ${around(actual)} (${expected.length} and ${actual.length} characters)`;
}

function sha256(text) {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
