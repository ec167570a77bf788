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
import { toolOutputFolder } from '../opencodeFamily/files.ts';
import { readPagePieces } from '../opencodeFamily/readPage.ts';
import { toolInput, toolTexts } from '../opencodeFamily/toolTexts.ts';
import { planSave, presentTruncated } from '../opencodeFamily/truncated.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { opencodeAbout, opencodeQuirks } from './about.ts';

/** opencode since #7239 (January 2026): every tool's output cut by lines and bytes, whole in a file. */
export const opencode: Profile = {
  id: 'opencode',
  version: 1,
  title: 'opencode (#7239)',
  about: opencodeAbout,
  quirks: opencodeQuirks,
  limits: familyLimits,
  options: [
    maxLinesOption,
    directionOption,
    {
      kind: 'choice',
      id: 'task-tool',
      label: 'The agent may use the Task tool',
      values: ['no', 'yes', 'yes, before 2026-01-13'],
      default: 'no',
    },
    readEraOption,
  ],
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  tools: (ctx) => toolTexts(ctx, { outputRule: outputRule(ctx) }),
  toolInput,
  savedFolders: (ctx) => [toolOutputFolder(ctx)],
  save: planSave,
  present: (record, text, ctx) =>
    record.facts?.kind === 'read-page'
      ? readPagePieces(record.facts.page, text, readEra(ctx), maxBytesOf(ctx, 'read'))
      : presentTruncated(record, text, ctx),
  presentRead: (page, _record, text, ctx) =>
    readPagePieces(page, text, readEra(ctx), maxBytesOf(ctx, 'read')),
};

function outputRule(ctx: ProfileContext): string {
  const { maxLines, maxBytes } = lineLimits(ctx, 'bash');
  return `If the output exceeds ${maxLines} lines or ${maxBytes} bytes, it will be truncated and the full output will be written to a file. You can use Read with offset/limit to read specific sections or Grep to search the full content.`;
}
