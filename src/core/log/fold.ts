import type {
  AskedQuestion,
  QuestionAnswer,
  RecordKey,
  SessionEvent,
  ToolRecord,
} from '../contract/index.ts';
import { defaultProfileRef } from '../profiles/index.ts';
import { applyJobEvent, endCommand, isJobEvent, noteTold } from './foldJobs.ts';
import type { CallState, SessionState, StepState, Told, TurnState } from './state.ts';

/** The state before the first event. */
export const emptySession: SessionState = {
  id: '',
  title: '',
  guest: 'embedded',
  seed: 0,
  placesId: '',
  clockStartMs: null,
  profile: defaultProfileRef(),
  model: { provider: '', model: '' },
  encoding: 'o200k_base',
  turns: [],
  jobs: [],
  commands: [],
  nextSeq: 0,
  createdAtMs: 0,
  changedAtMs: 0,
  usedStems: new Set(),
  outputBytes: 0,
};

/** The state after all events, which come in order of `seq`. */
export function foldEvents(events: Iterable<SessionEvent>, from: SessionState = emptySession): SessionState {
  // One set for the whole fold: nobody has seen it yet, and a copy per saved output would cost n² at a reload.
  const stems = new Set(from.usedStems);
  let state = from;
  for (const event of events) state = applyWith(state, event, (_used, stem) => stems.add(stem));
  return state;
}

/**
 * The state after one more event. Only what the event touches is made anew: its call, step and turn and the
 * lists that hold them (lists of references, so that call 5,000 costs what call 1 costs next to a tool's run).
 * An event about a turn or call that is not there changes nothing: `parseEvents` has reported it.
 */
export function applyEvent(state: SessionState, event: SessionEvent): SessionState {
  return applyWith(state, event, (used, stem) => new Set(used).add(stem));
}

type AddStem = (used: ReadonlySet<string>, stem: string) => ReadonlySet<string>;

function applyWith(state: SessionState, event: SessionEvent, addStem: AddStem): SessionState {
  return { ...apply(state, event, addStem), nextSeq: event.seq + 1, changedAtMs: event.atMs };
}

function apply(state: SessionState, event: SessionEvent, addStem: AddStem): SessionState {
  if (isJobEvent(event)) return applyJobEvent(state, event);
  switch (event.type) {
    case 'session-created':
      return {
        ...state,
        id: event.sessionId,
        title: event.title,
        guest: event.guest,
        seed: event.seed,
        placesId: event.placesId ?? event.sessionId,
        clockStartMs: event.clockStartMs ?? null,
        ...(event.origin === undefined ? {} : { origin: event.origin }),
        profile: event.profile,
        model: event.model,
        encoding: event.encoding,
        createdAtMs: event.atMs,
      };
    case 'title-changed':
      return { ...state, title: event.title };
    case 'profile-changed':
      return { ...state, profile: event.profile };
    case 'model-changed':
      return { ...state, model: event.model };
    case 'encoding-changed':
      return { ...state, encoding: event.encoding };
    case 'user-message':
      return beginTurn(state, { turn: event.turn, userText: event.text, atMs: event.atMs });
    case 'wake':
      return beginTurn(state, { turn: event.turn, userText: '', wake: event.cause, atMs: event.atMs });
    case 'told': {
      const said: Told = { subject: event.subject, words: event.words };
      const at = event.at;
      const noted = noteTold(state, event.subject, at);
      return at.kind === 'turn'
        ? changeTurn(noted, at.turn, (turn) => ({ ...turn, told: [...(turn.told ?? []), said] }))
        : changeCall(noted, at.key, (call) => ({ ...call, told: [...(call.told ?? []), said] }));
    }
    case 'step':
      return changeTurn(state, event.turn, (turn) => ({ ...turn, steps: [...turn.steps, newStep(event)] }));
    case 'call-started':
      return changeCall(state, event.key, (call) => ({ ...call, started: true }));
    case 'record':
      return countRecord(
        changeCall(state, event.record.key, (call) => ({
          ...call,
          started: true,
          record: event.record,
          sent: event.sent,
        })),
        event.record,
        addStem,
      );
    case 'command-ended':
      return countRecord(endCommand(state, event), event.record, addStem);
    case 'checkpoint':
      return changeStep(state, event.turn, event.step, (step) => ({ ...step, journalSeq: event.journalSeq }));
    case 'turn-end':
      return changeTurn(state, event.turn, (turn) => ({
        ...turn,
        end: { reason: event.reason, error: event.error },
      }));
    case 'question-asked':
      return changeCall(state, event.key, (call) => ({
        ...call,
        questions: [...(call.questions ?? []), { question: event.question, answer: null }],
      }));
    case 'question-answered':
      return changeCall(state, event.key, (call) => ({ ...call, questions: answered(call, event.answer) }));
    case 'tools-changed':
      return { ...state, externalTools: event.tools };
    case 'sub-agent':
      return applyToSubAgent(state, event, addStem);
    case 'guest-changed':
      return { ...state, guest: event.guest };
    case 'guest-restarted':
    case 'unknown':
      return state;
  }
}

