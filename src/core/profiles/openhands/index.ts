import type { Profile } from '../../contract/index.ts';
import { profileNamed } from '../names.ts';
import { harnessTools, objectSchema } from '../shared/harnessTools.ts';
import { withViewRange } from '../shared/toolInput.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { openhandsAbout, openhandsLimits, openhandsOptions } from './about.ts';
import {
  observationsFolder,
  planOpenhandsSave,
  presentOpenhandsRead,
  presentOpenhandsResult,
  presentTerminal,
} from './present.ts';

const editorSchema = objectSchema(
  {
    command: { type: 'string', enum: ['view'], description: 'What to do with the file.' },
    path: { type: 'string', description: 'Absolute path of the file.' },
    view_range: {
      type: 'array',
      items: { type: 'integer' },
      description: 'First and last line to show, from 1; -1 as the last is the end of the file.',
    },
  },
  ['command', 'path'],
);

/** OpenHands' SDK of August 2026. A change of any word that a model reads raises `version`. */
export const openhands: Profile = {
  ...profileNamed('openhands'),
  version: 1,
  about: openhandsAbout,
  quirks: [],
  limits: openhandsLimits,
  options: openhandsOptions,
  cleaner: 'ansi+cr',
  onTimeout: 'background',
  systemPrompt,
  tools: (ctx) =>
    harnessTools(ctx, {
      bash: { wireName: 'terminal' },
      read: { wireName: 'file_editor', inputSchema: editorSchema },
    }),
  toolInput: (tool, input) => (tool === 'read' ? withViewRange(input) : input),
  savedFolders: (ctx) => [observationsFolder(ctx)],
  save: planOpenhandsSave,
  present: (record, text, ctx) => {
    if (record.facts?.kind === 'read-page') return presentOpenhandsRead(record.facts.page, text, ctx);
    return record.tool === 'bash'
      ? presentTerminal(record, text, ctx)
      : presentOpenhandsResult(record, text, ctx);
  },
  presentRead: (page, _record, text, ctx) => presentOpenhandsRead(page, text, ctx),
};
