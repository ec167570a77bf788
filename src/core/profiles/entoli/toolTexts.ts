import type { ProfileContext, ToolText } from '../../contract/index.ts';
import { inlineLimitOf } from '../resolve.ts';
import { bashSchema } from '../shared/toolSchemas.ts';
import { systemPrompt as sharedPrompt, toolTexts as sharedToolTexts } from '../shared/toolTexts.ts';
import { durationWords } from '../shared/words.ts';

/** Entoli's tools by their own names; descriptions in our words, saying what its own are known to say. */
export function toolTexts(ctx: ProfileContext): readonly ToolText[] {
  return sharedToolTexts(ctx).map((tool) => {
    if (tool.tool === 'bash') return bashText(ctx);
    if (tool.tool === 'read') return { ...tool, wireName: 'read', description: readDescription(ctx) };
    return { ...tool, wireName: tool.tool, description: lowerNames(tool.description) };
  });
}

function bashText(ctx: ProfileContext): ToolText {
  const { limits } = ctx;
  const inline = inlineLimitOf(limits, 'bash');
  const command = [
    'The command line. Its whole output comes back',
    inline === null
      ? '. '
      : `, and is saved to a file past ${inline} characters, which read and grep can open. `,
    'Do not pipe it into | tail or | head: when the timeout stops the pipeline, everything that they held is lost.',
  ].join('');
  const timeout = `Milliseconds after which the command is stopped (default ${limits.defaultTimeoutMs}, at most ${limits.maxTimeoutMs}). A long build goes to a background job instead.`;
  const background =
    'Run it as a job: for builds, servers and whatever may take longer than the timeout. Its log is a file that grows.';
  return {
    tool: 'bash',
    wireName: 'bash',
    description: [
      'Runs a command in the chat’s persistent shell. Folder, variables, functions and aliases carry over to the next command.',
      `A command is stopped after ${durationWords(limits.defaultTimeoutMs)} unless timeout says otherwise (at most ${durationWords(limits.maxTimeoutMs)}); its output up to then is kept.`,
      'This computer lives in a web page: not every program is there.',
    ].join('\n'),
    inputSchema: withProperties(bashSchema(limits.defaultTimeoutMs, limits.maxTimeoutMs), {
      command: { type: 'string', description: command },
      timeout: { type: 'integer', minimum: 1, description: timeout },
      background: { type: 'boolean', description: background },
    }),
  };
}

function readDescription({ limits }: ProfileContext): string {
  return [
    `Shows a text file with line numbers. Without offset and limit it shows the first ${limits.readLines} lines and says where it stops short of the end.`,
    `A page holds at most ${limits.readTokens} tokens: a whole file over that is shown in part, with a note that says how to go on; a range over that is refused.`,
    'Saved outputs and the logs of jobs can be read like any file.',
  ].join('\n');
}

/** Tool names in our shared words, as Entoli's model knows them. */
function lowerNames(words: string): string {
  return words.replace(/\b(Read|Edit|Grep|Glob|Write|Bash|LS)\b/g, (name) => name.toLowerCase());
}

function withProperties(schema: object, properties: Readonly<Record<string, object>>): object {
  return { ...schema, properties: { ...Reflect.get(schema, 'properties'), ...properties } };
}

/** The shared text, with the tools by Entoli's names. */
export function systemPrompt(ctx: ProfileContext): string {
  return sharedPrompt(ctx);
}
