import type { Profile } from '../../contract/index.ts';
import { profileNamed } from '../names.ts';
import { inlineLimitOf, maxInlineUnits } from '../resolve.ts';
import { harnessTools } from '../shared/harnessTools.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { clineAbout, clineLimits, clineQuirks } from './about.ts';
import { presentClineBash, presentClineResult } from './present.ts';
import { presentClineRead } from './read.ts';

/** Cline's SDK of August 2026. A change of any word that a model reads raises `version`. */
export const cline: Profile = {
  ...profileNamed('cline'),
  version: 1,
  about: clineAbout,
  quirks: clineQuirks,
  limits: clineLimits,
  options: [],
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  // Its tools take lists of commands and files; the names stand, the fields are ours.
  tools: (ctx) =>
    harnessTools(ctx, {
      bash: { wireName: 'run_commands' },
      read: { wireName: 'read_files' },
      grep: { wireName: 'search_codebase' },
      write: { wireName: 'write_to_file' },
      edit: { wireName: 'editor' },
    }),
  savedFolders: () => [],
  save: () => null,
  present: (record, text, ctx) => {
    if (record.facts?.kind === 'read-page') {
      return presentClineRead(record.facts.page, text, inlineLimitOf(ctx.limits, 'read') ?? maxInlineUnits);
    }
    return record.tool === 'bash'
      ? presentClineBash(record, text, ctx)
      : presentClineResult(record, text, ctx);
  },
  presentRead: (page, _record, text, ctx) =>
    presentClineRead(page, text, inlineLimitOf(ctx.limits, 'read') ?? maxInlineUnits),
};
