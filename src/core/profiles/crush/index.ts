import type { Profile } from '../../contract/index.ts';
import { plainResult } from '../shared/harnessResult.ts';
import { harnessTools } from '../shared/harnessTools.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { crushAbout, crushLimits } from './about.ts';
import { presentCrushBash } from './bash.ts';
import { presentCrushView } from './view.ts';

/** Crush of August 2026. A change of any word that a model reads raises `version`. */
export const crush: Profile = {
  id: 'crush',
  version: 1,
  title: 'Crush',
  about: crushAbout,
  quirks: [],
  limits: crushLimits,
  options: [],
  cleaner: 'none',
  onTimeout: 'background',
  systemPrompt,
  tools: (ctx) =>
    harnessTools(ctx, {
      bash: { wireName: 'bash' },
      read: { wireName: 'view' },
      grep: { wireName: 'grep' },
      glob: { wireName: 'glob' },
      ls: { wireName: 'ls' },
      write: { wireName: 'write' },
      edit: { wireName: 'edit' },
    }),
  savedFolders: () => [],
  save: () => null,
  present: (record, text, ctx) => {
    if (record.facts?.kind === 'read-page') return presentCrushView(record.facts.page, text);
    return record.tool === 'bash' ? presentCrushBash(record, text, ctx) : plainResult(record, text);
  },
  presentRead: (page, _record, text) => presentCrushView(page, text),
};
