import * as v from 'valibot';
import { type JsonObject, type JsonValue, type RecordKey, signalNames } from '../contract/index.ts';
import { isLoggableJson } from './loggableJson.ts';

/** The small values of a log: numbers, names, JSON, a model's answer in parts. */

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const time = v.pipe(v.number(), v.finite());
export const strings = v.array(v.string());

export const json = v.custom<JsonValue>(isLoggableJson, 'not JSON');
export const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isLoggableJson(value),
  'not a JSON object',
);
export const key = v.custom<RecordKey>(
  (value) => typeof value === 'string' && /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(value),
  'not a record key',
);

export const encoding = v.picklist(['o200k_base', 'cl100k_base']);
export const guest = v.picklist(['embedded', 'webcontainer']);
/** It becomes a part of paths. */
export const placesId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'not a name of a session'));
export const signal = v.nullable(v.picklist(signalNames));
export const model = v.object({ provider: v.string(), model: v.string() });

const inlineLimit = v.objectWithRest({ default: v.nullable(count) }, v.nullable(count));
const overrides = v.object({
  inlineLimit: v.optional(inlineLimit),
  previewUnits: v.optional(count),
  defaultTimeoutMs: v.optional(count),
  maxTimeoutMs: v.optional(count),
  readLines: v.optional(count),
  readTokens: v.optional(count),
  options: v.optional(v.record(v.string(), v.union([v.string(), v.pipe(v.number(), v.finite())]))),
});
export const profile = v.object({
  id: v.string(),
  version: count,
  quirks: v.record(v.string(), v.picklist(['exact', 'fixed'])),
  overrides,
  name: v.optional(v.string()),
});

export const toolError = v.object({
  code: v.string(),
  phase: v.picklist(['input', 'run', 'capture', 'save', 'guest', 'abort']),
  message: v.string(),
});
const providerData = v.optional(jsonObject);
export const assistantPart = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string(), providerData }),
  v.object({ type: v.literal('reasoning'), text: v.string(), providerData }),
  v.object({
    type: v.literal('tool-call'),
    callId: v.string(),
    wireName: v.string(),
    input: json,
    brokenInput: v.optional(v.string()),
    providerData,
  }),
]);
const tokens = v.nullable(v.number());
export const usage = v.nullable(
  v.object({
    inputTokens: tokens,
    outputTokens: tokens,
    cachedInputTokens: tokens,
    reasoningTokens: tokens,
  }),
);
