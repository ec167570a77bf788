import { describe, expect, test } from 'vitest';
import {
  compareTranscripts,
  foldEvents,
  profileById,
  profileRef,
  sha256Hex,
  type Transcript,
  transcriptOfRecording,
  transcriptOfSession,
} from '../../../../src/core/index.ts';
import { finished } from '../../finished.ts';
import { sampleLog, sampleRecording } from '../recording/samples.ts';
import { call, LogWriter, text } from '../support/log.ts';

const ofLog = (log: LogWriter): Transcript => transcriptOfSession(foldEvents(log.events), new Map());
const long = Array.from({ length: 9_000 }, (_, line) => `line ${line}\n`).join('');

const differences = (left: Transcript, right: Transcript) =>
  compareTranscripts(left, right).steps.map(({ left: a, right: b, differs }) => [
    a?.id ?? null,
    b?.id ?? null,
    differs,
  ]);

test('a session and itself differ nowhere', () => {
  const one = ofLog(sampleLog());
  expect(compareTranscripts(one, one)).toMatchObject({ first: null, differing: 0 });
});

test('the first step that differs is named, and of each step what differs', () => {
  const left = ofLog(sampleLog('make', 'built\n'));
  const right = ofLog(sampleLog('make', 'failed\n'));
  expect(differences(left, right)).toEqual([
    ['user 1', 'user 1', []],
    ['said 1.1.0', 'said 1.1.0', []],
    ['1.1.0', '1.1.0', ['model']],
    ['said 1.2.0', 'said 1.2.0', []],
  ]);
  expect(compareTranscripts(left, right)).toMatchObject({ first: 2, differing: 1 });
});

test('one session under two profiles differs in the model view of what is too long for one of them', () => {
  const under = (id: string) => {
    const log = new LogWriter(profileRef(profileById(id) ?? expect.fail(id)));
    log
      .user(1, 'go')
      .step(1, 1, [call('a', 'seq')])
      .started('1.1.0')
      .record('1.1.0', long, { callId: 'a' })
      .end(1);
    return ofLog(log);
  };
  expect(differences(under('claude-code'), under('none'))).toEqual([
    ['user 1', 'user 1', []],
    ['1.1.0', '1.1.0', ['model']],
  ]);
});

test('another command, another ending and another view are told apart', () => {
  const failed = { outcome: { status: 'failed', exitCode: 2, signal: null } } as const;
  const log = (command: string, changes = {}) => {
    const writer = new LogWriter()
      .user(1, 'go')
      .step(1, 1, [call('a', command)])
      .started('1.1.0');
    return ofLog(writer.record('1.1.0', 'x\n', { callId: 'a', ...changes }).end(1));
  };
  expect(differences(log('make'), log('make all', failed))[1]).toEqual([
    '1.1.0',
    '1.1.0',
    ['call', 'outcome', 'model'],
  ]);
});

test('the order of the members of an input is no difference', () => {
  const log = (input: Record<string, number>) =>
    ofLog(
      new LogWriter()
        .user(1, 'go')
        .step(1, 1, [{ type: 'tool-call', callId: 'a', wireName: 'Grep', input }])
        .started('1.1.0')
        .record('1.1.0', 'x\n', { callId: 'a' })
        .end(1),
    );
  expect(compareTranscripts(log({ a: 1, b: 2 }), log({ b: 2, a: 1 })).first).toBe(null);
  expect(compareTranscripts(log({ a: 1, b: 2 }), log({ a: 1, b: 3 })).first).toBe(1);
});

test('after a turn that is longer on one side the next turns meet again', () => {
  const two = (first: LogWriter) =>
    ofLog(
      first
        .user(2, 'again')
        .step(2, 1, [text('Yes.')])
        .end(2),
    );
  const short = two(
    new LogWriter()
      .user(1, 'go')
      .step(1, 1, [text('Done.')])
      .end(1),
  );
  const longer = two(sampleLog());
  expect(differences(short, longer).slice(-2)).toEqual([
    ['user 2', 'user 2', []],
    ['said 2.1.0', 'said 2.1.0', []],
  ]);
});

describe('a recording that has not been run again', () => {
  test('is compared by the hashes of its views', () => {
    const recording = finished(transcriptOfRecording(sampleRecording({ output: 'built\n' })));
    const session = ofLog(sampleLog('make', 'built\n'));
    const [, , ours] = session.entries;
    const hash = ours?.kind === 'call' && ours.model.kind === 'text' ? sha256Hex(ours.model.text) : '';
    expect(recording.entries[2]).toMatchObject({ modelSha256: hash, model: { kind: 'absent' } });
    expect(compareTranscripts(recording, session)).toMatchObject({ first: null });
    expect(compareTranscripts(recording, ofLog(sampleLog('make', 'other\n')))).toMatchObject({ first: 2 });
  });

  test('says where neither text nor hash is there', () => {
    const recording = finished(transcriptOfRecording(sampleRecording()));
    const without: Transcript = {
      ...recording,
      entries: recording.entries.map((entry) =>
        entry.kind === 'call' ? { ...entry, modelSha256: null } : entry,
      ),
    };
    const steps = compareTranscripts(recording, without).steps.filter(({ unknown }) => unknown.length > 0);
    expect(steps.map(({ left, unknown }) => [left?.id, unknown])).toEqual([['1.1.0', ['model']]]);
  });
});
