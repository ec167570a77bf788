import type { Profile } from '../../contract/index.ts';
import { profileNamed } from '../names.ts';
import { wholeResult } from '../shared/harnessResult.ts';
import { harnessTools, objectSchema } from '../shared/harnessTools.ts';
import { renamed } from '../shared/toolInput.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { crushAbout, crushLimits } from './about.ts';
import { presentCrushBash } from './bash.ts';
import { presentCrushView } from './view.ts';

const viewSchema = objectSchema(
  {
    file_path: { type: 'string', description: 'Path of the file.' },
    offset: { type: 'integer', minimum: 0, description: 'How many lines to skip (default 0).' },
    limit: { type: 'integer', minimum: 1, description: 'How many lines to show (default 200).' },
  },
  ['file_path'],
);

/** Crush of August 2026. A change of any word that a model reads raises `version`. */
export const crush: Profile = {
  ...profileNamed('crush'),
  version: 1,
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
      read: { wireName: 'view', inputSchema: viewSchema },
      grep: { wireName: 'grep' },
      glob: { wireName: 'glob' },
      ls: { wireName: 'ls' },
      write: { wireName: 'write' },
      edit: { wireName: 'edit' },
    }),
  toolInput: (tool, input) =>
    tool === 'read' ? renamed(input, { offset: { to: 'offset', plus: 1 } }) : input,
  savedFolders: () => [],
  save: () => null,
  present: (record, text, ctx) => {
    if (record.facts?.kind === 'read-page') return presentCrushView(record.facts.page, text);
    return record.tool === 'bash' ? presentCrushBash(record, text, ctx) : wholeResult(record, text);
  },
  presentRead: (page, _record, text) => presentCrushView(page, text),
};
