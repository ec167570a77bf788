import { expect, test } from 'vitest';
import { foldEvents } from '../../../../src/core/index.ts';
import { outcomeOf } from '../../../../src/ui/runs/outcomes.ts';
import { sampleLog } from '../../core/recording/samples.ts';
import { LogWriter, text } from '../../core/support/log.ts';

const stored = (log: LogWriter) => ({
  id: 's',
  workspace: '/home/user/project',
  state: foldEvents(log.events),
});

test('a run is told from its log: requests, tokens, how it ended, the checks', () => {
  expect(outcomeOf(stored(sampleLog()), 1, undefined)).toMatchObject({
    id: 's',
    end: 'done',
    requests: 2,
    tokens: null,
    checks: [
      { id: 'read-before-answer' },
      { id: 'answered-from-preview' },
      { id: 'reread-loop' },
      { id: 'ran-again-narrowed' },
    ],
  });
});

test('one that was not sent every message was stopped; what this page saw of its end is believed first', () => {
  expect(outcomeOf(stored(sampleLog()), 2, undefined).end).toBe('stopped');
  expect(outcomeOf(stored(sampleLog()), 2, 'budget').end).toBe('budget');
  expect(outcomeOf(stored(sampleLog()), 2, null).end).toBe('running');
  const failed = new LogWriter()
    .user(1, 'go')
    .step(1, 1, [text('x')])
    .end(1, 'failed');
  expect(outcomeOf(stored(failed), 1, undefined).end).toBe('failed');
});
