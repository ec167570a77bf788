import { expect, test } from 'vitest';
import type { CaptureLossCode, ToolFacts, ToolRecord } from '../../../../src/core/index.ts';
import { recordSentences } from '../../../../src/ui/conversation/recordWords.ts';

const silent: ToolRecord = {
  key: '1.1.0',
  callId: 'c',
  tool: 'bash',
  input: {},
  outcome: { status: 'ok', exitCode: 0 },
  startedAtMs: 0,
  endedAtMs: 1,
  output: { totalBytes: 0, stdoutBytes: 0, stderrBytes: 0, lines: 0, segments: [], loss: null },
  savedAs: null,
  saveError: null,
  notes: [],
  facts: null,
};
const said = (more: Partial<ToolRecord>) => recordSentences({ ...silent, ...more });
const texts = (more: Partial<ToolRecord>) => said(more).map((sentence) => sentence.text);

test('a call that ended well and says all in its output needs no sentence', () => {
  expect(said({})).toEqual([]);
});

test('a tool that prints nothing says what it did', () => {
  const cases: [ToolFacts, string][] = [
    [{ kind: 'written', path: '/a', bytes: 2048, created: true }, 'Created /a: 2 KB.'],
    [{ kind: 'written', path: '/a', bytes: 1, created: false }, 'Replaced /a: 1 B.'],
    [{ kind: 'edited', path: '/a', replacements: 1 }, 'Edited /a: 1 replacement.'],
    [
      { kind: 'read-stub', path: '/a', content: 'PNG image', bytes: 200, sha256: 'ab' },
      '/a is no text: PNG image, 200 B.',
    ],
    [{ kind: 'read-empty', path: '/a' }, '/a is empty: 0 bytes.'],
    [{ kind: 'glob', found: 0, shown: 0, complete: true }, 'No file matches.'],
  ];
  expect(cases.map(([facts]) => texts({ facts }))).toEqual(cases.map(([, text]) => [text]));
});

test('of a pipeline is said how its commands ended where one of them failed', () => {
  const ofStages = (exits: readonly number[]) =>
    texts({ notes: [{ code: 'pipeline-stages', data: { exits } }] });
  expect(ofStages([1, 0])).toEqual([
    'The commands of the pipeline ended with 1, 0; its exit code is that of the last.',
  ]);
  expect([ofStages([0, 0]), ofStages([141, 0])]).toEqual([[], []]);
});

test('every note has one sentence, and a code that nobody knows is shown as it is', () => {
  const detail = { detail: 'so it was' };
  const notes = [
    { code: 'timeout-clamped', data: { askedMs: 900_000, usedMs: 600_000 } },
    { code: 'child-still-running' },
    { code: 'background-running', data: detail },
    { code: 'background-stopped', data: detail },
    { code: 'not-streamed', data: detail },
    { code: 'guest-output-limit', data: detail },
    { code: 'output-incomplete', data: detail },
    { code: 'shell-crashed', data: detail },
    { code: 'interrupted-by-reload' },
    { code: 'checkpoint-failed', data: { message: 'No room.' } },
    { code: 'binary-files-skipped', data: { files: 2 } },
    { code: 'pattern-too-slow', data: { files: 1 } },
    { code: 'matches-in-long-lines', data: { matches: 1_000 } },
    { code: 'a-new-one' },
  ];
  expect(texts({ notes })).toEqual([
    'The model asked for 15 min; a command has 10 min at most.',
    'A process that the command started still runs; what it prints now is in no view.',
    'In the background: so it was.',
    'In the background: so it was.',
    'Not shown live: so it was.',
    'The guest cut a part of the output: so it was.',
    'The end of the output is missing: so it was.',
    "The guest's shell failed: so it was.",
    'The workspace could not be stored after this call, so its changes may be gone after a reload: No room.',
    '2 binary files left out of the search.',
    'The pattern took too long on 1 file: matches there are missing.',
    'Long lines hold 1,000 matches in all.',
    'Note: a-new-one',
  ]);
});

test('an unconfirmed stop is said, whether a timeout or the user asked for it', () => {
  const error = { code: 'STOPPED', phase: 'abort', message: 'Stopped.' } as const;
  const outcomes = [
    { status: 'timeout', timeoutMs: 1000, signal: null, unconfirmedStop: true },
    { status: 'error', error, stoppedBy: 'user', unconfirmedStop: true },
  ] as const;
  for (const outcome of outcomes) {
    expect(said({ outcome }).map((sentence) => sentence.code)).toContain('unconfirmed-stop');
    expect(
      said({ outcome: { ...outcome, unconfirmedStop: false } }).map((sentence) => sentence.code),
    ).not.toContain('unconfirmed-stop');
  }
});

test('output that nobody has is marked as lost with its reason, a failed save with its own', () => {
  const codes: CaptureLossCode[] = ['output-cap', 'session-cap', 'guest-limit', 'guest-died', 'store-failed'];
  for (const code of codes) {
    const loss = { code, atByte: 4_096, lostBytes: null };
    const [sentence] = said({ output: { ...silent.output, loss } });
    expect(sentence?.tone).toBe('lost');
    expect(sentence?.text).toMatch(/^Saving stopped at byte 4,096: .+; nobody knows how much was lost\.$/);
  }
  expect(texts({ saveError: { code: 'SAVE_FAILED', phase: 'save', message: 'No room.' } })).toEqual([
    'The output could not be saved as a file in the guest: No room. (SAVE_FAILED)',
  ]);
});

test('row 41: the filter that held the output is named, and that alone', () => {
  const notes = [
    { code: 'not-streamed', data: { detail: 'what is piped into `tail`' } },
    { code: 'filter-held-output', data: { filter: 'tail' } },
  ];
  expect(texts({ notes })).toEqual([
    'tail prints only when its input ends, so the stop took what it held: there is no output to show.',
  ]);
});
