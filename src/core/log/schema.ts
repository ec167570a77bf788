import * as v from 'valibot';
import {
  type JsonObject,
  type JsonValue,
  type RecordKey,
  type SessionEvent,
  signalNames,
} from '../contract/index.ts';
import { isLoggableJson } from './loggableJson.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const time = v.pipe(v.number(), v.finite());
const strings = v.array(v.string());

const json = v.custom<JsonValue>(isLoggableJson, 'not JSON');
const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isLoggableJson(value),
  'not a JSON object',
);
const key = v.custom<RecordKey>(
  (value) => typeof value === 'string' && /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(value),
  'not a record key',
);

const encoding = v.picklist(['o200k_base', 'cl100k_base']);
const guest = v.picklist(['embedded', 'webcontainer']);
/** It becomes a part of paths. */
const placesId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'not a name of a session'));
const signal = v.nullable(v.picklist(signalNames));
const model = v.object({ provider: v.string(), model: v.string() });

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
const profile = v.object({
  id: v.string(),
  version: count,
  quirks: v.record(v.string(), v.picklist(['exact', 'fixed'])),
  overrides,
  name: v.optional(v.string()),
});

const toolError = v.object({
  code: v.string(),
  phase: v.picklist(['input', 'run', 'capture', 'save', 'guest', 'abort']),
  message: v.string(),
});
const providerData = v.optional(jsonObject);
const assistantPart = v.variant('type', [
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
const usage = v.nullable(
  v.object({
    inputTokens: tokens,
    outputTokens: tokens,
    cachedInputTokens: tokens,
    reasoningTokens: tokens,
  }),
);

const piece = v.variant('from', [
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
const sent = v.object({
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

const outcome = v.variant('status', [
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
const lossCode = v.picklist(['output-cap', 'session-cap', 'guest-limit', 'guest-died', 'store-failed']);
const output = v.object({
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

const cut = v.variant('kind', [
  v.object({ kind: v.picklist(['none', 'window', 'partial', 'range-over-cap']) }),
  v.object({
    kind: v.literal('long-line'),
    shownUnits: count,
    lineUnits: v.nullable(count),
    nextByte: count,
  }),
]);
const page = v.object({
  path: v.string(),
  askedOffset: v.nullable(v.number()),
  askedLimit: v.nullable(v.number()),
  firstLine: count,
  lastLine: count,
  totalLines: count,
  rangeTokens: v.nullable(count),
  capTokens: count,
  encoding,
  cut,
});
const path = v.string();
const listing = { found: count, shown: count, complete: v.boolean() };
const facts = v.variant('kind', [
  v.object({ kind: v.literal('read-page'), page }),
  v.object({ kind: v.literal('read-stub'), path, content: v.string(), bytes: count, sha256: v.string() }),
  v.object({ kind: v.literal('read-empty'), path }),
  v.object({ kind: v.literal('read-past-end'), path, askedOffset: v.number(), totalLines: count }),
  v.object({ kind: v.literal('read-missing'), path, near: strings }),
  v.object({ kind: v.literal('read-directory'), path }),
  v.object({
    kind: v.literal('grep'),
    mode: v.picklist(['content', 'files_with_matches', 'count']),
    matches: count,
    files: count,
    omittedLines: count,
    windowedLines: count,
    skippedFolders: strings,
    complete: v.boolean(),
  }),
  v.object({ kind: v.literal('glob'), ...listing }),
  v.object({ kind: v.literal('ls'), path, ...listing }),
  v.object({ kind: v.literal('written'), path, bytes: count, created: v.boolean() }),
  v.object({ kind: v.literal('edited'), path, replacements: count }),
  v.object({ kind: v.literal('edit-refused'), path, occurrences: count }),
  v.object({
    kind: v.literal('tail'),
    path,
    shownLines: count,
    fileBytes: count,
    isWhole: v.boolean(),
  }),
  v.object({
    kind: v.literal('job'),
    job: v.object({ id: v.string(), command: v.string(), logPath: v.string() }),
    isHeard: v.boolean(),
    moved: v.nullable(v.object({ by: v.picklist(['timeout', 'user']), afterMs: time })),
  }),
  v.object({
    kind: v.literal('todo'),
    items: v.array(v.object({ text: v.string(), status: v.picklist(['pending', 'in-progress', 'done']) })),
  }),
  v.object({
    kind: v.literal('mcp'),
    server: v.string(),
    tool: v.string(),
    parts: v.array(
      v.variant('kind', [
        v.object({ kind: v.literal('text'), bytes: count }),
        v.object({ kind: v.literal('link'), uri: v.string() }),
        v.object({
          kind: v.literal('file'),
          source: v.picklist(['image', 'audio', 'resource', 'text']),
          mimeType: v.string(),
          bytes: count,
          path: v.nullable(path),
          size: v.nullable(v.object({ width: count, height: count })),
        }),
      ]),
    ),
  }),
]);

const note = v.object({ code: v.string(), data: v.optional(jsonObject) });
const record = v.object({
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

const head = { v: count, seq: count, atMs: time };

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

const toldSubject = v.variant('kind', [
  v.object({ kind: v.literal('job-end'), job: v.string() }),
  v.object({ kind: v.literal('user-command'), key }),
]);
const toldPlace = v.variant('kind', [
  v.object({ kind: v.literal('result'), key }),
  v.object({ kind: v.literal('turn'), turn: count }),
]);

/** What a conversation is made of, a session's and a sub-agent's: each kind without the head of an event. */
const inConversation = {
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

const subAgentEvent = v.variant('type', [
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
