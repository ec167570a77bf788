import * as v from 'valibot';
import { type RecordKey, valueSchemas } from '../../core/index.ts';
import type { GuestStatus, LiveOutput, RunStatus } from '../port.ts';

/** Pages of another build may speak otherwise: what does not say this number is not listened to. */
export const protocolVersion = 1;

const { count, key, time } = valueSchemas;
const bytes: v.GenericSchema<unknown, Uint8Array> = v.instance(Uint8Array);
const keySchema: v.GenericSchema<unknown, RecordKey> = key;
const note = v.object({ code: v.string(), detail: v.string(), exits: v.optional(v.array(v.number())) });

const runStatus: v.GenericSchema<unknown, RunStatus> = v.variant('kind', [
  v.object({ kind: v.picklist(['idle', 'paused', 'stopping']) }),
  v.object({
    kind: v.literal('model'),
    step: count,
    text: v.string(),
    reasoning: v.string(),
    retry: v.optional(v.object({ tries: count, waitMs: time, message: v.string() })),
  }),
  v.object({ kind: v.literal('tools'), step: count, running: v.array(keySchema) }),
]);
const guestStatus: v.GenericSchema<unknown, GuestStatus> = v.variant('kind', [
  v.object({ kind: v.literal('none') }),
  v.object({ kind: v.literal('booting'), waitingFor: v.string(), canSkip: v.optional(v.boolean()) }),
  v.object({
    kind: v.literal('ready'),
    guest: valueSchemas.guest,
    why: v.string(),
    limitations: v.array(note),
  }),
  v.object({ kind: v.literal('dead'), message: v.string() }),
]);
const liveOutput: v.GenericSchema<unknown, LiveOutput> = v.object({
  key: keySchema,
  startedAtMs: time,
  timeoutMs: v.nullable(time),
  totalBytes: count,
  lines: count,
  tail: v.array(v.object({ stream: v.picklist(['stdout', 'stderr']), text: v.string() })),
  progress: v.optional(v.nullable(v.string())),
  dueAtMs: v.optional(v.nullable(time)),
  canMove: v.optional(v.boolean()),
  isStopping: v.optional(v.boolean()),
});
const toolOrigin = v.variant('kind', [
  v.object({ kind: v.literal('plugin'), path: v.string() }),
  v.object({ kind: v.literal('mcp'), server: v.string(), tool: v.string() }),
]);

/** What of a session at its home is in no log. No key is here, nor anywhere else that a home could take one from. */
const nowSchema = v.object({
  run: runStatus,
  guest: guestStatus,
  home: v.string(),
  workspace: v.string(),
  wakesPaused: v.boolean(),
  allowedHosts: v.array(v.string()),
  askedHosts: v.array(v.string()),
  toolRows: v.array(
    v.object({
      name: v.string(),
      description: v.string(),
      origin: v.nullable(toolOrigin),
      fingerprint: v.nullable(v.string()),
      permission: v.picklist(['run', 'ask', 'deny']),
    }),
  ),
  toolProblems: v.array(v.object({ name: v.string(), message: v.string() })),
});
export type HomeNow = v.InferOutput<typeof nowSchema>;

const spoken = { spillway: v.literal(protocolVersion) };
const answerTo = { to: v.string(), id: count };

const fromHomeSchema = v.variant('kind', [
  /** The session lives here from now on. */
  v.object({ ...spoken, kind: v.literal('home'), home: v.string() }),
  v.object({ ...spoken, kind: v.literal('now'), home: v.string(), nextSeq: count, now: nowSchema }),
  /** Durable events, as they are stored. */
  v.object({ ...spoken, kind: v.literal('events'), home: v.string(), events: v.array(v.unknown()) }),
  v.object({
    ...spoken,
    kind: v.literal('live'),
    home: v.string(),
    key: keySchema,
    live: v.nullable(liveOutput),
  }),
  v.object({ ...spoken, kind: v.literal('files'), home: v.string(), paths: v.array(v.string()) }),
  /** An act has come; its answer may take as long as a turn. */
  v.object({ ...spoken, kind: v.literal('got'), ...answerTo }),
  v.object({ ...spoken, kind: v.literal('done'), ...answerTo, value: v.unknown() }),
  v.object({ ...spoken, kind: v.literal('failed'), ...answerTo, message: v.string() }),
  /** Bytes for a terminal that a mirror has opened; null: it has ended. */
  v.object({
    ...spoken,
    kind: v.literal('terminal'),
    to: v.string(),
    terminal: count,
    bytes: v.nullable(bytes),
  }),
]);
const fromMirrorSchema = v.variant('kind', [
  v.object({ ...spoken, kind: v.literal('hello'), from: v.string() }),
  v.object({
    ...spoken,
    kind: v.literal('ask'),
    from: v.string(),
    id: count,
    /** Epoch milliseconds: a home that was asleep does not do what its asker has given up. */
    atMs: time,
    act: v.string(),
    args: v.array(v.unknown()),
  }),
  /** The asker does not want it any more. */
  v.object({ ...spoken, kind: v.literal('cancel'), from: v.string(), id: count }),
  v.object({ ...spoken, kind: v.literal('bye'), from: v.string() }),
  v.object({
    ...spoken,
    kind: v.literal('terminal'),
    from: v.string(),
    terminal: count,
    act: v.variant('do', [
      v.object({ do: v.picklist(['open', 'resize']), columns: count, rows: count }),
      v.object({ do: v.literal('write'), data: v.string() }),
      v.object({ do: v.literal('took'), bytes: count }),
      v.object({ do: v.literal('close') }),
    ]),
  }),
]);
export type FromHome = v.InferOutput<typeof fromHomeSchema>;
export type FromMirror = v.InferOutput<typeof fromMirrorSchema>;

/** Null where it is none of a home that this page understands. */
export function parseFromHome(message: unknown): FromHome | null {
  const parsed = v.safeParse(fromHomeSchema, message);
  return parsed.success ? parsed.output : null;
}

export function parseFromMirror(message: unknown): FromMirror | null {
  const parsed = v.safeParse(fromMirrorSchema, message);
  return parsed.success ? parsed.output : null;
}
