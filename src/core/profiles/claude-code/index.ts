import type { Profile } from '../../contract/index.ts';
import { profileNamed } from '../names.ts';
import { claudeCodeJobs } from '../shared/jobWords.ts';
import { readPagePieces } from '../shared/readPage.ts';
import { systemPrompt, toolTexts, withBackground } from '../shared/toolTexts.ts';
import { claudeCodeAbout, claudeCodeQuirks } from './about.ts';
import { claudeCodeLimits } from './limits.ts';
import { planSave, presentResult, resultsFolder } from './persisted.ts';

/** Claude Code 2.1.321 as measured. A change of any word that a model reads raises `version`. */
export const claudeCode: Profile = {
  ...profileNamed('claude-code'),
  version: 2,
  about: claudeCodeAbout,
  quirks: claudeCodeQuirks,
  limits: claudeCodeLimits,
  options: [],
  cleaner: 'ansi+nul',
  onTimeout: 'background',
  jobs: claudeCodeJobs,
  systemPrompt,
  tools: (ctx) => withBackground(toolTexts(ctx), 'run_in_background'),
  savedFolders: (ctx) => [resultsFolder(ctx)],
  save: planSave,
  present: (record, text, ctx) =>
    record.facts?.kind === 'read-page'
      ? readPagePieces(record.facts.page, text)
      : presentResult(record, text, ctx),
  presentRead: (page, _record, text) => readPagePieces(page, text),
};
