import type { JobFacts, JobWords, Outcome, OutputFacts } from '../../contract/index.ts';
import { fileStemOf } from '../fileStem.ts';
import { countWords, durationWords } from './words.ts';

const heard = 'You will be notified when it completes';
/** Ours: where nobody will tell the model, the harness’s promise would be false. */
const unheard = 'It will be stopped when this session ends';

/** What Claude Code stops at the timeout: a wait, and whatever uses git. */
const staysInForeground = /^\s*sleep\b|(?:^|[\s;&|(])git(?:\s|$)/;

/** Claude Code’s words for commands in the background, as measured. What the source elides is left out. */
export const claudeCodeJobs: JobWords = {
  logPath: (callId, ctx) =>
    `/tmp/claude/${fileStemOf(ctx.sessionId, new Set())}/tasks/${fileStemOf(callId, ctx.usedStems)}.output`,
  started: ({ id, logPath }, isHeard) =>
    isHeard
      ? `Command running in background with ID: ${id}. Output is being written to: ${logPath}. ${heard} — do not poll that file or sleep while waiting.`
      : `Command running in background with ID: ${id}. Output is being written to: ${logPath}. ${unheard}.`,
  movedToBackground: movedByTimeout,
  neverMoves: (command) => staysInForeground.test(command) || !hasClosedQuotes(command),
  ended: ({ id, command, logPath }, outcome) =>
    [
      '<task-notification>',
      `<task-id>${id}</task-id>`,
      `<output-file>${logPath}</output-file>`,
      `<status>${statusOf(outcome)}</status>`,
      `<summary>Background command "${command}" ${endWords(outcome)}</summary>`,
      '</task-notification>',
    ].join('\n'),
};

export function movedByTimeout({ id, logPath }: JobFacts, timeoutMs: number, isHeard: boolean): string {
  return `Command did not complete within its ${durationWords(timeoutMs)} timeout and was moved to the background (ID: ${id}). Output is being written to: ${logPath}. ${isHeard ? heard : unheard}.`;
}

/** Ours: no source says how Claude Code words a move that its user asked for. */
export function movedByUser({ id, logPath }: JobFacts, isHeard: boolean): string {
  return `The user moved the command to the background (ID: ${id}). Output is being written to: ${logPath}. ${isHeard ? heard : unheard}.`;
}

/** How a job ended and how much its log holds, so that no tail of it is taken for the whole. */
export function jobEndWithCounts(job: JobFacts, outcome: Outcome, output: OutputFacts): string {
  const counts = `${countWords(output.lines, 'line')}, ${countWords(output.totalBytes, 'byte')}`;
  const lost = output.loss === null ? '' : ` Its output was kept up to byte ${output.loss.atByte} only.`;
  return `[Job ${job.id} ${endWords(outcome)}: ${job.command}\nIts log has ${counts}: ${job.logPath}.${lost}]`;
}

/** Quotes that stay open make a command that no shell can split. */
function hasClosedQuotes(command: string): boolean {
  const bare = command.replace(/\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, '');
  return !/['"]/.test(bare);
}

function statusOf(outcome: Outcome): string {
  return exitCodeOf(outcome) === null ? 'killed' : 'completed';
}

function endWords(outcome: Outcome): string {
  const exitCode = exitCodeOf(outcome);
  if (exitCode !== null) return `completed (exit code ${exitCode})`;
  return outcome.status === 'error' && outcome.stoppedBy === 'session-end'
    ? 'was stopped: the page was closed or reloaded while it ran'
    : 'was stopped';
}

function exitCodeOf(outcome: Outcome): number | null {
  if (outcome.status === 'ok') return outcome.exitCode ?? 0;
  return outcome.status === 'failed' ? outcome.exitCode : null;
}
