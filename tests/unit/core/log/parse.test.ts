import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldEvents,
  isLoggableJson,
  LOG_VERSION,
  parseEvents,
  type SessionEvent,
} from '../../../../src/core/index.ts';
import { call, LogWriter, text } from '../support/log.ts';
import version0 from './fixtures/log-v0.json';

const whole = new LogWriter()
  .user(1, 'hello')
  .step(1, 1, [text('hi'), { type: 'reasoning', text: 'hm', providerData: { signature: 'abc' } }, call('x')])
  .started('1.1.0')
  .record('1.1.0', 'out\n')
  .add({ type: 'checkpoint', turn: 1, step: 1, journalSeq: 0 })
  .end(1)
  .add({ type: 'guest-restarted', why: 'guest-death' });

describe('reading a log back', () => {
  test('gives the events that were written', () => {
    const stored: unknown[] = structuredClone(whole.events);
    expect(parseEvents(stored)).toEqual({ events: whole.events, problem: null, newerVersion: null });
    expect(parseEvents(JSON.parse(JSON.stringify(whole.events)))).toEqual({
      events: whole.events,
      problem: null,
      newerVersion: null,
    });
    expect(parseEvents([])).toEqual({ events: [], problem: null, newerVersion: null });
  });

  test('keeps the good events before a bad one and says which it was and what was wrong', () => {
    const at = (index: number, value: unknown) =>
      parseEvents(whole.events.toSpliced(index, 1, value as SessionEvent));
    expect(at(3, null)).toEqual({
      events: whole.events.slice(0, 3),
      problem: 'Event 3 of 8: it is not an object.',
      newerVersion: null,
    });
    expect(at(1, { ...whole.events[1], text: 5 })).toEqual({
      events: whole.events.slice(0, 1),
      problem: expect.stringMatching(/^Event 1 of 8: text is not as expected \(.*\)\.$/),
      newerVersion: null,
    });
    expect(at(2, { ...whole.events[2], v: 'one' }).problem).toBe(
      'Event 2 of 8: it has no known format version.',
    );
    expect(at(2, { ...whole.events[2], type: 5 }).problem).toMatch(/^Event 2 of 8: type is not/);
  });

  test('accepts no gap, no repeat and no event about a turn that has not begun', () => {
    const events = whole.events;
    expect(parseEvents(events.toSpliced(2, 1)).problem).toBe('Event 2 of 7: its seq is 3, not 2.');
    expect(parseEvents(events.slice(1)).problem).toBe('Event 0 of 7: its seq is 1, not 0.');
    const renumbered = (list: readonly SessionEvent[]) => list.map((event, seq) => ({ ...event, seq }));
    expect(parseEvents(renumbered(events.slice(1))).problem).toBe(
      'Event 0 of 7: a log begins with session-created.',
    );
    expect(parseEvents(renumbered([...events, ...events])).problem).toBe(
      'Event 8 of 16: session-created comes a second time.',
    );
    expect(parseEvents(renumbered(events.toSpliced(1, 1))).problem).toBe(
      'Event 1 of 7: turn 1 has not begun.',
    );
    // Two calls with one key would go to the provider under one id, and it would refuse the session for ever.
    expect(parseEvents(renumbered(events.toSpliced(3, 0, ...events.slice(2, 3)))).problem).toBe(
      'Event 3 of 9: step 1 of turn 1 comes a second time.',
    );
  });

  test('drops properties that nobody checked', () => {
    const [first, ...rest] = whole.events;
    expect(parseEvents([{ ...first, extra: 'x' }, ...rest]).events).toEqual(whole.events);
  });

  test('never throws, whatever was stored', () => {
    fc.assert(
      fc.property(
        fc.array(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true })),
        (raw) => {
          expect(() => parseEvents(raw)).not.toThrow();
        },
      ),
    );
  });

  test('never throws when any one value of a good log is replaced', () => {
    fc.assert(
      fc.property(fc.nat(whole.events.length - 1), fc.nat(40), fc.anything(), (index, place, value) => {
        // Through JSON: a structured clone keeps objects that events share, and one change would reach several.
        const events: unknown[] = JSON.parse(JSON.stringify(whole.events));
        replaceLeaf(events[index], place, value);
        const parsed = parseEvents(events);
        expect(() => foldEvents(parsed.events)).not.toThrow();
        if (parsed.problem !== null) expect(parsed.events.length).toBeGreaterThanOrEqual(index);
      }),
    );
  });

  test('survives values that refer to themselves, throw when read or are nested without end', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = [cyclic, cyclic];
    const trap = new Proxy(
      {},
      {
        get() {
          throw new Error('trap');
        },
      },
    );
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const step = whole.events[2];
    for (const input of [cyclic, deep]) {
      const parts = [{ type: 'tool-call', callId: '', wireName: '', input }];
      const parsed = parseEvents(whole.events.toSpliced(2, 1, { ...step, parts } as unknown as SessionEvent));
      expect(parsed.problem).toMatch(/^Event 2 of 8: parts\.0\.input is not as expected/);
    }
    expect(parseEvents([trap]).problem).toBe('Event 0 of 1: it cannot be read (Error at 0).');
  });
});

describe('a log of format version 0', () => {
  test('is brought to the newest form: steps say the encoding that was the only one then', () => {
    const { events, problem } = parseEvents(version0);
    expect(problem).toBe(null);
    expect(events).toHaveLength(version0.length);
    expect(events.every(({ v }) => v === LOG_VERSION)).toBe(true);
    const state = foldEvents(events);
    expect(state.encoding).toBe('o200k_base');
    expect(state.turns[0]?.steps[0]?.encoding).toBe('o200k_base');
    expect(state.turns[0]?.steps[0]?.calls[0]?.sent?.text).toBe('v0 said this\n');
  });
});

/** Replaces the `place`-th value that is no object, depth first; a place past the end replaces the last. */
function replaceLeaf(root: unknown, place: number, value: unknown): void {
  const leaves: (() => void)[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, child] of Object.entries(node)) {
      if (typeof child === 'object' && child !== null) walk(child);
      else leaves.push(() => Reflect.set(node, name, value));
    }
  };
  walk(root);
  leaves[Math.min(place, leaves.length - 1)]?.();
}

describe('a JSON value', () => {
  const nested = (depth: number) =>
    JSON.parse(`${'[{"a":'.repeat(depth)}null${'}]'.repeat(depth)}`) as unknown;

  test('is loggable exactly where a log that holds it is read back', () => {
    const values: unknown[] = [
      {},
      nested(31),
      nested(32),
      nested(33),
      JSON.parse('{"timeout":1e999}'),
      { n: Number.NaN },
      { f: () => 0 },
      [undefined],
      { absent: undefined },
    ];
    const loggable = values.map((value) => isLoggableJson({ value }));
    expect(loggable).toEqual([true, true, false, false, false, false, false, false, true]);
    const isReadBack = (input: unknown) => {
      const [created, user, step] = whole.events;
      const changed = { ...step, parts: [{ type: 'tool-call', callId: 'x', wireName: 'Bash', input }] };
      return parseEvents([created, user, changed]).problem === null;
    };
    expect(values.map((value) => isReadBack({ value }))).toEqual(loggable);
  });
});
