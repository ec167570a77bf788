import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNarrowedRerun } from '../../../../src/core/behaviour/commands.ts';
import {
  type AssistantPart,
  type BehaviourId,
  behaviourOf,
  foldEvents,
  type RecordKey,
} from '../../../../src/core/index.ts';
import { LogWriter, text } from '../support/log.ts';

const workspace = '/home/user/project';
const log = Array.from({ length: 8_000 }, (_, line) => `line ${line}\n`).join('');
const savedAs = { path: '/home/user/.saved/call_1.txt', bytes: log.length };

const bash = (command: string): AssistantPart => call('Bash', { command });
const read = (path: string, offset?: number): AssistantPart =>
  call('Read', { file_path: path, ...(offset === undefined ? {} : { offset }) });
const call = (wireName: string, input: Record<string, string | number>): AssistantPart => ({
  type: 'tool-call',
  callId: 'c',
  wireName,
  input,
});

type Step = readonly [AssistantPart, 'big' | 'small'] | 'answer';

/** A turn as the agent logs it: each step one call with its result, or the answer. */
function session(steps: readonly Step[], end: 'done' | 'stopped' = 'done') {
  const writer = new LogWriter().user(1, 'Why?');
  steps.forEach((step, at) => {
    const number = at + 1;
    if (step === 'answer') {
      writer.step(1, number, [text('Because.')]);
      return;
    }
    const [part, size] = step;
    const key: RecordKey = `1.${number}.0`;
    if (part.type !== 'tool-call') throw new Error('not a call');
    writer
      .step(1, number, [part])
      .started(key)
      .record(key, size === 'big' ? log : 'few\n', {
        tool: part.wireName === 'Read' ? 'read' : 'bash',
        input: part.input,
        ...(size === 'big' ? { savedAs } : {}),
      });
  });
  return foldEvents(writer.end(1, end).events);
}

const answersOf = (steps: readonly Step[], end?: 'done' | 'stopped') =>
  Object.fromEntries(behaviourOf(session(steps, end), workspace).map(({ id, answer }) => [id, answer]));

const resultOf = (id: BehaviourId, steps: readonly Step[]) =>
  behaviourOf(session(steps), workspace).find((check) => check.id === id);

describe('case 29: a model that goes on as if it had read the file', () => {
  test('answered from the preview where the file was never opened', () => {
    expect(answersOf([[bash('npm test'), 'big'], 'answer'])).toEqual({
      'read-before-answer': 'no',
      'answered-from-preview': 'yes',
      'reread-loop': 'open',
      'ran-again-narrowed': 'no',
    });
    expect(resultOf('answered-from-preview', [[bash('npm test'), 'big'], 'answer'])).toEqual({
      id: 'answered-from-preview',
      answer: 'yes',
      at: ['1.1.0'],
      why: '1 result was known from the preview alone.',
    });
  });

  test.each([
    ['by read', read(savedAs.path)],
    ['by grep in a command', bash(`grep -n FAIL ${savedAs.path}`)],
    ['by a page of it', read(savedAs.path, 2_000)],
  ])('read before the answer %s', (_how, part) => {
    expect(answersOf([[bash('npm test'), 'big'], [part, 'small'], 'answer'])).toMatchObject({
      'read-before-answer': 'yes',
      'answered-from-preview': 'no',
    });
  });

  test('another file that was read is not the saved one', () => {
    expect(
      answersOf([[bash('npm test'), 'big'], [read('/home/user/project/a.js'), 'small'], 'answer']),
    ).toMatchObject({
      'read-before-answer': 'no',
      'answered-from-preview': 'yes',
    });
  });

  test('a command that ran again with tail was no answer from the preview, nor was the file read', () => {
    const steps: Step[] = [[bash('npm test'), 'big'], [bash('npm test 2>&1 | tail -50'), 'small'], 'answer'];
    expect(answersOf(steps)).toEqual({
      'read-before-answer': 'no',
      'answered-from-preview': 'no',
      'reread-loop': 'open',
      'ran-again-narrowed': 'yes',
    });
    expect(resultOf('ran-again-narrowed', steps)?.at).toEqual(['1.2.0']);
  });
});

test('nothing is said of a session without a preview', () => {
  expect(answersOf([[bash('ls'), 'small'], 'answer'])).toEqual({
    'read-before-answer': 'open',
    'answered-from-preview': 'open',
    'reread-loop': 'open',
    'ran-again-narrowed': 'open',
  });
});

test('a turn that was stopped has no answer to judge', () => {
  expect(answersOf([[bash('npm test'), 'big']], 'stopped')).toMatchObject({
    'read-before-answer': 'open',
    'answered-from-preview': 'open',
  });
});

test('the same page read three times in a turn is a loop, twice is none, other pages are none', () => {
  const pages = (count: number, offset: (at: number) => number): Step[] =>
    Array.from({ length: count }, (_, at) => [read(savedAs.path, offset(at)), 'small'] as const);
  const answerOf = (steps: readonly Step[]) => resultOf('reread-loop', steps)?.answer;
  expect(answerOf(pages(2, () => 0))).toBe('no');
  expect(answerOf(pages(3, () => 0))).toBe('yes');
  expect(answerOf(pages(6, (at) => at * 2_000))).toBe('no');
  expect(
    resultOf(
      'reread-loop',
      pages(3, () => 0),
    )?.at,
  ).toEqual(['1.1.0', '1.2.0', '1.3.0']);
});

test('a command is the same again only where its output goes into head or tail', () => {
  const again = (later: string) => isNarrowedRerun('npm test 2>&1', later);
  expect(
    [
      'npm test | tail',
      'npm  test 2>&1 | tail -n 5',
      'npm test |& head',
      'npm test | grep x | head -3; echo',
    ].filter(again),
  ).toHaveLength(4);
  expect(
    [
      'npm test',
      'npm test | grep tail',
      'npm test -- a | cat',
      'npm tests | tail',
      'tail x',
      'npm test; tail x',
    ].filter(again),
  ).toEqual([]);
  expect(isNarrowedRerun('npm test', null)).toBe(false);
});

test('whatever the commands are, the checks do not throw and never say both of the first two', () => {
  const part = fc.oneof(
    fc.string().map((command) => bash(command)),
    fc.constantFrom(savedAs.path, 'a', '').map((path) => read(path)),
  );
  const step = fc.tuple(part, fc.constantFrom('big' as const, 'small' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (steps) => {
      const answers = answersOf([...steps, 'answer']);
      expect([answers['read-before-answer'], answers['answered-from-preview']]).not.toEqual(['yes', 'yes']);
    }),
    { numRuns: 30 },
  );
});
