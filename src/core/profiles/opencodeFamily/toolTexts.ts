import type { JsonObject, ProfileContext, ToolText } from '../../contract/index.ts';
import { renamed } from '../shared/toolInput.ts';

export interface ToolWords {
  /** What the description of bash says of a long output, quoted from the harness. */
  readonly outputRule: string;
}

const text = (description: string): object => ({ type: 'string', description });
const number = (description: string): object => ({ type: 'number', description });

function schema(properties: Readonly<Record<string, object>>, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** opencode's tool names and parameters; descriptions in our words but for what is quoted. */
export function toolTexts(ctx: ProfileContext, words: ToolWords): readonly ToolText[] {
  return [
    {
      tool: 'bash',
      wireName: 'bash',
      description: [
        'Runs a command in a persistent bash-like shell. stdout and stderr come back as one text, in the order in which they were written.',
        `The command is stopped after ${ctx.limits.defaultTimeoutMs} ms unless timeout says otherwise.`,
        words.outputRule,
        'This computer lives in a web page: not every program is there.',
      ].join('\n'),
      inputSchema: schema(
        {
          command: text('The command to execute.'),
          timeout: number('Optional timeout in milliseconds.'),
          description: text('What the command does, in 5-10 words.'),
        },
        ['command'],
      ),
    },
    {
      tool: 'read',
      wireName: 'read',
      description: `Reads a text file with line numbers: up to ${ctx.limits.readLines} lines from offset, long lines cut.`,
      inputSchema: schema(
        {
          filePath: text('The absolute path of the file.'),
          offset: number('The line number to start from (1-indexed).'),
          limit: number(`The most lines to read (default ${ctx.limits.readLines}).`),
        },
        ['filePath'],
      ),
    },
    {
      tool: 'grep',
      wireName: 'grep',
      description: 'Searches file contents for a regular expression. At most 100 matches are shown.',
      inputSchema: schema(
        {
          pattern: text('The regular expression to search for.'),
          path: text('The folder to search in; the workspace where it is left out.'),
          include: text('Files to include, for example "*.js" or "*.{ts,tsx}".'),
        },
        ['pattern'],
      ),
    },
    {
      tool: 'glob',
      wireName: 'glob',
      description: 'Finds files by a pattern of their path. At most 100 are shown.',
      inputSchema: schema({ pattern: text('The glob pattern.'), path: text('The folder to look in.') }, [
        'pattern',
      ]),
    },
    {
      tool: 'ls',
      wireName: 'list',
      description: 'Lists a folder. At most 100 entries are shown.',
      inputSchema: schema({ path: text('The absolute path of the folder.') }, []),
    },
    {
      tool: 'write',
      wireName: 'write',
      description: 'Writes a whole file, replacing what was there.',
      inputSchema: schema(
        { content: text('The content to write.'), filePath: text('The absolute path of the file.') },
        ['content', 'filePath'],
      ),
    },
    {
      tool: 'edit',
      wireName: 'edit',
      description: 'Replaces a text in a file. The text must occur exactly once unless replaceAll is set.',
      inputSchema: schema(
        {
          filePath: text('The absolute path of the file.'),
          oldString: text('The text to replace.'),
          newString: text('What to put in its place.'),
          replaceAll: { type: 'boolean', description: 'Replace every occurrence (default false).' },
        },
        ['filePath', 'oldString', 'newString'],
      ),
    },
  ];
}

/** grep always shows matching lines, and names its filter otherwise than our tool. */
export function toolInput(tool: string, input: JsonObject): JsonObject {
  return tool === 'grep' ? { output_mode: 'content', ...renamed(input, { include: { to: 'glob' } }) } : input;
}
