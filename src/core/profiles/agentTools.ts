import type { Profile, ProfileContext, ToolText } from '../contract/index.ts';

const text = (description: string): object => ({ type: 'string', description });

const count = (description: string): object => ({ type: 'integer', minimum: 1, description });

/** Tools of the agent itself, told in the same words under every profile: no harness's limits or notices hang on them. */
const agentTools: readonly ToolText[] = [
  {
    tool: 'tail',
    wireName: 'tail',
    description:
      'Shows the last lines of a file that may still grow: the log of a job. To look at the end of a job; its whole log can be read like any file.',
    inputSchema: {
      type: 'object',
      properties: {
        path: text('Absolute path of the file.'),
        lines: count('How many lines from its end (default 20, at most 2000).'),
      },
      required: ['path'],
      additionalProperties: false,
    },
  },
  {
    tool: 'ask_user',
    wireName: 'ask_user',
    description:
      'Asks the user a question and waits for the answer. For decisions that only the user can make; not for what the files can tell you.',
    inputSchema: {
      type: 'object',
      properties: {
        question: text('The question, in one or two sentences.'),
        choices: {
          type: 'array',
          description: 'Answers to choose from. The user may always answer in words instead.',
          items: {
            type: 'object',
            properties: { label: text('The answer, in a few words.'), description: text('What it means.') },
            required: ['label'],
          },
        },
        multiple: { type: 'boolean', description: 'Whether more than one may be chosen.' },
      },
      required: ['question'],
      additionalProperties: false,
    },
  },
  {
    tool: 'todo',
    wireName: 'todo',
    description:
      'Sets your list of what is to be done, which the user sees. Give the whole list each time; use it for work of several steps.',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              text: text('What is to be done.'),
              status: { type: 'string', enum: ['pending', 'in-progress', 'done'] },
            },
            required: ['text', 'status'],
          },
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
  },
  {
    tool: 'task',
    wireName: 'task',
    description:
      'Gives a task to a sub-agent, which works in the same workspace with a context of its own and answers once, in text. It knows nothing of this conversation: say all that it needs. For searches and checks whose details you do not need.',
    inputSchema: {
      type: 'object',
      properties: {
        description: text('The task, in three to five words.'),
        prompt: text('What the sub-agent is to do, and what it is to answer.'),
      },
      required: ['prompt'],
      additionalProperties: false,
    },
  },
];

/** Everything that a model is told of under a profile: the profile's tools, then the agent's that it has no own words for. */
export function toolsOf(profile: Profile, ctx: ProfileContext): readonly ToolText[] {
  const own = profile.tools(ctx);
  const isOwn = ({ tool, wireName }: ToolText) =>
    own.some((each) => each.tool === tool || each.wireName === wireName);
  return [...own, ...agentTools.filter((tool) => !isOwn(tool))];
}
