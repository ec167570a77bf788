import type { JobWords } from '../../contract/index.ts';
import { claudeCodeJobs } from '../shared/jobWords.ts';
import { jobLogPath } from './places.ts';

/** Claude Code’s words with Entoli’s place of logs. A command over its time is stopped, never moved. */
export const entoliJobs: JobWords = {
  logPath: jobLogPath,
  started: claudeCodeJobs.started,
  ended: claudeCodeJobs.ended,
};
