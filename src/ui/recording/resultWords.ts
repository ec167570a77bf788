import type { ReplayedResult } from '../../agent/index.ts';
import type { Outcome } from '../../core/index.ts';
import type { RecordedRecord } from './transcript.ts';

type Tone = 'saved' | 'warn' | 'ok' | 'bad' | 'soft';

/** How a recorded call ended, in one word. */
export function outcomeMark(outcome: Outcome): { readonly tone: Tone; readonly word: string } {
  switch (outcome.status) {
    case 'ok':
      return { tone: 'ok', word: 'ok' };
    case 'failed':
      return {
        tone: 'bad',
        word: outcome.signal ?? (outcome.exitCode === null ? 'failed' : `exit ${outcome.exitCode}`),
      };
    case 'timeout':
      return { tone: 'warn', word: 'timed out' };
    case 'error':
      return { tone: 'bad', word: outcome.stoppedBy === 'user' ? 'stopped' : 'error' };
  }
}

/** Where a result stands in a re-run. */
export function replayMark(
  result: ReplayedResult,
  record: RecordedRecord | null,
): { readonly tone: Tone; readonly word: string; readonly explanation: string } {
  if (record === null) {
    return { tone: 'soft', word: 'no result', explanation: 'The call was recorded without a result.' };
  }
  switch (result.kind) {
    case 'waiting':
      return waiting[record.result.kind];
    case 'same':
      return {
        tone: 'ok',
        word: 'same',
        explanation: 'Run again here: the same bytes and the same text for the model.',
      };
    case 'played':
      return {
        tone: 'soft',
        word: 'from the recording',
        explanation: 'Not run again: a second run would not give it. Its bytes came with the recording.',
      };
    case 'missing':
      return { tone: 'warn', word: 'missing', explanation: `Not in the recording: ${result.why}.` };
    case 'cannot-run':
      return { tone: 'warn', word: 'cannot run', explanation: `It cannot be run again here: ${result.why}.` };
    case 'drift':
      return {
        tone: 'bad',
        word: 'drift',
        explanation: `Run again here, its ${result.place} is not what was recorded.`,
      };
  }
}

const waiting = {
  derived: {
    tone: 'soft',
    word: 'not run yet',
    explanation: 'The recording holds its hash; running it again makes the bytes and compares them.',
  },
  inlined: {
    tone: 'soft',
    word: 'in the recording',
    explanation: 'A second run would not give it, so its bytes are in the recording.',
  },
  missing: {
    tone: 'warn',
    word: 'missing',
    explanation: 'Its bytes are neither here nor can they be made again.',
  },
} as const;
