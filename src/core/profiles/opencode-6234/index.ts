import type { Profile, ProfileContext } from '../../contract/index.ts';
import {
  directionOption,
  familyLimits,
  lineLimits,
  maxBytesOf,
  maxLinesOption,
  readEra,
  readEraOption,
} from '../opencodeFamily/common.ts';
import { readPagePieces } from '../opencodeFamily/readPage.ts';
import { toolInput, toolTexts } from '../opencodeFamily/toolTexts.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { opencode6234About, opencode6234Quirks } from './about.ts';
import { sessionFolder } from './files.ts';
import { planSave, presentPersisted } from './persisted.ts';

export { resultFileName } from './files.ts';

/** opencode with pull request #6234, as it was when it was closed: a preview of both ends and a notice. */
export const opencode6234: Profile = {
  id: 'opencode-6234',
  version: 1,
  title: 'opencode (PR #6234)',
  about: opencode6234About,
  quirks: opencode6234Quirks,
  // The preview's bound is in UTF-8 bytes.
  limits: { ...familyLimits, previewUnits: 20_480 },
  options: [maxLinesOption, directionOption, readEraOption],
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  tools: (ctx) => toolTexts(ctx, { outputRule: outputRule(ctx) }),
  toolInput,
  savedFolders: (ctx) => [sessionFolder(ctx)],
  save: planSave,
  present: (record, text, ctx) =>
    record.facts?.kind === 'read-page'
      ? readPagePieces(record.facts.page, text, readEra(ctx), maxBytesOf(ctx, 'read'))
      : presentPersisted(record, text, ctx),
  presentRead: (page, _record, text, ctx) =>
    readPagePieces(page, text, readEra(ctx), maxBytesOf(ctx, 'read')),
};

function outputRule(ctx: ProfileContext): string {
  const { maxLines, maxBytes } = lineLimits(ctx, 'bash');
  return `An output over ${maxLines} lines or ${maxBytes} bytes is saved to a file and you get a preview of its start and end: read or search the file for the rest.`;
}
