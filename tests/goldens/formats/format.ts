import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import {
  maxInlineUnits,
  type OutputText,
  type SentView,
  textOfPieces,
  type WindowSizes,
} from '../../../src/core/index.ts';

/** A `gen` expression makes at most a few megabytes of text, on a busy machine too; one that takes longer is a mistake. */
export const genTimeoutMs = 25_000;

export interface FileCheck {
  readonly passed: number;
  /** One line each. */
  readonly failures: readonly string[];
}

/** One shape of goldens file. */
export interface GoldenFormat {
  /** Runs every case of a parsed file; null where the file is of another format. */
  check(parsed: unknown): FileCheck | null;
}

export interface CaseCheck {
  readonly id?: string | undefined;
  /** Null where the case passed. */
  readonly problem: string | null;
}

/** Every case through `checkCase`, with a line for each that failed. */
export function checkCases(
  cases: readonly unknown[],
  checkCase: (unchecked: unknown) => CaseCheck,
): FileCheck {
  const failures = cases.flatMap((unchecked, at) => {
    const { id, problem } = checkCase(unchecked);
    return problem === null ? [] : [`${id ?? `case ${at}`}: ${problem}`];
  });
  return { passed: cases.length - failures.length, failures };
}

/** What a `gen` expression (JavaScript, without anything of the machine) gives. Throws where that is no text. */
export function generated(expression: string): string {
  const input: unknown = runInNewContext(expression, {}, { timeout: genTimeoutMs });
  if (typeof input !== 'string') throw new Error(`gen gives ${typeof input}, not a text`);
  return input;
}

/**
 * Windows that show a profile all that it may give of a result, as a session's do: a page of a file is cut before and
 * may be given whole, however long; of other tools each end is as long as a result may be.
 */
export function windowsFor(tool: string, written: string): WindowSizes {
  return tool === 'read'
    ? { headUnits: written.length, tailUnits: 0 }
    : { headUnits: maxInlineUnits, tailUnits: maxInlineUnits };
}

/** Where two texts part, in UTF-16 units, with a little of each. */
export function differenceWords(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const around = (text: string) => JSON.stringify(text.slice(at, at + 40));
  return `first difference at ${at}: expected ${around(expected)}, got ${around(actual)} (${expected.length} and ${actual.length} characters)`;
}

/**
 * What a harness makes of an output, before it is made fit for a request (NUL made visible): a golden has its bytes.
 * Half a character is U+FFFD, as in UTF-8.
 */
export function harnessText({ pieces }: Pick<SentView, 'pieces'>, text: OutputText): string {
  return textOfPieces(pieces, text).toWellFormed();
}

/** SHA-256 of the text's UTF-8, hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
