import { describedWithRunner, timeoutParameterWords } from './adapterWords.ts';
import {
  type BashToolDependencies,
  type ContentPart,
  createSignedBashTool,
  piSignature,
} from './bashTool/index.ts';

/** What a model sends, as to Pi's own bash tool. */
export interface PiBashInput {
  readonly command: string;
  /** Seconds. */
  readonly timeout?: number;
}

/** What Pi keeps beside the text and shows: where the whole output lies. */
export interface PiBashDetails {
  readonly fullOutputPath: string;
}

/**
 * Pi's shape of a tool: an `AgentTool` of its agent loop, and with the session's context as the fifth argument a
 * `ToolDefinition` of its coding agent. Told here in its own words, so that the library needs none of Pi's packages.
 */
export interface PiBashTool {
  readonly name: 'bash';
  readonly label: 'bash';
  readonly description: string;
  readonly promptSnippet: string;
  /** JSON Schema, which TypeBox's schemas are too. */
  readonly parameters: PiBashParameters;
  /**
   * A command that fails, times out or is stopped is a result like any other.
   * @throws TypeError for an input that is none, and for a session whose folder is not absolute.
   */
  execute(
    toolCallId: string,
    input: PiBashInput,
    signal?: AbortSignal,
    onUpdate?: unknown,
    context?: { readonly cwd: string },
  ): Promise<{ content: ContentPart[]; details: PiBashDetails | undefined }>;
}

export interface PiBashParameters {
  readonly type: 'object';
  readonly properties: {
    readonly command: { readonly type: 'string'; readonly description: string };
    readonly timeout: { readonly type: 'number'; readonly description: string };
  };
  readonly required: readonly ['command'];
  readonly additionalProperties: false;
}

/**
 * `createBashTool` as a tool of Pi. It runs in the session's folder; where there is no session (Pi's agent loop alone),
 * in the tool's `cwd` or the runner's.
 * @throws TypeError for dependencies or limits that make no sense.
 */
export function createPiBashTool(dependencies: BashToolDependencies): PiBashTool {
  const bash = createSignedBashTool(dependencies, piSignature);
  return {
    name: 'bash',
    label: 'bash',
    description: describedWithRunner(bash.description, dependencies.runner),
    promptSnippet: 'Run a command with bash',
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command to run.' },
        timeout: { type: 'number', description: timeoutParameterWords(bash.limits, 'seconds') },
      },
      required: ['command'],
      additionalProperties: false,
    },
    async execute(_toolCallId, input, signal, _onUpdate, context) {
      const read = bash.check(input);
      if (!read.ok) throw new TypeError(read.detail);
      if (context !== undefined && !isAbsolute(context.cwd)) {
        throw new TypeError('A command of Pi needs an absolute ctx.cwd');
      }
      const { content, output } = await bash.call(input, { signal }, context?.cwd);
      const spill = output?.spill ?? null;
      return {
        content: content.map((part) => ({ ...part })),
        details: spill === null ? undefined : { fullOutputPath: spill },
      };
    },
  };
}

/** What a host passes is not always what its types say. */
function isAbsolute(folder: unknown): folder is string {
  return typeof folder === 'string' && folder.startsWith('/');
}
