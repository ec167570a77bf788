import * as v from 'valibot';
import { record, sent } from './schemaResults.ts';
import {
  assistantPart,
  count,
  encoding,
  jsonObject,
  key,
  model,
  profile,
  strings,
  time,
  toolError,
  usage,
} from './schemaValues.ts';

/** Events that a conversation is made of, a session's and a sub-agent's. */

const question = v.variant('kind', [
  v.object({
    kind: v.literal('permission'),
    tool: v.string(),
    fingerprint: v.nullable(v.string()),
    changed: v.boolean(),
  }),
  v.object({
    kind: v.literal('choice'),
    text: v.string(),
    choices: v.array(v.object({ label: v.string(), description: v.string() })),
    multiple: v.boolean(),
  }),
]);
const answer = v.variant('kind', [
  v.object({ kind: v.literal('permission'), choice: v.picklist(['once', 'always', 'deny']) }),
  v.object({ kind: v.literal('choice'), chosen: strings, text: v.string() }),
]);
const externalTool = v.object({ name: v.string(), description: v.string(), inputSchema: jsonObject });

/** What a conversation is made of, a session's and a sub-agent's: each kind without the head of an event. */
export const inConversation = {
  profileChanged: { type: v.literal('profile-changed'), profile },
  modelChanged: { type: v.literal('model-changed'), model },
  encodingChanged: { type: v.literal('encoding-changed'), encoding },
  userMessage: { type: v.literal('user-message'), turn: count, text: v.string() },
  step: {
    type: v.literal('step'),
    turn: count,
    step: count,
    parts: v.array(assistantPart),
    usage,
    finish: v.string(),
    model,
    profile,
    encoding,
    cutShort: v.nullable(v.picklist(['stopped', 'error'])),
    startedAtMs: time,
  },
  callStarted: { type: v.literal('call-started'), key, tool: v.string() },
  record: { type: v.literal('record'), record, sent },
  checkpoint: { type: v.literal('checkpoint'), turn: count, step: count, journalSeq: count },
  turnEnd: {
    type: v.literal('turn-end'),
    turn: count,
    reason: v.picklist(['done', 'stopped', 'failed', 'step-limit', 'interrupted']),
    error: v.nullable(toolError),
  },
  questionAsked: { type: v.literal('question-asked'), key, question },
  questionAnswered: { type: v.literal('question-answered'), key, answer },
  toolsChanged: { type: v.literal('tools-changed'), tools: v.array(externalTool) },
} as const;

export const subAgentEvent = v.variant('type', [
  v.object(inConversation.profileChanged),
  v.object(inConversation.modelChanged),
  v.object(inConversation.encodingChanged),
  v.object(inConversation.userMessage),
  v.object(inConversation.step),
  v.object(inConversation.callStarted),
  v.object(inConversation.record),
  v.object(inConversation.checkpoint),
  v.object(inConversation.turnEnd),
  v.object(inConversation.questionAsked),
  v.object(inConversation.questionAnswered),
  v.object(inConversation.toolsChanged),
]);
