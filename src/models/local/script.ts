import * as v from 'valibot';
import type { JsonValue } from '../../core/index.ts';
import { parsePattern } from './match.ts';

/** One tool call that the scripted model makes. */
export interface ScriptCall {
  /** Name on the wire, as the profile's tools are called. */
  readonly tool: string;
  /** Strings inside may hold `{{match:PATTERN}}`: what the pattern's ( ) finds in the last tool result's text. */
  readonly input?: JsonValue;
  /** Instead of `input`: text that is sent as a call whose JSON is broken. */
  readonly brokenInput?: string;
  /** The provider's id of the call; made from the step and the call's place where it is not given. */
  readonly callId?: string;
}

/** One answer of the scripted model: reasoning, then text, then calls. */
export interface ScriptStep {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptCall[];
  /** Waiting time before the answer, 0 by default, 60,000 at most. */
  readonly delayMs?: number;
}

/** What a scripted model says: the n-th request of a session is answered with step n. */
export interface ModelScript {
  readonly steps: readonly ScriptStep[];
  /** Said after the last step, to every further request. */
  readonly endText?: string;
}

export type ScriptResult =
  | { readonly ok: true; readonly script: ModelScript }
  | { readonly ok: false; readonly message: string };

const MAX_SCRIPT_STEPS = 20_000;
const MAX_CALLS_PER_STEP = 64;
const MAX_INPUT_DEPTH = 32;
const PLACEHOLDER_START = '{{match:';
const PLACEHOLDER_END = '}}';

function isPlainJson(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth >= MAX_INPUT_DEPTH) return false;
  return Object.values(value).every((child) => isPlainJson(child, depth + 1));
}

const callSchema = v.pipe(
  v.strictObject({
    tool: v.pipe(v.string(), v.minLength(1, 'the name of the tool is empty')),
    input: v.optional(
      v.custom<JsonValue>((value) => isPlainJson(value), `the input is not JSON of depth ${MAX_INPUT_DEPTH}`),
    ),
    brokenInput: v.optional(v.string()),
    callId: v.optional(v.string()),
  }),
  v.check(
    (call) => (call.input === undefined) !== (call.brokenInput === undefined),
    'a call has either "input" or "brokenInput"',
  ),
);

const scriptSchema = v.strictObject({
  steps: v.pipe(
    v.array(
      v.strictObject({
        reasoning: v.optional(v.string()),
        text: v.optional(v.string()),
        calls: v.optional(v.pipe(v.array(callSchema), v.maxLength(MAX_CALLS_PER_STEP))),
        delayMs: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000))),
      }),
    ),
    v.maxLength(MAX_SCRIPT_STEPS),
  ),
  endText: v.optional(v.string()),
});

/** Replaces each `{{match:PATTERN}}` of a text; the callback gets the pattern's source. Linear in the text. */
export function replacePlaceholders(text: string, replace: (pattern: string) => string): string {
  let result = '';
  let done = 0;
  for (;;) {
    const start = text.indexOf(PLACEHOLDER_START, done);
    const end = start < 0 ? -1 : text.indexOf(PLACEHOLDER_END, start);
    if (end < 0) return result + text.slice(done);
    result += text.slice(done, start) + replace(text.slice(start + PLACEHOLDER_START.length, end));
    done = end + PLACEHOLDER_END.length;
  }
}

/** The same for every string inside a JSON value. Keys are left alone. */
export function replaceInJson(value: JsonValue, replace: (pattern: string) => string): JsonValue {
  if (typeof value === 'string') return replacePlaceholders(value, replace);
  if (Array.isArray(value)) return value.map((item: JsonValue) => replaceInJson(item, replace));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      child === undefined ? undefined : replaceInJson(child, replace),
    ]),
  );
}

/** The first bad pattern of a script, as a sentence; null where all are good. */
function patternFault(script: ModelScript): string | null {
  let fault: string | null = null;
  script.steps.forEach((step, index) => {
    for (const call of step.calls ?? []) {
      if (call.input === undefined) continue;
      replaceInJson(call.input, (source) => {
        const pattern = parsePattern(source);
        if (typeof pattern === 'string') fault ??= `step ${index + 1}: in {{match:${source}}} ${pattern}`;
        return '';
      });
    }
  });
  return fault;
}

/** Parses a script given as a value. The message says where it is wrong and why, in one sentence. */
export function parseModelScript(value: unknown): ScriptResult {
  const parsed = v.safeParse(scriptSchema, value, { abortEarly: true });
  if (!parsed.success) {
    const issue = parsed.issues[0];
    const place = v.getDotPath(issue);
    const where = place === null ? '' : ` at "${place}"`;
    const why = issue.expected === 'never' ? 'nothing of that name belongs there' : lowerFirst(issue.message);
    return { ok: false, message: `This is not a model script${where}: ${why}.` };
  }
  const script = parsed.output as ModelScript;
  const fault = patternFault(script);
  return fault === null
    ? { ok: true, script }
    : { ok: false, message: `This model script cannot be used, ${fault}.` };
}

/** Parses a script given as JSON text, as a person types or opens it. */
export function readModelScript(text: string): ScriptResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `The model script is not JSON: ${why}.` };
  }
  return parseModelScript(value);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
