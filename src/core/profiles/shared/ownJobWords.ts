import type { JobWords } from '../../contract/index.ts';
import { fileStemOf } from '../fileStem.ts';
import { claudeCodeJobs, jobEndWithCounts } from './jobWords.ts';

/** Claude Code’s words where a command goes on; an end says how much the log has. Also for harnesses without jobs. */
export const ownJobs: JobWords = {
  logPath: (callId, ctx) =>
    `${ctx.home}/.spillway/${fileStemOf(ctx.sessionId, new Set())}/jobs/${fileStemOf(callId, ctx.usedStems)}.log`,
  started: claudeCodeJobs.started,
  ended: jobEndWithCounts,
};
