import { strFromU8 } from 'fflate';
import type { Outcome } from '../contract/index.ts';
import type { RecordedCall, StreamHash, TextHash } from './document.ts';

/** What running a call again gave. */
export interface RerunResult {
  readonly outcome: Outcome;
  readonly stdout: StreamHash | null;
  readonly stderr: StreamHash | null;
  /** Null for what no model is sent: the output of a job. */
  readonly view: TextHash | null;
}

/** `told`: what the model was told of it later, or where. */
export type DriftPlace = 'outcome' | 'stdout' | 'stderr' | 'view' | 'told';

export type Comparison =
  | { readonly kind: 'same' }
  /** The first place that differs, each side in words a person can compare. */
  | {
      readonly kind: 'drift';
      readonly place: DriftPlace;
      readonly expected: string;
      readonly got: string;
      /** The first line that differs, where the recorded bytes are at hand. */
      readonly line?: DifferingLine;
    };

/** One line of two outputs; null where one of them ends before it. */
export interface DifferingLine {
  /** From 1. */
  readonly number: number;
  readonly expected: string | null;
  readonly got: string | null;
}

/** What was recorded of a result; `view` absent or null where nothing is to be compared. */
type Recorded = Pick<RecordedCall, 'outcome' | 'output'> & { readonly view?: TextHash | null };

/**
 * Compares a result with what was recorded: how it ended, then the bytes of each stream, then the text that the model
 * was sent. The view comes last, since bytes that differ explain it.
 */
export function compareResult(recorded: Recorded, got: RerunResult): Comparison {
  const places: readonly (readonly [DriftPlace, string, string])[] = [
    ['outcome', outcomeWords(recorded.outcome), outcomeWords(got.outcome)],
    ['stdout', hashWords(recorded.output.stdout), hashWords(got.stdout)],
    ['stderr', hashWords(recorded.output.stderr), hashWords(got.stderr)],
    ['view', viewWords(recorded.view ?? got.view), viewWords(got.view)],
  ];
  for (const [place, expected, actual] of places) {
    if (expected !== actual) return { kind: 'drift', place, expected, got: actual };
  }
  return { kind: 'same' };
}

const hashWords = (hash: StreamHash | null | undefined) =>
  hash ? `${hash.bytes} bytes, SHA-256 ${hash.sha256}` : 'nothing';
const viewWords = (view: TextHash | null) =>
  view === null ? 'nothing' : `${view.units} characters, SHA-256 ${view.sha256}`;

/** Without what an update may word anew: messages are not compared, codes are. */
function outcomeWords(outcome: Outcome): string {
  switch (outcome.status) {
    case 'ok':
    case 'failed': {
      const code = outcome.exitCode === null ? '' : ` with exit code ${outcome.exitCode}`;
      const signal = outcome.status === 'failed' && outcome.signal ? ` by ${outcome.signal}` : '';
      return `${outcome.status}${code}${signal}`;
    }
    case 'timeout':
      return `timeout after ${outcome.timeoutMs} ms`;
    case 'error':
      return `error ${outcome.error.code}`;
  }
}

/** Of a long line so much is shown, with what comes before the difference (UTF-16 units). */
const shownUnits = 200;
const leadUnits = 60;

/** The first line in which two outputs differ; null where they are the same. */
export function firstDifferingLine(expected: Uint8Array, got: Uint8Array): DifferingLine | null {
  const most = Math.max(expected.length, got.length);
  let number = 1;
  let start = 0;
  for (let at = 0; at < most; at += 1) {
    if (expected[at] !== got[at]) return differing(number, expected, got, start, at);
    if (expected[at] === newline) {
      number += 1;
      start = at + 1;
    }
  }
  return null;
}

const newline = 10;

function differing(
  number: number,
  expected: Uint8Array,
  got: Uint8Array,
  start: number,
  at: number,
): DifferingLine {
  // Where the window begins inside of a character, that one shows as broken.
  const from = Math.max(start, at - leadUnits);
  const line = (bytes: Uint8Array): string | null => {
    if (start >= bytes.length) return null;
    const end = bytes.indexOf(newline, Math.min(at, bytes.length));
    const whole = bytes.subarray(from, Math.min(end < 0 ? bytes.length : end, from + 4 * shownUnits));
    const text = strFromU8(whole);
    const cut = text.length > shownUnits ? `${text.slice(0, shownUnits)}…` : text;
    return from > start ? `…${cut}` : cut;
  };
  return { number, expected: line(expected), got: line(got) };
}
