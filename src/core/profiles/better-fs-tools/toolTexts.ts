import type { ProfileContext, ToolText } from '../../contract/index.ts';
import { toolTexts as sharedToolTexts } from '../shared/toolTexts.ts';
import { durationWords } from './numberWords.ts';
import type { ShellLimits } from './shellLimits.ts';

/** `bash` and `read` as the packages name them; the other tools are those of every profile. */
export function toolTexts(ctx: ProfileContext, limits: ShellLimits): readonly ToolText[] {
  const others = sharedToolTexts(ctx).filter((tool) => tool.tool !== 'bash' && tool.tool !== 'read');
  return [bashText(limits), readText(), ...others];
}

/** What a model is told of the tool under these limits. */
export function shellToolDescription(limits: ShellLimits): string {
  return [
    'Runs a command with bash and returns its exit code and its output. stdin is closed.',
    `The command stops after ${durationWords(limits.defaultTimeoutMs)} unless you set a timeout. At the timeout the whole process tree is stopped.`,
    `stdout and stderr are merged. A long output keeps its first and last lines, up to ${limits.maxOutputLines} lines or ${limits.maxOutputBytes} bytes.`,
    'To read and to search files, use the tools for that.',
  ].join('\n');
}

function bashText(limits: ShellLimits): ToolText {
  return {
    tool: 'bash',
    wireName: 'bash',
    description: shellToolDescription(limits),
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command to run.' },
        timeoutMs: {
          type: 'number',
          description: `Timeout in milliseconds. Default ${limits.defaultTimeoutMs} milliseconds, maximum ${limits.maxTimeoutMs} milliseconds.`,
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
  };
}

function readText(): ToolText {
  return {
    tool: 'read',
    wireName: 'read',
    description:
      'Reads a text file as numbered lines. A view that is not the whole file ends with a note that holds the next call.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Path of the file.' },
        offset: { type: 'integer', minimum: 1, description: 'Number of the first line, from 1.' },
        limit: { type: 'integer', minimum: 1, description: 'How many lines to show.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
  };
}
