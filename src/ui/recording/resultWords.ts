import type { ReplayedResult } from '../../agent/index.ts';
import type { Outcome } from '../../core/index.ts';
import * as words from '../words/recording.ts';
import type { RecordedRecord } from './transcript.ts';

type Tone = 'saved' | 'warn' | 'ok' | 'bad' | 'soft';

/** How a recorded call ended, in one word. */
export function outcomeMark(outcome: Outcome): { readonly tone: Tone; readonly word: string } {
  switch (outcome.status) {
    case 'ok':
      return { tone: 'ok', word: words.outcomes.ok };
    case 'failed': {
      const { signal, exitCode } = outcome;
      return {
        tone: 'bad',
        word: signal ?? (exitCode === null ? words.outcomes.failed : words.exit(exitCode)),
      };
    }
    case 'timeout':
      return { tone: 'warn', word: words.outcomes.timeout };
    case 'error':
      return {
        tone: 'bad',
        word: outcome.stoppedBy === 'user' ? words.outcomes.stopped : words.outcomes.error,
      };
  }
}

/** Where a result stands in a re-run. */
export function replayMark(
  result: ReplayedResult,
  record: RecordedRecord | null,
): { readonly tone: Tone; readonly word: string; readonly explanation: string } {
  if (record === null) return { tone: 'soft', ...words.noResult };
  switch (result.kind) {
    case 'waiting': {
      const { kind } = record.result;
      return { tone: kind === 'missing' ? 'warn' : 'soft', ...words.waiting[kind] };
    }
    case 'same':
      return { tone: 'ok', ...words.same };
    case 'played':
      return { tone: 'soft', ...words.played };
    case 'missing':
      return { tone: 'warn', ...words.missing(result.why) };
    case 'cannot-run':
      return { tone: 'warn', ...words.cannotRun(result.why) };
    case 'drift':
      return { tone: 'bad', ...words.drift(result.place) };
  }
}
