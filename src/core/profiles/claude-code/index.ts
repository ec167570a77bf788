import type { Profile } from '../../contract/index.ts';
import { claudeCodeJobs } from '../shared/jobWords.ts';
import { readPagePieces } from '../shared/readPage.ts';
import { systemPrompt, toolTexts } from '../shared/toolTexts.ts';
import { claudeCodeAbout, claudeCodeQuirks } from './about.ts';
import { claudeCodeLimits } from './limits.ts';
import { planSave, presentResult, resultsFolder } from './persisted.ts';

/** Claude Code 2.1.321 as measured. A change of any word that a model reads raises `version`. */
export const claudeCode: Profile = {
  id: 'claude-code',
  version: 1,
  title: 'Claude Code 2.1.321',
  about: claudeCodeAbout,
  quirks: claudeCodeQuirks,
  limits: claudeCodeLimits,
  options: [],
  cleaner: 'ansi+nul',
  onTimeout: 'kill',
  jobs: claudeCodeJobs,
  systemPrompt,
  tools: toolTexts,
  savedFolders: (ctx) => [resultsFolder(ctx)],
  save: planSave,
  present: (record, text, ctx) =>
    record.facts?.kind === 'read-page'
      ? readPagePieces(record.facts.page, text)
      : presentResult(record, text, ctx),
  presentRead: (page, _record, text) => readPagePieces(page, text),
};
