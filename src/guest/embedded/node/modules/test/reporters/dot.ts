import type { TestEvent, TestOutcome } from '../events.ts';
import { outcomeText, type Paint } from './spec.ts';

const columns = 20;

/** The dot reporter: a character a test, what failed at the end. */
export function createDotReporter(paint: Paint): (event: TestEvent | null) => string {
  let count = 0;
  const failed: TestOutcome[] = [];
  return (event) => {
    if (!event) {
      const parts = failed.map((data) =>
        outcomeText('test:fail', data, '', { hasChildren: false, paint, showsCounts: true }),
      );
      const why =
        failed.length > 0
          ? `\n${paint.red}Failed tests:${paint.white}\n\n${parts.map((part) => part.replace(/\n\n$/, '\n')).join('')}`
          : '';
      return `\n${why}`;
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return '';
    if (event.type === 'test:fail') failed.push(event.data);
    count++;
    return `${event.type === 'test:pass' ? '.' : 'X'}${count % columns === 0 ? '\n' : ''}`;
  };
}
