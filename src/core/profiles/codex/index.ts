import type { Profile, ProfileContext, ToolText } from '../../contract/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';
import { profileNamed } from '../names.ts';
import { harnessTools, objectSchema } from '../shared/harnessTools.ts';
import { renamed } from '../shared/toolInput.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { codexAbout, codexQuirks } from './about.ts';
import { presentCodexCommand, presentCodexText } from './present.ts';
import { codexLimits, codexOptions } from './settings.ts';

/** Codex CLI of mid-2026. A change of any word that a model reads raises `version`. */
export const codex: Profile = {
  ...profileNamed('codex'),
  version: 1,
  about: codexAbout,
  quirks: codexQuirks,
  limits: codexLimits,
  options: codexOptions,
  cleaner: 'none',
  onTimeout: 'kill',
  systemPrompt,
  tools: codexTools,
  toolInput: (_tool, input) =>
    renamed(input, {
      cmd: { to: 'command' },
      yield_time_ms: { to: 'timeout' },
      timeout_ms: { to: 'timeout' },
    }),
  savedFolders: () => [],
  save: () => null,
  present: (record, text, ctx) =>
    record.tool === 'bash' ? presentCodexCommand(record, text, ctx) : presentCodexText(record, text, ctx),
  // There is no read tool: a page is what `sed -n` prints of it.
  presentRead: (_page, _record, { merged }) =>
    merged.units === 0 ? [harnessPiece('empty', '(no output)')] : [outputPiece('merged', 0, merged.units)],
};

/** The command tool alone: files are read and changed by it. Names and fields as public, words ours. */
function codexTools(ctx: ProfileContext): readonly ToolText[] {
  const isUnified = ctx.options.form === 'unified';
  const command = { type: 'string', description: 'The command line, run by the shell as it is.' };
  const timeout = {
    type: 'number',
    description: `Milliseconds after which the command is stopped (default ${ctx.limits.defaultTimeoutMs}).`,
  };
  return harnessTools(ctx, {
    bash: isUnified
      ? {
          wireName: 'exec_command',
          inputSchema: objectSchema({ cmd: command, yield_time_ms: timeout }, ['cmd']),
        }
      : {
          wireName: 'shell_command',
          inputSchema: objectSchema({ command, timeout_ms: timeout }, ['command']),
        },
  });
}
