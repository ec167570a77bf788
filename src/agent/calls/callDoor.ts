import {
  type AssistantPart,
  type Profile,
  type ProfileContext,
  type ToolError,
  toolByWireName,
} from '../../core/index.ts';
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
      readonly run: (context: ToolContext) => Promise<ToolResult>;
    }
  | { readonly ok: false; readonly tool: string; readonly error: ToolError };

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
): OpenedCall {
  if (part.brokenInput !== undefined) {
    const message = `The input of ${part.wireName} is not valid JSON and was not run: ${shorten(part.brokenInput)}\nExpected: { ${expected} }. Send the call again.`;
    return { ok: false, tool: tool.name, error: { code: 'BROKEN_INPUT', phase: 'input', message } };
  }
  const named = isObject(part.input) ? profile.toolInput?.(tool.name, part.input) : undefined;
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
    run: (context) => tool.run(input, context),
  };
}

/** The door of every tool call: name and input are hostile text until they have passed it. */
export function openCall(part: ToolCallPart, profile: Profile, ctx: ProfileContext): OpenedCall {
  const texts = profile.tools(ctx);
  const ours = toolByWireName(profile, ctx, part.wireName);
  const tool = ours === null ? null : toolNamed(ours);
  if (ours === null || tool === null) {
    const known = texts.map((text) => text.wireName).join(', ');
    const message = `There is no tool called "${shorten(part.wireName)}". The tools are: ${known}.`;
    return { ok: false, tool: 'unknown', error: { code: 'UNKNOWN_TOOL', phase: 'input', message } };
  }
  const schema = texts.find((text) => text.tool === ours)?.inputSchema ?? {};
  return tool.open((typed) => openWith(typed, part, expectedInput(schema), profile, ctx));
}
