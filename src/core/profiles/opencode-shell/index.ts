import { familyLimits, maxLinesOption } from '../opencodeFamily/common.ts';
import { toolOutputFolder } from '../opencodeFamily/files.ts';
import { opencodeProfile } from '../opencodeFamily/profile.ts';
import { planSave, presentTruncated } from '../opencodeFamily/truncated.ts';
import { opencodeShellAbout, opencodeShellQuirks } from './about.ts';
import { planShellSave, presentShell } from './tail.ts';

/** opencode since #22660 (April 2026): the shell tool keeps the tail and writes the file while it runs. */
export const opencodeShell = opencodeProfile({
  id: 'opencode-shell',
  title: 'opencode shell (#22660)',
  about: opencodeShellAbout,
  quirks: opencodeShellQuirks,
  limits: familyLimits,
  options: [maxLinesOption],
  savedFolders: (ctx) => [toolOutputFolder(ctx)],
  save: (record, text, ctx) =>
    record.tool === 'bash' ? planShellSave(record, text, ctx) : planSave(record, text, ctx),
  present: (record, text, ctx) =>
    record.tool === 'bash' ? presentShell(record, text, ctx) : presentTruncated(record, text, ctx),
  outputRule: ({ maxLines, maxBytes }) =>
    `If the output exceeds ${maxLines} lines or ${maxBytes} bytes, only its end is shown and the full output will be written to a file. Do NOT use \`head\`, \`tail\`, or other truncation commands to limit output; the full output will already be captured to a file.`,
});
