import * as v from 'valibot';
import { LOG_VERSION, type SessionEvent } from '../contract/index.ts';
import { migrate, type RawEvent } from './migrations.ts';
import { eventSchema } from './schema.ts';

export interface ParsedLog {
  /** The good prefix, in the newest form. */
  readonly events: readonly SessionEvent[];
  /** One sentence on what was wrong and at which place, null where nothing was. */
  readonly problem: string | null;
}

/**
 * Stored values to typed events: each is brought to the newest version, checked whole, and must continue the
 * one before. Never throws, whatever it is given; what follows the first bad value is left out, since a fold
 * over a gap would show a session that never was.
 */
export function parseEvents(raw: readonly unknown[]): ParsedLog {
  const events: SessionEvent[] = [];
  const begun: Begun = { turns: new Set(), steps: new Set() };
  for (const [at, value] of raw.entries()) {
    const parsed = parseEvent(value, at);
    const problem = typeof parsed === 'string' ? parsed : orderProblem(parsed, at, begun);
    if (typeof parsed === 'string' || problem !== null) {
      return { events, problem: `Event ${at} of ${raw.length}: ${problem}` };
    }
    const inner = innerOf(parsed);
    if (inner.type === 'user-message' || inner.type === 'wake') begun.turns.add(inner.turn);
    if (inner.type === 'step') begun.steps.add(`${inner.turn}.${inner.step}`);
    events.push(parsed);
  }
  return { events, problem: null };
}

function parseEvent(value: unknown, at: number): SessionEvent | string {
  if (!isRawEvent(value)) return 'it is not an object.';
  try {
    const current = migrate(value, LOG_VERSION);
    if (current === null) return unknownVersion(value.v);
    const checked = v.safeParse(eventSchema, current);
    if (checked.success) return checked.output;
    const [issue] = checked.issues;
    const path = v.getDotPath(issue) ?? 'the value';
    return `${path} is not as expected (${issue.message.slice(0, 200)}).`;
  } catch (thrown) {
    // A getter, a proxy or a value nested too deeply for the stack: hostile, and no reason to lose the rest.
    return `it cannot be read (${thrown instanceof Error ? thrown.name : 'unknown failure'} at ${at}).`;
  }
}

function unknownVersion(version: unknown): string {
  return typeof version === 'number' && version > LOG_VERSION
    ? `it was written by a newer version of the app (format ${version}, this one reads up to ${LOG_VERSION}).`
    : 'it has no known format version.';
}

/** What the events so far have begun. Keys of calls are made of a turn and a step, so neither may come twice. */
interface Begun {
  readonly turns: Set<number>;
  readonly steps: Set<string>;
}

function orderProblem(whole: SessionEvent, at: number, { turns, steps }: Begun): string | null {
  const event = innerOf(whole);
  if (event.seq !== at) return `its seq is ${event.seq}, not ${at}.`;
  if ((event.type === 'session-created') !== (at === 0)) {
    return at === 0 ? 'a log begins with session-created.' : 'session-created comes a second time.';
  }
  if ((event.type === 'user-message' || event.type === 'wake') && turns.has(event.turn))
    return `turn ${event.turn} begins a second time.`;
  if (event.type === 'step' && steps.has(`${event.turn}.${event.step}`))
    return `step ${event.step} of turn ${event.turn} comes a second time.`;
  const turn = turnOf(event);
  return turn !== null && !turns.has(turn) ? `turn ${turn} has not begun.` : null;
}

/** A sub-agent's turns and steps are numbered with the session's: none of them may come twice either. */
function innerOf(event: SessionEvent): SessionEvent {
  if (event.type !== 'sub-agent') return event;
  const { v: version, seq, atMs } = event;
  return { v: version, seq, atMs, ...event.event };
}

function turnOf(event: SessionEvent): number | null {
  switch (event.type) {
    case 'step':
    case 'checkpoint':
    case 'turn-end':
      return event.turn;
    case 'call-started':
    case 'question-asked':
    case 'question-answered':
    case 'sub-agent':
      return Number(event.key.split('.')[0]);
    case 'record':
      return Number(event.record.key.split('.')[0]);
    default:
      return null;
  }
}

function isRawEvent(value: unknown): value is RawEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
