import type { OutputText, Piece, Profile } from '../../contract/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';
import { profileNamed } from '../names.ts';
import { harnessTools, objectSchema } from '../shared/harnessTools.ts';
import { renamed } from '../shared/toolInput.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { gooseAbout, gooseQuirks } from './about.ts';
import { gooseResponsesFolder, planGooseSave, presentGoose } from './present.ts';
import { gooseLimits, gooseOptions } from './settings.ts';

/** Goose's developer shell of 2026. A change of any word that a model reads raises `version`. */
export const goose: Profile = {
  ...profileNamed('goose'),
  version: 1,
  about: gooseAbout,
  quirks: gooseQuirks,
  limits: gooseLimits,
  options: gooseOptions,
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  tools: (ctx) =>
    harnessTools(ctx, {
      bash: {
        wireName: 'shell',
        inputSchema: objectSchema(
          {
            command: { type: 'string', description: 'The command line, run by the shell as it is.' },
            timeout_secs: { type: 'integer', minimum: 0, description: 'Seconds after which it is stopped.' },
          },
          ['command'],
        ),
      },
      write: { wireName: 'write' },
      edit: { wireName: 'edit' },
    }),
  toolInput: (tool, input) =>
    tool === 'bash' ? renamed(input, { timeout_secs: { to: 'timeout', times: 1000 } }) : input,
  savedFolders: () => [gooseResponsesFolder],
  save: planGooseSave,
  present: (record, text, ctx) =>
    record.facts?.kind === 'read-page' ? wholePage(text) : presentGoose(record, text, ctx),
  presentRead: (_page, _record, text) => wholePage(text),
};

/** There is no read tool: a page is what `sed -n` prints of it. */
function wholePage(text: OutputText): readonly Piece[] {
  const { units } = text.merged;
  return units === 0 ? [harnessPiece('empty', '(no output)')] : [outputPiece('merged', 0, units)];
}
