import * as v from 'valibot';
import { facts, path } from './schemaFacts.ts';
import { count, json, jsonObject, key, profile, signal, time, toolError } from './schemaValues.ts';

/** How a call ended, what came out, and what its model was sent of it. */

export const piece = v.variant('from', [
  v.pipe(
    v.object({
      from: v.literal('output'),
      of: v.picklist(['merged', 'stdout', 'stderr']),
      start: count,
      end: count,
      escaped: v.optional(v.object({ as: v.literal('json'), units: count })),
    }),
    v.check((range) => range.start <= range.end, 'a range that ends before it starts'),
  ),
  v.object({
    from: v.literal('harness'),
    role: v.picklist([
      'notice',
      'preview-end',
      'status',
      'gap',
      'line-number',
      'separator',
      'error',
      'empty',
    ]),
    text: v.string(),
  }),
]);
export const sent = v.object({
  profile,
  pieces: v.array(piece),
  text: v.string(),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  account: v.object({
    sourceUnits: count,
    seenUnits: count,
    omittedUnits: count,
    harnessUnits: count,
    whole: v.boolean(),
  }),
});

export const outcome = v.variant('status', [
  v.object({ status: v.literal('ok'), exitCode: v.nullable(v.number()) }),
  v.object({ status: v.literal('failed'), exitCode: v.nullable(v.number()), signal }),
  v.object({ status: v.literal('timeout'), timeoutMs: time, signal, unconfirmedStop: v.boolean() }),
  v.object({
    status: v.literal('error'),
    error: toolError,
    stoppedBy: v.nullable(v.picklist(['timeout', 'user', 'cap', 'guest-death', 'session-end'])),
    unconfirmedStop: v.boolean(),
  }),
]);
export const lossCode = v.picklist([
  'output-cap',
  'session-cap',
  'guest-limit',
  'guest-died',
  'store-failed',
]);
export const output = v.object({
  totalBytes: count,
  stdoutBytes: count,
  stderrBytes: count,
  lines: count,
  segments: v.array(v.object({ stream: v.picklist(['stdout', 'stderr', 'mixed']), bytes: count })),
  loss: v.nullable(
    v.object({
      code: lossCode,
      atByte: count,
      lostBytes: v.nullable(count),
    }),
  ),
});

export const note = v.object({ code: v.string(), data: v.optional(jsonObject) });
export const record = v.object({
  key,
  callId: v.string(),
  tool: v.string(),
  input: json,
  outcome,
  startedAtMs: time,
  endedAtMs: time,
  output,
  savedAs: v.nullable(v.object({ path, bytes: count })),
  saveError: v.nullable(toolError),
  notes: v.array(note),
  facts: v.nullable(facts),
  contextTokensLeft: v.optional(count),
});
