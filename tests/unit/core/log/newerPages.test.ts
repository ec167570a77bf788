import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEvent,
  foldEvents,
  LOG_VERSION,
  LogReader,
  parseEvents,
  type SessionEvent,
} from '../../../../src/core/index.ts';
import { call, LogWriter, text } from '../support/log.ts';

/** What pages of a later day may have written into a log that this page reads. */

const whole = new LogWriter()
  .user(1, 'hello')
  .step(1, 1, [text('hi'), call('x')])
  .started('1.1.0')
  .record('1.1.0', 'out\n')
  .end(1).events;

type Stored = Readonly<Record<string, unknown>>;
const stored = (): readonly Stored[] => JSON.parse(JSON.stringify(whole)) as Stored[];
const renumbered = (events: readonly Stored[]) => events.map((event, seq) => ({ ...event, seq }));
/** The log with a value more, at any place behind the first. */
const withOne = (at: number, body: Stored) =>
  renumbered(stored().toSpliced(at, 0, { v: LOG_VERSION, seq: 0, atMs: 5_000, ...body }));
/** What a person sees of a log: the fold without its count of events. */
const shown = (events: readonly SessionEvent[]) => ({
  ...foldEvents(events),
  nextSeq: 0,
  changedAtMs: 0,
});

describe('a kind of event that this page does not know', () => {
  const later = { type: 'colour-chosen', colour: { name: 'teal', at: [1, null, true] } };

  test('is kept as it was stored and changes nothing, wherever it stands', () => {
    for (let at = 1; at <= whole.length; at++) {
      const raw = withOne(at, later);
      const { events, problem, newerVersion } = parseEvents(raw);
      expect({ problem, newerVersion, count: events.length }).toEqual({
        problem: null,
        newerVersion: null,
        count: whole.length + 1,
      });
      expect(events[at]).toEqual({
        v: LOG_VERSION,
        seq: at,
        atMs: 5_000,
        type: 'unknown',
        kind: 'colour-chosen',
        raw: raw[at],
      });
      expect(foldEvents(events).nextSeq).toBe(whole.length + 1);
      expect(shown(events)).toEqual(shown(whole));
    }
  });

  test('comes back as it was when whoever read it writes it again, also at another place', () => {
    const [unknown] = parseEvents(withOne(1, later)).events.slice(1, 2);
    const again = renumbered([...stored(), unknown as unknown as Stored]);
    const { events, problem } = parseEvents(JSON.parse(JSON.stringify(again)) as unknown[]);
    expect(problem).toBe(null);
    expect(events.at(-1)).toEqual({
      v: LOG_VERSION,
      seq: whole.length,
      atMs: 5_000,
      type: 'unknown',
      kind: 'colour-chosen',
      raw: { v: LOG_VERSION, seq: whole.length, atMs: 5_000, ...later },
    });
  });

  test('must be the next event, of a known format and plain data', () => {
    const problemOf = (body: Stored) => parseEvents([...stored(), body]).problem;
    const seq = whole.length;
    const good = { v: LOG_VERSION, seq, atMs: 1, ...later };
    expect(problemOf(good)).toBe(null);
    expect(problemOf({ ...good, seq: seq + 1 })).toBe(
      `Event ${seq} of ${seq + 1}: its seq is ${seq + 1}, not ${seq}.`,
    );
    expect(problemOf({ ...good, atMs: 'now' })).toMatch(/atMs is not as expected/);
    expect(problemOf({ ...good, v: -1 })).toMatch(/it has no known format version/);
    expect(problemOf({ ...good, made: () => 0 })).toMatch(/it is not JSON/);
    expect(parseEvents([{ ...good, seq: 0 }]).problem).toMatch(/a log begins with session-created/);
  });

  test('may be one of a sub-agent', () => {
    const raw = withOne(4, { type: 'sub-agent', key: '1.1.0', event: { type: 'thought', words: 'hm' } });
    const { events, problem } = parseEvents(raw);
    expect(problem).toBe(null);
    expect(events[4]).toMatchObject({ type: 'unknown', kind: 'sub-agent', raw: raw[4] });
    expect(shown(events)).toEqual(shown(whole));
  });
});

describe('properties that this page does not know', () => {
  test('are left out of what is read, and of nothing that is stored', () => {
    const raw = stored().map((event) => ({ ...event, later: { than: 'this page' } }));
    const before = JSON.stringify(raw);
    expect(parseEvents(raw).events).toEqual(whole);
    expect(JSON.stringify(raw)).toBe(before);
  });
});

describe('a log of a newer format', () => {
  const newer = LOG_VERSION + 3;

  test('is read as far as this page has words for it, and says which format it is', () => {
    const raw = stored().map((event, at) => (at < 2 ? event : { ...event, v: newer }));
    const { events, problem, newerVersion } = parseEvents(raw);
    expect({ problem, newerVersion }).toEqual({ problem: null, newerVersion: newer });
    expect(events).toEqual(whole.map((event, at) => (at < 2 ? event : { ...event, v: newer })));
    expect(shown(events)).toEqual(shown(whole));
  });

  test('keeps what means something else by now as unknown, and reads on behind it', () => {
    const raw = stored().map((event) => ({ ...event, v: newer }));
    const changed = raw.with(3, { ...raw[3], key: 'a key of another form' } as (typeof raw)[number]);
    const { events, problem, newerVersion } = parseEvents(changed);
    expect({ problem, newerVersion, count: events.length }).toEqual({
      problem: null,
      newerVersion: newer,
      count: whole.length,
    });
    expect(events[3]).toEqual({
      v: newer,
      seq: 3,
      atMs: whole[3]?.atMs,
      type: 'unknown',
      kind: 'call-started',
      raw: changed[3],
    });
    expect(foldEvents(events).turns[0]?.steps[0]?.calls[0]?.record?.output.totalBytes).toBe(4);
  });

  test('never throws and never loses count, whatever any of its values has become', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 2), fc.jsonValue(), fc.string(), (at, value, name) => {
        const raw = stored().map((event) => ({ ...event, v: newer }));
        const property = name === '' || ['v', 'seq', 'atMs', 'type'].includes(name) ? 'parts' : name;
        const index = at + 1;
        const changed = raw.with(index, { ...raw[index], [property]: value } as (typeof raw)[number]);
        const { events, problem } = parseEvents(changed);
        expect(problem).toBe(null);
        expect(foldEvents(events).nextSeq).toBe(whole.length);
      }),
    );
  });
});

describe('a log that comes event by event', () => {
  test('gives what it gives when it is read whole, and stops at the first problem', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...stored(), { type: 'later' }, null), { maxLength: 12 }),
        (raw: readonly unknown[]) => {
          const reader = new LogReader();
          const events = raw.flatMap((value) => reader.push(value) ?? []);
          const at = reader.problem?.at ?? raw.length;
          expect(events).toEqual(parseEvents(raw).events);
          expect(events).toHaveLength(at);
          expect(reader.nextSeq).toBe(at);
          let state = foldEvents([]);
          for (const event of events) state = applyEvent(state, event);
          expect(state).toEqual(foldEvents(events));
        },
      ),
    );
  });
});
