import { inspect } from '../../util/inspect.ts';
import type { TestEvent, TestOutcome } from '../events.ts';

/** Colours of a terminal, or none. */
export interface Paint {
  readonly green: string;
  readonly red: string;
  readonly blue: string;
  readonly gray: string;
  readonly white: string;
}

export const noPaint: Paint = { green: '', red: '', blue: '', gray: '', white: '' };
export const terminalPaint: Paint = {
  green: '\u001b[32m',
  red: '\u001b[31m',
  blue: '\u001b[34m',
  gray: '\u001b[90m',
  white: '\u001b[39m',
};

const indentOf = (nesting: number): string => '  '.repeat(Math.max(0, nesting));

function failureText(error: unknown, indent: string): string {
  const failure = error as { code?: unknown; cause?: unknown } | null;
  const shown: unknown = failure?.code === 'ERR_TEST_FAILURE' ? failure.cause : error;
  const lines = inspect(shown).split(/\r?\n/);
  return lines.map((line) => `\n${indent}  ${line}`).join('');
}

/** The line of a test and, where it failed by itself, why. */
export function outcomeText(
  type: 'test:pass' | 'test:fail',
  data: TestOutcome,
  indent: string,
  options: { readonly hasChildren: boolean; readonly paint: Paint; readonly showsCounts?: boolean },
): string {
  const { paint } = options;
  const { error, duration_ms } = data.details;
  let [color, symbol] = type === 'test:pass' ? [paint.green, '✔ '] : [paint.red, '✖ '];
  let title = duration_ms ? `${data.name} ${paint.gray}(${duration_ms}ms)${paint.white}` : data.name;
  const reason = data.skip ?? data.todo;
  if (data.skip !== undefined) title += ` # ${typeof reason === 'string' && reason !== '' ? reason : 'SKIP'}`;
  else if (data.todo !== undefined)
    title += ` # ${typeof reason === 'string' && reason !== '' ? reason : 'TODO'}`;
  if (data.skip !== undefined) [color, symbol] = [paint.gray, '﹣ '];
  const isOwn = (error as { failureType?: unknown } | undefined)?.failureType !== 'subtestsFailed';
  const why =
    type === 'test:fail' && error && (isOwn || options.showsCounts)
      ? `${options.hasChildren ? '\n' : ''}${failureText(error, indent)}\n`
      : '';
  return `${indent}${color}${symbol}${title}${paint.white}${why}\n`;
}

/** The spec reporter. `relative` names a file as seen from the working directory. */
export function createSpecReporter(
  relative: (file: string) => string,
  paint: Paint,
): (event: TestEvent | null) => string {
  let open: { readonly name: string; readonly nesting: number }[] = [];
  const headed: { readonly name: string; readonly nesting: number }[] = [];
  const failed: { readonly type: 'test:fail'; readonly data: TestOutcome }[] = [];

  function outcome(type: 'test:pass' | 'test:fail', data: TestOutcome): string {
    open.pop();
    let text = '';
    for (const parent of open) {
      headed.push(parent);
      text += `${indentOf(parent.nesting)}${paint.blue}▶ ${paint.white}${parent.name}\n`;
    }
    open = [];
    const last = headed.at(-1);
    const hasChildren = last?.nesting === data.nesting && last.name === data.name;
    if (hasChildren) headed.pop();
    if (
      type === 'test:fail' &&
      (data.details.error as { failureType?: unknown } | undefined)?.failureType !== 'subtestsFailed'
    ) {
      failed.push({ type, data });
    }
    return text + outcomeText(type, data, indentOf(data.nesting), { hasChildren, paint });
  }

  return (event) => {
    if (!event) {
      if (failed.length === 0) return '';
      const parts = [`\n${paint.red}✖ failing tests:${paint.white}\n`];
      for (const { type, data } of failed) {
        const place = data.file ? `test at ${relative(data.file)}:${data.line}:${data.column}\n` : '';
        parts.push(
          `${place}${outcomeText(type, data, '', { hasChildren: false, paint, showsCounts: true })}`.replace(
            /\n$/,
            '',
          ),
        );
      }
      return parts.join('\n');
    }
    switch (event.type) {
      case 'test:start':
        open.push(event.data);
        return '';
      case 'test:pass':
      case 'test:fail':
        return outcome(event.type, event.data);
      case 'test:stdout':
      case 'test:stderr':
        return event.data.message;
      case 'test:diagnostic':
        return `${indentOf(event.data.nesting)}${paint.blue}ℹ ${event.data.message}${paint.white}\n`;
      default:
        return '';
    }
  };
}
