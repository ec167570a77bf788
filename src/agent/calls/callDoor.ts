import {
  type AssistantPart,
  type Profile,
  type ProfileContext,
  type ToolError,
  toolsOf,
} from '../../core/index.ts';
import type { ExternalTool } from '../tools/externalTools.ts';
import { isObject, type Tool, type ToolContext, type ToolResult } from '../tools/toolPort.ts';
import { toolNamed } from '../tools/toolSet.ts';

export type ToolCallPart = Extract<AssistantPart, { type: 'tool-call' }>;

/** A call that has passed the door: ready to run, or refused with what the model should know. */
export type OpenedCall =
  | {
      readonly ok: true;
      readonly tool: string;
      readonly serial: boolean;
      readonly changesFiles: boolean;
      /** Milliseconds after which the call is stopped, null where it has no limit of its own. */
      readonly timeoutMs: number | null;
      /** What a permission to run it is bound to; null for our own tools. */
      readonly fingerprint: string | null;
      /** The one path that it reads, null where it names none or does more. */
      readonly readsPath: string | null;
      readonly stopGraceMs: number | undefined;
      readonly run: (context: ToolContext) => Promise<ToolResult>;
    }
  | { readonly ok: false; readonly tool: string; readonly error: ToolError };

/** A command of the user has the longest time that a command may have. */
const userCommandTimeoutMs = 600_000;

/** A command that the user runs: ours from the start, so nothing of it is checked. */
export function openUserCommand(command: string): OpenedCall {
  return {
    ok: true,
    tool: 'bash',
    serial: true,
    changesFiles: true,
    timeoutMs: userCommandTimeoutMs,
    fingerprint: null,
    readsPath: null,
    stopGraceMs: undefined,
    run: async (context) => {
      const { bash } = await import('../tools/allTools.ts');
      const limits = { ...context.profileContext.limits, maxTimeoutMs: userCommandTimeoutMs };
      const profileContext = { ...context.profileContext, limits };
      const input = { command, timeoutMs: userCommandTimeoutMs, background: false };
      return bash.run(input, { ...context, profileContext });
    },
  };
}

/** What a conversation has beside the profile's tools, and what it lacks. */
export interface CallTools {
  /** By its whole name; null where there is none. */
  find(name: string): ExternalTool | null;
  readonly names: readonly string[];
  /** Our names of tools that this conversation does not have. */
  readonly withheld: readonly string[];
}

const shownChars = 80;

function shorten(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.length <= shownChars ? wellFormed : `${[...wellFormed].slice(0, shownChars).join('')}…`;
}

/** What a tool takes, in one line, from the schema that the model was given. */
function expectedInput(schema: object): string {
  const { properties, required } = schema as { properties?: object; required?: readonly unknown[] };
  const names = Object.keys(properties ?? {});
  if (names.length === 0) return 'an object';
  return names.map((name) => (required?.includes(name) === true ? name : `${name}?`)).join(', ');
}

function openWith<T>(
  tool: Tool<T>,
  part: ToolCallPart,
  expected: string,
  profile: Profile,
  ctx: ProfileContext,
  fingerprint: string | null,
): OpenedCall {
  if (part.brokenInput !== undefined) {
    const message = `The input of ${part.wireName} is not valid JSON and was not run: ${shorten(part.brokenInput)}\nExpected: { ${expected} }. Send the call again.`;
    return { ok: false, tool: tool.name, error: { code: 'BROKEN_INPUT', phase: 'input', message } };
  }
  const isOwn = fingerprint === null;
  const named = isOwn && isObject(part.input) ? profile.toolInput?.(tool.name, part.input) : undefined;
  const parsed = tool.parse(named ?? part.input);
  if (!parsed.ok) {
    const message = `The input of ${part.wireName} was not accepted: ${parsed.message}. Expected: { ${expected} }.`;
    return { ok: false, tool: tool.name, error: { code: 'INVALID_INPUT', phase: 'input', message } };
  }
  const { input } = parsed;
  return {
    ok: true,
    tool: tool.name,
    serial: tool.serial,
    changesFiles: tool.changesFiles,
    timeoutMs: tool.timeoutMs?.(input, ctx.limits) ?? null,
    fingerprint,
    readsPath: tool.readsPath?.(input, ctx) ?? null,
    stopGraceMs: tool.stopGraceMs,
    run: (context) => tool.run(input, context),
  };
}

/**
 * The door of every tool call: name and input are hostile text until they have passed it. The profile's names come
 * first, so no tool from outside can take one.
 */
export function openCall(
  part: ToolCallPart,
  profile: Profile,
  ctx: ProfileContext,
  tools: CallTools,
): OpenedCall {
  const texts = toolsOf(profile, ctx).filter(({ tool }) => !tools.withheld.includes(tool));
  const text = texts.find(({ wireName }) => wireName === part.wireName);
  const tool = text === undefined ? null : toolNamed(text.tool);
  if (text !== undefined && tool !== null) {
    const expected = expectedInput(text.inputSchema);
    return tool.open((typed) => openWith(typed, part, expected, profile, ctx, null));
  }
  const external = tools.find(part.wireName);
  if (external !== null) {
    const expected = expectedInput(external.spec.inputSchema);
    return openWith(external.tool, part, expected, profile, ctx, external.fingerprint);
  }
  const known = [...texts.map(({ wireName }) => wireName), ...tools.names].join(', ');
  const message = `There is no tool called "${shorten(part.wireName)}". The tools are: ${known}.`;
  return { ok: false, tool: 'unknown', error: { code: 'UNKNOWN_TOOL', phase: 'input', message } };
}
