import type { ProfileContext, ToolText } from '../../contract/index.ts';
import { inlineLimitOf } from '../resolve.ts';
import {
  bashSchema,
  editSchema,
  globSchema,
  grepSchema,
  lsSchema,
  readSchema,
  writeSchema,
} from './toolSchemas.ts';
import { durationWords } from './words.ts';

/** Claude Code’s tool names on the wire; descriptions in our own words, with the numbers in force. */
export function toolTexts(ctx: ProfileContext): readonly ToolText[] {
  const { limits } = ctx;
  return [
    {
      tool: 'bash',
      wireName: 'Bash',
      description: bashDescription(ctx),
      inputSchema: bashSchema(limits.defaultTimeoutMs, limits.maxTimeoutMs),
    },
    {
      tool: 'read',
      wireName: 'Read',
      description: [
        `Shows a text file with line numbers. Without offset and limit it shows the first ${limits.readLines} lines.`,
        `A page holds at most ${limits.readTokens} tokens: a whole file over that is shown in part, with a note that says how to go on; a range over that is refused.`,
        'Saved results of other tools can be read like any file. The numbers and the tab before each line are not part of the file.',
      ].join('\n'),
      inputSchema: readSchema,
    },
    {
      tool: 'grep',
      wireName: 'Grep',
      description:
        'Searches file contents for a regular expression, below a folder or in one file. Faster and safer than grep in the shell. Folders of saved results are searched only when path names them.',
      inputSchema: grepSchema,
    },
    {
      tool: 'glob',
      wireName: 'Glob',
      description:
        'Finds files by a pattern of their path. Folders of saved results are left out unless named.',
      inputSchema: globSchema,
    },
    { tool: 'ls', wireName: 'LS', description: 'Lists one folder.', inputSchema: lsSchema },
    {
      tool: 'write',
      wireName: 'Write',
      description: 'Writes a whole file, replacing what was there. To change a part, use Edit.',
      inputSchema: writeSchema,
    },
    {
      tool: 'edit',
      wireName: 'Edit',
      description:
        'Replaces a text in a file. Give old_string exactly as Read shows it, without the line number and its tab, and long enough to occur once.',
      inputSchema: editSchema,
    },
  ];
}

/** The switch on bash that makes a job of a command. */
export function withBackground(tools: readonly ToolText[], name: string): readonly ToolText[] {
  const background = {
    type: 'boolean',
    description: 'Run it in the background: for servers, and for what may take longer than the timeout.',
  };
  return tools.map((tool) =>
    tool.tool === 'bash'
      ? {
          ...tool,
          inputSchema: {
            ...tool.inputSchema,
            properties: { ...Reflect.get(tool.inputSchema, 'properties'), [name]: background },
          },
        }
      : tool,
  );
}

function bashDescription({ limits }: ProfileContext): string {
  const inline = inlineLimitOf({ ...limits }, 'bash');
  return [
    'Runs a command in a persistent bash-like shell and gives back its stdout, then its stderr. Folder, variables, functions and aliases carry over to the next command.',
    inline === null
      ? 'The whole output comes back.'
      : `The whole output comes back; past ${inline} characters it is saved whole to a file and you get the start of it with the file's path, so that you can Read or Grep it. Do not pipe into tail or head to shorten it: what they drop is lost, and when the command is stopped nothing has come out of them yet.`,
    `A command is stopped after ${durationWords(limits.defaultTimeoutMs)} unless timeout says otherwise (at most ${durationWords(limits.maxTimeoutMs)}); its output up to then is kept.`,
    'This computer lives in a web page: not every program is there.',
  ].join('\n');
}

/** Short on purpose: what the model needs to know of the place, and nothing about how to behave. */
export function systemPrompt(ctx: ProfileContext): string {
  return [
    'You work for a user inside a small computer that lives in a web page. Use the tools to act in it; only what a tool showed you is known.',
    `Your workspace is ${ctx.workspace}; the home folder is ${ctx.home}. Paths given to tools are absolute.`,
    'When a result says that it was saved to a file, read or search that file before you rely on what the start of it does not show.',
    ...(ctx.guestAbout ? [ctx.guestAbout] : []),
  ].join('\n\n');
}
