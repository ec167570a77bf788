import { describe, expect, test } from 'vitest';
import {
  createProjector,
  defaultProfileRef,
  foldEvents,
  isOlderView,
  type ProfileRef,
  parseEvents,
  type SentView,
  sentViewOf,
  verifySent,
} from '../../../../src/core/index.ts';
import { call, LogWriter } from '../support/log.ts';
import { outputText, places, recordOf } from '../support/outputs.ts';

const now = defaultProfileRef();
const before: ProfileRef = { ...now, version: now.version - 1 };
const output = 'x'.repeat(40_000);
const record = recordOf(output, '', { savedAs: { path: '/s/tool-results/call_1.txt', bytes: 40_000 } });

/** A view as an older version of the profile worded it. */
const olderView = (): SentView => ({
  ...sentViewOf(now, record, outputText(output), places),
  profile: before,
  pieces: [
    { from: 'harness', role: 'notice', text: 'Saved, starts with: ' },
    { from: 'output', of: 'stdout', start: 0, end: 5 },
  ],
  text: 'Saved, starts with: xxxxx',
  sha256: '0'.repeat(64),
});

describe('an update of the app never rewords history', () => {
  const log = new LogWriter(before).user(1, 'x').step(1, 1, [call('call_1')]);
  log.add({ type: 'record', record, sent: olderView() });
  const { events, problem } = parseEvents(structuredClone<unknown[]>(log.events));
  const state = foldEvents(events);
  const kept = state.turns[0]?.steps[0]?.calls[0]?.sent;

  test('a log made by an older profile loads with its words as they were sent', () => {
    expect(problem).toBe(null);
    expect(kept).toEqual(olderView());
    const { messages } = createProjector().project(state, { system: '', tools: [] });
    expect(messages.at(-1)).toEqual({
      role: 'tool',
      results: [{ callId: 'call_1', wireName: 'Bash', text: 'Saved, starts with: xxxxx', isError: false }],
    });
  });

  test('and says that an older version made it', () => {
    expect(verifySent(olderView(), record, outputText(output), places)).toBe('older-version');
    expect(isOlderView(olderView())).toBe(true);
    expect(isOlderView({ profile: { ...now, id: 'gone' } })).toBe(true);
  });

  test('within a version a fresh view is what was kept', () => {
    const sent = sentViewOf(now, record, outputText(output), places);
    expect(isOlderView(sent)).toBe(false);
    expect(verifySent(structuredClone(sent), record, outputText(output), places)).toBe('same');
    const laterStems = { ...places, usedStems: new Set(['call_1', 'other']) };
    expect(verifySent(sent, record, outputText(output), laterStems)).toBe('same');
  });

  test('within a version any difference is told', () => {
    const sent = sentViewOf(now, record, outputText(output), places);
    expect(verifySent({ ...sent, text: `${sent.text}!` }, record, outputText(output), places)).toBe(
      'differs',
    );
    expect(verifySent({ ...sent, sha256: 'ab' }, record, outputText(output), places)).toBe('differs');
    expect(verifySent(sent, record, outputText(`y${output}`), places)).toBe('differs');
    expect(verifySent({ ...sent, pieces: [] }, record, outputText(output), places)).toBe('differs');
  });
});
