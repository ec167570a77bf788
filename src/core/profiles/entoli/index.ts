import type { Profile } from '../../contract/index.ts';
import { profileNamed } from '../names.ts';
import { entoliAbout, entoliQuirks, tokenEstimateQuirk } from './about.ts';
import { entoliJobs } from './jobs.ts';
import { entoliLimits } from './limits.ts';
import { jobsFolder, outputFolder } from './places.ts';
import { planSave, presentPage, presentResult } from './present.ts';
import { systemPrompt, toolTexts } from './toolTexts.ts';

/** Entoli with #517: Claude Code's measured terms, with differences that it states. */
export const entoli: Profile = {
  ...profileNamed('entoli'),
  version: 1,
  about: entoliAbout,
  quirks: entoliQuirks,
  limits: entoliLimits,
  options: [],
  cleaner: 'ansi+nul',
  onTimeout: 'kill',
  jobs: entoliJobs,
  estimatesTokens: (ctx) => ctx.quirks[tokenEstimateQuirk] === 'exact',
  systemPrompt,
  tools: toolTexts,
  savedFolders: (ctx) => [outputFolder(ctx), jobsFolder(ctx)],
  save: planSave,
  present: (record, text, ctx) =>
    record.facts?.kind === 'read-page'
      ? presentPage(record.facts.page, text)
      : presentResult(record, text, ctx),
  presentRead: (page, _record, text) => presentPage(page, text),
};
