import { expect, test } from 'vitest';
import { isUnfinished } from '../../../../../src/guest/embedded/page/unfinished.ts';
import cases from './unfinishedCases.json' with { type: 'json' };

/**
 * Scripts with what bash 5.2 says to each prefix under `bash -n`: `u` the end of file came too early, `e` another
 * mistake, `.` nothing. A mistake may be reported by the shell or waited out; Ctrl-C ends that.
 */
const known = new Set([
  // Quotes inside `$(…)` inside quotes, `[[` without its end, and `((` need more of a parser than a prompt does.
  'echo "a $(ls "',
  'echo "a $(ls "b',
  'echo "a $(ls "b ',
  'echo "a $(ls "b c',
  '[[ a == b',
  '[[ a == b ',
  'for ((i=0;i<3;i++)',
  'echo a \\',
]);

test.each(cases as [string, string][])(
  'asks for another line exactly where bash does: %s',
  (script, answers) => {
    const wrong: string[] = [];
    for (const [index, answer] of [...answers].entries()) {
      const prefix = script.slice(0, index + 1);
      if (answer === 'e' || known.has(prefix)) continue;
      if (isUnfinished(prefix) !== (answer === 'u')) wrong.push(prefix);
    }
    expect(wrong).toEqual([]);
  },
);
