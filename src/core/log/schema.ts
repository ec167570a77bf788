import * as v from 'valibot';
import type { SessionEvent } from '../contract/index.ts';
import { inConversation, subAgentEvent } from './schemaConversation.ts';
import { facts } from './schemaFacts.ts';
import { lossCode, note, outcome, output, piece, record, sent } from './schemaResults.ts';
import {
  assistantPart,
  count,
  encoding,
  guest,
  key,
  model,
  placesId,
  profile,
  signal,
  time,
  toolError,
  usage,
} from './schemaValues.ts';

const toldSubject = v.variant('kind', [
  v.object({ kind: v.literal('job-end'), job: v.string() }),
  v.object({ kind: v.literal('user-command'), key }),
]);
const toldPlace = v.variant('kind', [
  v.object({ kind: v.literal('result'), key }),
  v.object({ kind: v.literal('turn'), turn: count }),
]);

const head = { v: count, seq: count, atMs: time };

const knownEvents = v.variant('type', [
  v.object({
    ...head,
    type: v.literal('session-created'),
    sessionId: v.string(),
    title: v.string(),
    guest,
    profile,
    model,
    encoding,
    seed: v.number(),
    placesId: v.optional(placesId),
    clockStartMs: v.optional(time),
    origin: v.optional(
      v.object({
        kind: v.picklist(['fork', 'run']),
        session: v.string(),
        title: v.string(),
        at: v.nullable(key),
      }),
    ),
  }),
  v.object({ ...head, type: v.literal('title-changed'), title: v.string() }),
  v.object({ ...head, ...inConversation.profileChanged }),
  v.object({ ...head, ...inConversation.modelChanged }),
  v.object({ ...head, ...inConversation.encodingChanged }),
  v.object({ ...head, ...inConversation.userMessage }),
  v.object({ ...head, ...inConversation.step }),
  v.object({ ...head, ...inConversation.callStarted }),
  v.object({ ...head, ...inConversation.record }),
  v.object({ ...head, ...inConversation.checkpoint }),
  v.object({ ...head, ...inConversation.turnEnd }),
  v.object({ ...head, ...inConversation.questionAsked }),
  v.object({ ...head, ...inConversation.questionAnswered }),
  v.object({ ...head, ...inConversation.toolsChanged }),
  v.object({ ...head, type: v.literal('guest-restarted'), why: v.picklist(['reload', 'guest-death']) }),
  v.object({ ...head, type: v.literal('guest-changed'), guest }),
  v.object({ ...head, type: v.literal('sub-agent'), key, event: subAgentEvent }),
  v.object({ ...head, type: v.literal('wake'), turn: count, cause: v.picklist(['job', 'user']) }),
  v.object({ ...head, type: v.literal('told'), subject: toldSubject, at: toldPlace, words: v.string() }),
  v.object({
    ...head,
    type: v.literal('job-started'),
    job: v.string(),
    from: key,
    output: key,
    command: v.string(),
    logPath: v.string(),
    moved: v.boolean(),
    ranBeforeMs: v.optional(time),
    profile,
  }),
  v.object({ ...head, type: v.literal('job-ended'), job: v.string(), outcome, output }),
  v.object({ ...head, type: v.literal('command-queued'), id: count, command: v.string() }),
  v.object({
    ...head,
    type: v.literal('command-dropped'),
    id: count,
    why: v.picklist(['user', 'page-closed']),
  }),
  v.object({
    ...head,
    type: v.literal('command-started'),
    key,
    command: v.string(),
    queued: v.optional(count),
  }),
  v.object({ ...head, type: v.literal('command-ended'), record, sent }),
]);

/** The newest form of an event of a known kind. Unknown properties are dropped, so that nothing unchecked comes in. */
export const eventSchema: v.GenericSchema<unknown, SessionEvent> = knownEvents;

const knownTypes: ReadonlySet<unknown> = new Set(
  knownEvents.options.map(({ entries }) => entries.type.literal),
);

/** Whether this page has words for events of the type; one that is no text is nobody's. */
export function isKnownEvent(type: unknown): boolean {
  return typeof type !== 'string' || knownTypes.has(type);
}

/** What every event has, of whatever kind. */
export const eventHeadSchema = v.object({ ...head, type: v.string() });

/** The values that events are made of, for other documents that hold them. */
export const valueSchemas = {
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
  signal,
  time,
  toldPlace,
  toldSubject,
  toolError,
  usage,
};
