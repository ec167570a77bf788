import type { JobState, Outcome } from '../../core/index.ts';
import { formatDuration } from '../kit/format.ts';
import type { IconName } from '../kit/icons.ts';
import * as words from '../words/jobs.ts';

/** How a job stands, in a word with a shape. */
export interface JobMark {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'ok' | 'bad' | 'warn' | 'soft';
  readonly explanation: string;
}

export function jobMark({ end }: JobState, isStopping = false): JobMark {
  if (end === null && isStopping) {
    return { word: words.stopping, icon: 'ban', tone: 'warn', explanation: words.stoppingWhy };
  }
  if (end === null) return { word: words.runs, icon: 'play', tone: 'soft', explanation: words.runsWhy };
  return endMark(end.outcome);
}

function endMark(outcome: Outcome): JobMark {
  if (outcome.status === 'ok') {
    return { word: words.exit(0), icon: 'check', tone: 'ok', explanation: words.okWhy };
  }
  if (outcome.status === 'failed') {
    const word = outcome.exitCode === null ? (outcome.signal ?? words.failed) : words.exit(outcome.exitCode);
    return { word, icon: 'cross', tone: 'bad', explanation: words.failedWhy };
  }
  const explanation = outcome.status === 'error' ? outcome.error.message : words.stoppedWhy;
  return { word: words.stopped, icon: 'ban', tone: 'warn', explanation };
}

/** Whether the model knows of the end: each job's is told once. */
export function heardWords({ end, heard }: JobState): string {
  if (end === null) return '';
  if (heard === null) return words.notTold;
  const turn = heard.kind === 'turn' ? heard.turn : Number(heard.key.split('.')[0]);
  return words.toldInTurn(turn);
}

/** The panel's own line: how many run, and how many ends the model does not know of. */
export function jobsLine(jobs: readonly JobState[]): string {
  const running = jobs.filter(({ end }) => end === null).length;
  const unheard = jobs.filter(({ end, heard }) => end !== null && heard === null).length;
  const ended = jobs.length - running;
  return words.counts(running, ended, unheard);
}

export function jobDuration({ startedAtMs, end }: JobState, nowMs: number): string {
  return formatDuration(Math.max(0, (end?.atMs ?? nowMs) - startedAtMs));
}
