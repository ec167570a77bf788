import { expect, test } from 'vitest';
import {
  emptySession,
  type SessionState,
  type StepState,
  type TurnState,
} from '../../../../src/core/index.ts';
import { conversationItems } from '../../../../src/ui/conversation/items.ts';

function step(turn: number, more: Partial<StepState>): StepState {
  return {
    turn,
    step: 1,
    parts: [],
    calls: [],
    usage: null,
    finish: 'stop',
    cutShort: null,
    model: emptySession.model,
    profile: emptySession.profile,
    encoding: 'o200k_base',
    startedAtMs: 0,
    endedAtMs: 0,
    journalSeq: null,
    ...more,
  };
}

function state(turns: readonly TurnState[]): SessionState {
  return { ...emptySession, turns };
}

test('a turn is its message, what the model said in order, its calls, and how it ended if not well', () => {
  const call = {
    key: '1.1.0',
    callId: '',
    wireName: 'Bash',
    input: null,
    brokenInput: null,
    started: false,
    record: null,
    sent: null,
  } as const;
  const turn: TurnState = {
    turn: 1,
    userText: 'go',
    atMs: 0,
    steps: [
      step(1, {
        parts: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: ' ' },
          { type: 'text', text: 'I run it.' },
          { type: 'tool-call', callId: '', wireName: 'Bash', input: null },
        ],
        calls: [call],
        cutShort: 'stopped',
      }),
    ],
    end: { reason: 'stopped', error: null },
  };
  expect(conversationItems(state([turn])).map((item) => item.id)).toEqual([
    'user 1',
    'reasoning 1.1.0',
    'text 1.1.2',
    'call 1.1.0',
    'cut 1.1',
    'end 1',
  ]);
});

test('a turn that is done but has something to say of its answer says it', () => {
  const error = { code: 'ANSWER_CUT', phase: 'run', message: 'The model stopped at its own limit.' } as const;
  const turn: TurnState = { turn: 1, userText: '', atMs: 0, steps: [], end: { reason: 'done', error } };
  expect(conversationItems(state([turn])).map((item) => item.id)).toEqual(['user 1', 'end 1']);
});

test('a turn that went well ends without a word, and ids never repeat', () => {
  const turns = Array.from({ length: 50 }, (_, at) => ({
    turn: at + 1,
    userText: '',
    atMs: 0,
    steps: [step(at + 1, { parts: [{ type: 'text', text: 'x' }] })],
    end: { reason: 'done', error: null } as const,
  }));
  const ids = conversationItems(state(turns)).map((item) => item.id);
  expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
});
