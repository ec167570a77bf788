import * as v from 'valibot';
import { type JsonObject, LOG_VERSION, type SessionEvent } from '../contract/index.ts';
import { isLoggableJson } from './loggableJson.ts';
import { migrate, type RawEvent } from './migrations.ts';
import { eventHeadSchema, eventSchema, isKnownEvent } from './schema.ts';

/** What was wrong with the stored value at place `at`, counted from 0, as a sentence. */
export interface LogProblem {
  readonly at: number;
  readonly why: string;
}

/**
 * Reads a log value by value, as it is stored or as it comes from the tab that writes it. A kind of event that
 * this page does not know is kept as it is; a log of a newer format is read as far as this page has words for it.
 */
export class LogReader {
  /** Keys of calls are made of a turn and a step, so neither may come twice. */
  readonly #turns = new Set<number>();
  readonly #steps = new Set<string>();
  #at = 0;
  #problem: LogProblem | null = null;
  #newerVersion: number | null = null;

  /** The first value that could not be taken; nothing is taken behind it. */
  get problem(): LogProblem | null {
    return this.#problem;
  }

  /** The newest format that came where it is newer than this page's, else null. */
  get newerVersion(): number | null {
    return this.#newerVersion;
  }

  /** Number of events taken: the `seq` of the next. */
  get nextSeq(): number {
    return this.#at;
  }

  /** The event in the newest form; null from the first problem on. Never throws. */
  push(value: unknown): SessionEvent | null {
    if (this.#problem !== null) return null;
    const event = this.#read(value);
    if (typeof event === 'string') {
      this.#problem = { at: this.#at, why: event };
      return null;
    }
    const inner = innerOf(event);
    if (inner.type === 'user-message' || inner.type === 'wake') this.#turns.add(inner.turn);
    if (inner.type === 'step') this.#steps.add(`${inner.turn}.${inner.step}`);
    if (event.v > LOG_VERSION) this.#newerVersion = Math.max(event.v, this.#newerVersion ?? 0);
    this.#at += 1;
    return event;
  }

  #read(value: unknown): SessionEvent | string {
    if (!isRawEvent(value)) return 'it is not an object.';
    try {
      const raw = unwrapped(value);
      const isNewer = typeof raw.v === 'number' && Number.isInteger(raw.v) && raw.v > LOG_VERSION;
      const current = isNewer ? raw : migrate(raw, LOG_VERSION);
      if (current === null) return 'it has no known format version.';
      const parsed = isNewer || isKnown(current) ? parseKnown(current) : unknownEvent(current);
      const problem = typeof parsed === 'string' ? parsed : this.#orderProblem(parsed);
      if (problem === null || !isNewer) return problem ?? parsed;
      // What a newer format means by it is not known here; that it is the next event is.
      const unknown = unknownEvent(current);
      return typeof unknown === 'string' ? unknown : (this.#orderProblem(unknown) ?? unknown);
    } catch (thrown) {
      // A getter, a proxy or a value nested too deeply for the stack: hostile, and no reason to lose the rest.
      return `it cannot be read (${thrown instanceof Error ? thrown.name : 'unknown failure'} at ${this.#at}).`;
    }
  }

  #orderProblem(whole: SessionEvent): string | null {
    const event = innerOf(whole);
    const at = this.#at;
    if (event.seq !== at) return `its seq is ${event.seq}, not ${at}.`;
    if ((event.type === 'session-created') !== (at === 0)) {
      return at === 0 ? 'a log begins with session-created.' : 'session-created comes a second time.';
    }
    if ((event.type === 'user-message' || event.type === 'wake') && this.#turns.has(event.turn))
      return `turn ${event.turn} begins a second time.`;
    if (event.type === 'step' && this.#steps.has(`${event.turn}.${event.step}`))
      return `step ${event.step} of turn ${event.turn} comes a second time.`;
    const turn = turnOf(event);
    return turn !== null && !this.#turns.has(turn) ? `turn ${turn} has not begun.` : null;
  }
}

/** Whether this page has words for it, and for what a sub-agent did where it is one of a sub-agent's. */
function isKnown({ type, event }: RawEvent): boolean {
  return isKnownEvent(type) && (type !== 'sub-agent' || !isRawEvent(event) || isKnownEvent(event.type));
}

function parseKnown(raw: RawEvent): SessionEvent | string {
  const checked = v.safeParse(eventSchema, raw);
  if (checked.success) return checked.output;
  return issueOf(checked.issues);
}

/** An event whose kind this page does not know: its place in the log is checked, and that it can be kept. */
function unknownEvent(raw: RawEvent): SessionEvent | string {
  const checked = v.safeParse(eventHeadSchema, raw);
  if (!checked.success) return issueOf(checked.issues);
  if (!isJsonObject(raw)) return 'it is not JSON.';
  const { type: kind, ...head } = checked.output;
  return { ...head, type: 'unknown', kind, raw };
}

function issueOf([issue]: readonly [v.BaseIssue<unknown>, ...unknown[]]): string {
  const path = v.getDotPath(issue) ?? 'the value';
  return `${path} is not as expected (${issue.message.slice(0, 200)}).`;
}

/** Whoever writes an unknown event again writes what was kept, so that a page that knows it reads it as it was. */
function unwrapped(value: RawEvent): RawEvent {
  const { type, raw } = value;
  if (type !== 'unknown' || !isRawEvent(raw)) return value;
  return { ...raw, seq: value.seq, atMs: value.atMs };
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

function isJsonObject(value: RawEvent): value is JsonObject {
  return isLoggableJson(value);
}
