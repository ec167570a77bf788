import type { Profile, ProfileContext } from '../../contract/index.ts';
import {
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
import { opencodeShellAbout, opencodeShellQuirks } from './about.ts';
import { planShellSave, presentShell } from './tail.ts';

/** opencode since #22660 (April 2026): the shell tool keeps the tail and writes the file while it runs. */
export const opencodeShell: Profile = {
  id: 'opencode-shell',
  version: 1,
  title: 'opencode shell (#22660)',
  about: opencodeShellAbout,
  quirks: opencodeShellQuirks,
  limits: familyLimits,
  options: [maxLinesOption, readEraOption],
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  tools: (ctx) => toolTexts(ctx, { outputRule: outputRule(ctx) }),
  toolInput,
  savedFolders: (ctx) => [toolOutputFolder(ctx)],
  save: (record, text, ctx) =>
    record.tool === 'bash' ? planShellSave(record, text, ctx) : planSave(record, text, ctx),
  present: (record, text, ctx) => {
    if (record.facts?.kind === 'read-page') {
      return readPagePieces(record.facts.page, text, readEra(ctx), maxBytesOf(ctx, 'read'));
    }
    return record.tool === 'bash' ? presentShell(record, text, ctx) : presentTruncated(record, text, ctx);
  },
  presentRead: (page, _record, text, ctx) =>
    readPagePieces(page, text, readEra(ctx), maxBytesOf(ctx, 'read')),
};

function outputRule(ctx: ProfileContext): string {
  const { maxLines, maxBytes } = lineLimits(ctx, 'bash');
  return `If the output exceeds ${maxLines} lines or ${maxBytes} bytes, only its end is shown and the full output will be written to a file. Do NOT use \`head\`, \`tail\`, or other truncation commands to limit output; the full output will already be captured to a file.`;
}
