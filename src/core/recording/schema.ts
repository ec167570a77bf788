import * as v from 'valibot';
import { valueSchemas } from '../log/index.ts';
import type { Recording } from './document.ts';

const {
  assistantPart,
  count,
  encoding,
  facts,
  guest,
  key,
  lossCode,
  model,
  note,
  outcome,
  piece,
  placesId,
  profile,
  time,
} = valueSchemas;

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in hex'));
const base64 = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'not base64'));
const known = v.object({ known: v.string(), sha256 });

/** Below the workspace, never out of it: a recording is somebody else's. */
const relativePath = v.pipe(
  v.string(),
  v.check(
    (path) =>
      path.length <= 4096 &&
      !path.includes('\0') &&
      path.split('/').every((name) => name !== '' && name !== '.' && name !== '..'),
    'not a path below the workspace',
  ),
);
const executable = v.optional(v.literal(true));
const file = v.union([
  v.object({ path: relativePath, executable, text: v.string() }),
  v.object({ path: relativePath, executable, base64 }),
]);

const stream = v.picklist(['stdout', 'stderr']);
const chunk = v.union([v.object({ stream, text: v.string() }), v.object({ stream, base64 })]);
const result = v.variant('kind', [
  v.object({ kind: v.literal('derived') }),
  v.object({
    kind: v.literal('inlined'),
    chunks: v.array(chunk),
    facts: v.nullable(facts),
    pieces: v.array(piece),
    redacted: v.optional(v.literal(true)),
  }),
  v.object({ kind: v.literal('missing'), why: v.string() }),
]);
const streamHash = v.object({ bytes: count, sha256 });

const textHash = v.object({ sha256, units: count });
const output = v.object({ stdout: v.optional(streamHash), stderr: v.optional(streamHash) });
const call = {
  key,
  tool: v.string(),
  outcome,
  startedAtMs: time,
  durationMs: time,
  lines: count,
  loss: v.nullable(lossCode),
  output,
  savedAs: v.nullable(v.object({ path: v.string(), bytes: count })),
  saveError: v.nullable(valueSchemas.toolError),
  notes: v.array(note),
  view: v.nullable(textHash),
  result,
};

const userMessage = v.object({ type: v.literal('user-message'), turn: count, text: v.string() });
const step = v.object({
  type: v.literal('step'),
  turn: count,
  step: count,
  parts: v.array(assistantPart),
  usage: valueSchemas.usage,
  finish: v.string(),
  cutShort: v.nullable(v.picklist(['stopped', 'error'])),
});
const record = v.object({ type: v.literal('record'), ...call });
const turnEnd = v.object({
  type: v.literal('turn-end'),
  turn: count,
  reason: v.picklist(['done', 'stopped', 'failed', 'step-limit', 'interrupted']),
  error: v.nullable(valueSchemas.toolError),
});

const event = v.variant('type', [
  userMessage,
  v.object({ type: v.literal('wake'), turn: count, cause: v.picklist(['job', 'user']) }),
  v.object({ type: v.literal('profile-changed'), profile }),
  v.object({ type: v.literal('model-changed'), model }),
  v.object({ type: v.literal('encoding-changed'), encoding }),
  step,
  record,
  v.object({
    type: v.literal('told'),
    subject: valueSchemas.toldSubject,
    at: valueSchemas.toldPlace,
    view: v.nullable(textHash),
  }),
  v.object({
    type: v.literal('job-started'),
    job: v.string(),
    from: key,
    output: key,
    command: v.string(),
    logPath: v.string(),
    moved: v.boolean(),
  }),
  v.object({
    type: v.literal('job-ended'),
    job: v.string(),
    outcome,
    durationMs: time,
    lines: count,
    loss: v.nullable(lossCode),
    output,
    result,
  }),
  v.object({ type: v.literal('command-started'), key, command: v.string() }),
  v.object({ type: v.literal('command-ended'), ...call }),
  v.object({
    type: v.literal('sub-agent'),
    key,
    event: v.variant('type', [userMessage, step, record, turnEnd]),
  }),
  turnEnd,
]);

const toolSpec = v.object({
  name: v.string(),
  description: v.string(),
  inputSchema: v.record(v.string(), v.unknown()),
});

/** The newest form. Properties that are not named here are dropped: nothing unchecked comes in. */
export const recordingSchema: v.GenericSchema<unknown, Recording> = v.object({
  format: v.literal('spillway-recording'),
  version: count,
  app: v.string(),
  title: v.string(),
  placesId,
  guest: v.object({
    kind: guest,
    seed: v.number(),
    clockStartMs: v.nullable(time),
    workspace: v.union([known, v.object({ files: v.array(file) })]),
  }),
  profile,
  model,
  encoding,
  system: v.union([known, v.object({ text: v.string() })]),
  tools: v.union([known, v.object({ list: v.array(toolSpec) })]),
  events: v.array(event),
});