/** The answer goes to the oldest question of its kind that waits. */
function answered(call: CallState, answer: QuestionAnswer): readonly AskedQuestion[] {
  const asked = call.questions ?? [];
  const at = asked.findIndex((each) => each.answer === null && each.question.kind === answer.kind);
  return replaceAt(asked, at, ({ question }) => ({ question, answer }));
}

/** The conversation of a sub-agent is folded as a session's is; what it saved counts for the session. */
function applyToSubAgent(
  state: SessionState,
  { key, event, ...head }: Extract<SessionEvent, { type: 'sub-agent' }>,
  addStem: AddStem,
): SessionState {
  const inner: SessionEvent = { ...head, ...event };
  const next = changeCall(state, key, (call) => ({
    ...call,
    subAgent: applyWith(call.subAgent ?? subAgentOf(state), inner, addStem),
  }));
  return inner.type === 'record' ? countRecord(next, inner.record, addStem) : next;
}

function subAgentOf({ id, guest, seed, profile, model, encoding }: SessionState): SessionState {
  return { ...emptySession, id, guest, seed, profile, model, encoding };
}

function beginTurn(
  state: SessionState,
  turn: Pick<TurnState, 'turn' | 'userText' | 'wake' | 'atMs'>,
): SessionState {
  return { ...state, turns: [...state.turns, { ...turn, steps: [], end: null }] };
}

function newStep(event: Extract<SessionEvent, { type: 'step' }>): StepState {
  const calls: CallState[] = [];
  for (const part of event.parts) {
    if (part.type !== 'tool-call') continue;
    calls.push({
      key: recordKey(event.turn, event.step, calls.length),
      callId: part.callId,
      wireName: part.wireName,
      input: part.input,
      brokenInput: part.brokenInput ?? null,
      started: false,
      record: null,
      sent: null,
    });
  }
  const { turn, step, parts, usage, finish, cutShort, model, profile, encoding, startedAtMs } = event;
  return {
    turn,
    step,
    parts,
    calls,
    usage,
    finish,
    cutShort,
    model,
    profile,
    encoding,
    startedAtMs,
    endedAtMs: event.atMs,
    journalSeq: null,
  };
}

/** The key of a step's call: `index` counts the step's calls from 0, in the order asked. */
export function recordKey(turn: number, step: number, index: number): RecordKey {
  return `${turn}.${step}.${index}`;
}

function changeTurn(state: SessionState, turn: number, change: (turn: TurnState) => TurnState): SessionState {
  const at = state.turns.findLastIndex((candidate) => candidate.turn === turn);
  return at < 0 ? state : { ...state, turns: replaceAt(state.turns, at, change) };
}

function changeStep(
  state: SessionState,
  turn: number,
  step: number,
  change: (step: StepState) => StepState,
): SessionState {
  return changeTurn(state, turn, (found) => {
    const at = found.steps.findLastIndex((candidate) => candidate.step === step);
    return at < 0 ? found : { ...found, steps: replaceAt(found.steps, at, change) };
  });
}

function changeCall(
  state: SessionState,
  key: RecordKey,
  change: (call: CallState) => CallState,
): SessionState {
  const [turn, step] = key.split('.').map(Number);
  if (turn === undefined || step === undefined) return state;
  return changeStep(state, turn, step, (found) => {
    const at = found.calls.findIndex((call) => call.key === key);
    return at < 0 ? found : { ...found, calls: replaceAt(found.calls, at, change) };
  });
}

function replaceAt<Item>(items: readonly Item[], at: number, change: (item: Item) => Item): readonly Item[] {
  const item = items[at];
  return item === undefined ? items : items.with(at, change(item));
}

function countRecord(state: SessionState, record: ToolRecord, addStem: AddStem): SessionState {
  const outputBytes = state.outputBytes + record.output.totalBytes;
  if (record.savedAs === null) return { ...state, outputBytes };
  const name = record.savedAs.path.slice(record.savedAs.path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.[^.]*$/, '').toLowerCase();
  return { ...state, outputBytes, usedStems: addStem(state.usedStems, stem) };
}
