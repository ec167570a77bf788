import { describe, expect, test } from 'vitest';
import {
  applyEvent,
  defaultProfileRef,
  emptySession,
  foldEvents,
  profileOf,
  profileRef,
  recordKey,
  type SessionEvent,
} from '../../../../src/core/index.ts';
import { call, LogWriter, text } from '../support/log.ts';

describe('a fold', () => {
  const log = new LogWriter()
    .user(1, 'build it')
    .step(1, 1, [text('I try.'), call('a', 'make'), call('b', 'ls')])
    .started('1.1.0')
    .record('1.1.0', 'failed\n', { callId: 'a' })
    .started('1.1.1');

  test('of nothing is the empty session', () => {
    expect(foldEvents([])).toBe(emptySession);
  });

  test('knows each call as asked, as started and as recorded', () => {
    const state = foldEvents(log.events);
    const calls = state.turns[0]?.steps[0]?.calls ?? [];
    expect(calls.map(({ key, callId, started, record }) => [key, callId, started, record !== null])).toEqual([
      ['1.1.0', 'a', true, true],
      ['1.1.1', 'b', true, false],
    ]);
    expect(calls[0]?.sent?.text).toBe('failed\n');
    expect(state).toMatchObject({
      id: 's',
      title: 'A session',
      seed: 7,
      nextSeq: log.events.length,
      createdAtMs: 0,
      changedAtMs: 1000 * (log.events.length - 1),
      outputBytes: 7,
    });
  });

  test('event by event is the fold of all', () => {
    let state = emptySession;
    for (const event of log.events) state = applyEvent(state, event);
    expect(state).toEqual(foldEvents(log.events));
  });

  test('leaves states that were given out as they were, and shares what an event did not touch', () => {
    const before = foldEvents(log.events);
    const copy = structuredClone(before);
    const next = new LogWriter();
    next.events.push(...log.events.slice(1));
    next
      .end(1)
      .user(2, 'again')
      .step(2, 1, [call('a')])
      .record('2.1.0', 'x', {
        savedAs: { path: '/tool-results/A.txt', bytes: 1 },
      });
    const after = foldEvents(next.events.slice(log.events.length), before);
    expect(before).toEqual(copy);
    expect(after.turns[0]?.steps[0]).toBe(before.turns[0]?.steps[0]);
    expect(after.turns).toHaveLength(2);
  });

  test('follows what the session was set to', () => {
    const other = profileRef(profileOf({ id: 'none' }));
    const changed = new LogWriter()
      .add({ type: 'title-changed', title: 'New' })
      .add({ type: 'profile-changed', profile: other })
      .add({ type: 'model-changed', model: { provider: 'parrot', model: 'p' } })
      .add({ type: 'encoding-changed', encoding: 'cl100k_base' })
      .add({ type: 'guest-restarted', why: 'reload' });
    expect(foldEvents(changed.events)).toMatchObject({
      title: 'New',
      profile: other,
      model: { provider: 'parrot', model: 'p' },
      encoding: 'cl100k_base',
      nextSeq: 6,
    });
  });

  test('keeps a checkpoint with its step and an end with its turn', () => {
    const ended = new LogWriter()
      .user(1, 'x')
      .step(1, 1, [text('ok')])
      .add({ type: 'checkpoint', turn: 1, step: 1, journalSeq: 4 })
      .end(1, 'stopped');
    const [turn] = foldEvents(ended.events).turns;
    expect(turn?.steps[0]?.journalSeq).toBe(4);
    expect(turn?.end).toEqual({ reason: 'stopped', error: null });
  });

  test('collects the stems of saved outputs in lower case', () => {
    const saved = (path: string) => ({ savedAs: { path, bytes: 1 } });
    const stems = new LogWriter()
      .user(1, 'x')
      .step(1, 1, [call('a'), call('a')])
      .record('1.1.0', '', saved('/s/tool-results/Call_0.txt'))
      .record('1.1.1', '', saved('/s/tool-results/Call_0-2.txt'));
    expect([...foldEvents(stems.events).usedStems]).toEqual(['call_0', 'call_0-2']);
  });

  test('is not moved by events about turns and calls that are not there', () => {
    const state = foldEvents(log.events);
    const strays = new LogWriter()
      .end(9)
      .started('9.9.9')
      .started('1.1.7')
      .add({ type: 'checkpoint', turn: 1, step: 9, journalSeq: 1 }).events;
    const after = foldEvents(strays.slice(1), state);
    expect(after.turns).toEqual(state.turns);
  });
});

test('row 33: a call is found by its key, whatever its id', () => {
  const log = new LogWriter()
    .user(1, 'x')
    .step(1, 1, [call('x', 'a'), call('x', 'b')])
    .record('1.1.1', 'second', { callId: 'x' })
    .record('1.1.0', 'first', { callId: 'x' })
    .end(1)
    .user(2, 'y')
    .step(2, 1, [call('x', 'c')])
    .record('2.1.0', 'third', { callId: 'x' });
  const texts = foldEvents(log.events).turns.flatMap(({ steps }) =>
    steps.flatMap(({ calls }) => calls.map(({ sent }) => sent?.text)),
  );
  expect(texts).toEqual(['first', 'second', 'third']);
  expect(recordKey(2, 1, 0)).toBe('2.1.0');
});

test('row 27: the log of a 5 MB output holds what the model saw and a reference, not the output', () => {
  const savedAs = { path: '/s/tool-results/call_1.txt', bytes: 5_000_000 };
  const log = new LogWriter(defaultProfileRef())
    .user(1, 'x')
    .step(1, 1, [call('call_1')])
    .record('1.1.0', 'x'.repeat(5_000_000), { savedAs });
  const stored = JSON.stringify(log.events.at(-1) satisfies SessionEvent | undefined);
  expect(stored.length).toBeLessThan(6_000);
  expect(foldEvents(log.events).turns[0]?.steps[0]?.calls[0]?.record?.savedAs).toEqual(savedAs);
});
