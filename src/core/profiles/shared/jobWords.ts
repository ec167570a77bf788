import type { JobWords, Outcome } from '../../contract/index.ts';
import { fileStemOf } from '../fileStem.ts';
import { durationWords } from './words.ts';

const heard = 'You will be notified when it completes';
/** Ours: where nobody will tell the model, the harness’s promise would be false. */
const unheard = 'It will be stopped when this session ends';

/** Claude Code’s words for commands in the background, as measured. What the source elides is left out. */
export const claudeCodeJobs: JobWords = {
  logPath: (callId, ctx) =>
    `/tmp/claude/${fileStemOf(ctx.sessionId, new Set())}/tasks/${fileStemOf(callId, ctx.usedStems)}.output`,
  started: ({ id, logPath }, isHeard) =>
    isHeard
      ? `Command running in background with ID: ${id}. Output is being written to: ${logPath}. ${heard} — do not poll that file or sleep while waiting.`
      : `Command running in background with ID: ${id}. Output is being written to: ${logPath}. ${unheard}.`,
  movedToBackground: ({ id, logPath }, timeoutMs, isHeard) =>
    `Command did not complete within its ${durationWords(timeoutMs)} timeout and was moved to the background (ID: ${id}). Output is being written to: ${logPath}. ${isHeard ? heard : unheard}.`,
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

function statusOf(outcome: Outcome): string {
  return exitCodeOf(outcome) === null ? 'killed' : 'completed';
}

function endWords(outcome: Outcome): string {
  const exitCode = exitCodeOf(outcome);
  return exitCode === null ? 'was stopped' : `completed (exit code ${exitCode})`;
}

function exitCodeOf(outcome: Outcome): number | null {
  if (outcome.status === 'ok') return outcome.exitCode ?? 0;
  return outcome.status === 'failed' ? outcome.exitCode : null;
}
