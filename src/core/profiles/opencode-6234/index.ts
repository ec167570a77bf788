import { directionOption, familyLimits, maxLinesOption } from '../opencodeFamily/common.ts';
import { opencodeProfile } from '../opencodeFamily/profile.ts';
import { opencode6234About, opencode6234Quirks } from './about.ts';
import { sessionFolder } from './files.ts';
import { planSave, presentPersisted } from './persisted.ts';

export { resultFileName } from './files.ts';

/** opencode with pull request #6234, as it was when it was closed: a preview of both ends and a notice. */
export const opencode6234 = opencodeProfile({
  id: 'opencode-6234',
  title: 'opencode (PR #6234)',
  about: opencode6234About,
  quirks: opencode6234Quirks,
  // The preview's bound is in UTF-8 bytes.
  limits: { ...familyLimits, previewUnits: 20_480 },
  options: [maxLinesOption, directionOption],
  savedFolders: (ctx) => [sessionFolder(ctx)],
  save: planSave,
  present: presentPersisted,
  outputRule: ({ maxLines, maxBytes }) =>
    `An output over ${maxLines} lines or ${maxBytes} bytes is saved to a file and you get a preview of its start and end: read or search the file for the rest.`,
});
