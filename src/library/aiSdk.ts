import { jsonSchema, type Tool, tool } from 'ai';
import { describedWithRunner, timeoutParameterWords } from './adapterWords.ts';
import {
  aiSdkSignature,
  type BashResult,
  type BashToolDependencies,
  createSignedBashTool,
} from './bashTool/index.ts';

/** What a model sends. A null stands for what it leaves out: strict schemas know no optional parameters. */
export interface AiSdkBashInput {
  readonly command: string;
  /** Milliseconds. */
  readonly timeout?: number | null;
  /** Absolute, or against the tool's folder. */
  readonly cwd?: string | null;
}

type AnyAiSdkBashTool = Tool<AiSdkBashInput, BashResult>;

/** A tool that the SDK runs itself. */
export type AiSdkBashTool = AnyAiSdkBashTool & { execute: NonNullable<AnyAiSdkBashTool['execute']> };

/**
 * `createBashTool` as a tool of the AI SDK: `tools: { bash: createAiSdkBashTool({ runner, env }) }`. A call's result
 * holds the facts, and the model gets `content`. What does not fit the schema never reaches a runner: it is the SDK's
 * invalid input.
 * @throws TypeError for dependencies or limits that make no sense.
 */
export function createAiSdkBashTool(dependencies: BashToolDependencies): AiSdkBashTool {
  const bash = createSignedBashTool(dependencies, aiSdkSignature);
  return tool({
    description: describedWithRunner(bash.description, dependencies.runner),
    strict: true,
    inputSchema: jsonSchema<AiSdkBashInput>(
      {
        type: 'object',
        properties: {
          command: { type: 'string', description: 'The command to run.' },
          timeout: {
            type: ['number', 'null'],
            description: timeoutParameterWords(bash.limits, 'milliseconds'),
          },
          cwd: { type: ['string', 'null'], description: 'The folder to run in.' },
        },
        required: ['command', 'timeout', 'cwd'],
        additionalProperties: false,
      },
      {
        validate(value) {
          const read = bash.check(value);
          if (!read.ok) return { success: false, error: new TypeError(read.detail) };
          const { command, cwd } = read.request;
          return { success: true, value: { command, cwd, ...askedTimeout(value) } };
        },
      },
    ),
    execute: (input, { abortSignal }) => bash.call(input, { signal: abortSignal }),
    toModelOutput: ({ output }) => ({ type: 'content', value: output.content.map((part) => ({ ...part })) }),
  });
}

/** As the model gave it: the clamp is the tool's, and says so. */
function askedTimeout(value: unknown): Pick<AiSdkBashInput, 'timeout'> {
  const hasTimeout = typeof value === 'object' && value !== null && 'timeout' in value;
  return hasTimeout && typeof value.timeout === 'number' ? { timeout: value.timeout } : {};
}
