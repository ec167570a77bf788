import type { JobState, Outcome } from '../../core/index.ts';
import { formatCounted, formatDuration } from '../kit/format.ts';
import type { IconName } from '../kit/icons.ts';

/** How a job stands, in a word with a shape. */
export interface JobMark {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'ok' | 'bad' | 'warn' | 'soft';
  readonly explanation: string;
}

export function jobMark({ end }: JobState, isStopping = false): JobMark {
  if (end === null && isStopping) {
    return { word: 'stopping', icon: 'ban', tone: 'warn', explanation: 'The job is being stopped.' };
  }
  if (end === null) return { word: 'runs', icon: 'play', tone: 'soft', explanation: 'The job runs.' };
  return endMark(end.outcome);
}

function endMark(outcome: Outcome): JobMark {
  if (outcome.status === 'ok') {
    return { word: 'exit 0', icon: 'check', tone: 'ok', explanation: 'The job has ended by itself.' };
  }
  if (outcome.status === 'failed') {
    const word = outcome.exitCode === null ? (outcome.signal ?? 'failed') : `exit ${outcome.exitCode}`;
    return { word, icon: 'cross', tone: 'bad', explanation: 'The job has ended with a failure of its own.' };
  }
  const explanation = outcome.status === 'error' ? outcome.error.message : 'The job was stopped.';
  return { word: 'stopped', icon: 'ban', tone: 'warn', explanation };
}

/** Whether the model knows of the end: each job's is told once. */
export function heardWords({ end, heard }: JobState): string {
  if (end === null) return '';
  if (heard === null) return 'model not told yet';
  const turn = heard.kind === 'turn' ? heard.turn : Number(heard.key.split('.')[0]);
  return `told in turn ${turn}`;
}

/** The panel's own line: how many run, and how many ends the model does not know of. */
export function jobsLine(jobs: readonly JobState[]): string {
  const running = jobs.filter(({ end }) => end === null).length;
  const unheard = jobs.filter(({ end, heard }) => end !== null && heard === null).length;
  const ended = jobs.length - running;
  return [
    running > 0 ? `${running} running` : null,
    ended > 0 ? `${ended} ended` : null,
    unheard > 0 ? `model not told of ${formatCounted(unheard, 'end')}` : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

export function jobDuration({ startedAtMs, end }: JobState, nowMs: number): string {
  return formatDuration(Math.max(0, (end?.atMs ?? nowMs) - startedAtMs));
}
