import type { ProfileContext, ToolText } from '../../contract/index.ts';
import { toolTexts as sharedToolTexts, withBackground } from '../shared/toolTexts.ts';
import { durationWords } from '../shared/words.ts';
import { settingsFor } from './settings.ts';

/** The shared tools; bash says what this profile does with a long output. */
export function toolTexts(ctx: ProfileContext): readonly ToolText[] {
  return withBackground(
    sharedToolTexts(ctx).map((tool) =>
      tool.tool === 'bash' ? { ...tool, description: bashDescription(ctx) } : tool,
    ),
    'background',
  );
}

function bashDescription(ctx: ProfileContext): string {
  const { limits } = ctx;
  const { limit, unit, maxLines } = settingsFor('bash', ctx);
  return [
    'Runs a command in a persistent bash-like shell and gives back what it printed, stdout and stderr in the order in which it came. Folder, variables, functions and aliases carry over to the next command.',
    limit === null
      ? 'The whole output comes back.'
      : `Output comes back whole up to ${limit} ${unit} and ${maxLines} lines. Of more you get its beginning and its end (of JSON its structure), and the path of a file with all of it, to Read or Grep. Do not pipe into tail or head to shorten it: what they drop is lost, and when the command is stopped nothing has come out of them yet.`,
    'Progress bars are shown in their last state, colours are removed, NUL is shown as ␀; the file has the exact bytes.',
    `A command is stopped after ${durationWords(limits.defaultTimeoutMs)} unless timeout says otherwise (at most ${durationWords(limits.maxTimeoutMs)}); its output up to then is kept.`,
    'This computer lives in a web page: not every program is there.',
  ].join('\n');
}
