import { describe, expect, test } from 'vitest';
import { jobWordsOf, profileNames, profileOf } from '../../../../src/core/index.ts';

const job = { id: 'bash_1', command: 'npm test', logPath: '/tmp/jobs/bash_1.output' };
/** Any harness's words for an end that somebody will tell. */
const promise = /\bnotif(?:y|ied)|\btold\b|will tell|will hear/i;

describe('row 44: words for a job promise its end only where somebody will tell it', () => {
  test.each(profileNames.map(({ id }) => id))('%s', (id) => {
    const words = jobWordsOf(profileOf({ id }));
    const answers = (isHeard: boolean) =>
      [words.started(job, isHeard), words.movedToBackground?.(job, 120_000, isHeard) ?? ''].join('\n');
    expect(answers(false)).not.toMatch(promise);
    expect(answers(false)).toContain('when this session ends');
    expect(answers(true)).not.toContain('when this session ends');
  });

  test('and Claude Code’s do promise it there', () => {
    expect(jobWordsOf(profileOf({ id: 'claude-code' })).started(job, true)).toContain(
      'You will be notified when it completes',
    );
  });
});
