import { directionOption, familyLimits, maxLinesOption } from '../opencodeFamily/common.ts';
import { toolOutputFolder } from '../opencodeFamily/files.ts';
import { opencodeProfile } from '../opencodeFamily/profile.ts';
import { planSave, presentTruncated } from '../opencodeFamily/truncated.ts';
import { opencodeAbout, opencodeQuirks } from './about.ts';

/** opencode since #7239 (January 2026): every tool's output cut by lines and bytes, whole in a file. */
export const opencode = opencodeProfile({
  id: 'opencode',
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
  ],
  savedFolders: (ctx) => [toolOutputFolder(ctx)],
  save: planSave,
  present: presentTruncated,
  outputRule: ({ maxLines, maxBytes }) =>
    `If the output exceeds ${maxLines} lines or ${maxBytes} bytes, it will be truncated and the full output will be written to a file. You can use Read with offset/limit to read specific sections or Grep to search the full content.`,
});
