import { inspect } from '../../util/inspect.ts';
import type { TestEvent, TestOutcome } from '../events.ts';

const indentOf = (nesting: number): string => '    '.repeat(Math.max(0, nesting));

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('#', '\\#')
    .replaceAll('\b', '\\b')
    .replaceAll('\f', '\\f')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\v', '\\v');
}

interface FailureLike {
  readonly code?: unknown;
  readonly failureType?: unknown;
  readonly cause?: unknown;
  readonly message?: unknown;
  readonly exitCode?: unknown;
  readonly signal?: unknown;
}

/** One entry of the block behind a test. */
function entry(indent: string, name: string, value: unknown, seen: readonly object[] = []): string {
  if (value === undefined) return '';
  if (value === null) return `${indent}  ${name}: ~\n`;
  if (typeof value !== 'object') {
    if (typeof value !== 'string') return `${indent}  ${name}: ${inspect(value)}\n`;
    const lines = value.split(/\r?\n/);
    if (lines.length === 1) return `${indent}  ${name}: ${inspect(value)}\n`;
    return `${indent}  ${name}: |-\n${lines.map((line) => `${indent}    ${line}\n`).join('')}`;
  }
  if (value instanceof Date) return `${indent}  ${name}: ${value.toISOString()}\n`;
  if (seen.includes(value)) return `${indent}  ${name}: <Circular>\n`;
  const inner = Object.entries(value).map(([key, each]) => entry(`${indent}  `, key, each, [...seen, value]));
  // Of an error Node tells more, beside the name and not below it.
  const told =
    value instanceof Error ? entry(indent, 'error', value.message) + framesText(indent, value) : '';
  return `${indent}  ${name}:\n${inner.join('')}${told}`;
}

function framesText(indent: string, { stack = '' }: Partial<Error>): string {
  const frames = stack.split('\n').flatMap((line) => /^\s+at\s(.*)/.exec(line)?.[1] ?? []);
  if (frames.length === 0) return '';
  return `${indent}  stack: |-\n${frames.map((frame) => `${indent}    ${frame}\n`).join('')}`;
}

function failureEntries(indent: string, failure: FailureLike): string {
  const cause = failure.cause as Partial<Error> & {
    code?: unknown;
    expected?: unknown;
    actual?: unknown;
    operator?: unknown;
  };
  const isError = typeof cause === 'object' && cause !== null && 'message' in cause;
  let text = entry(indent, 'failureType', failure.failureType);
  for (const name of ['exitCode', 'signal'] as const)
    if (name in failure) text += entry(indent, name, failure[name]);
  text += entry(indent, 'error', isError ? (cause.message ?? failure.message) : failure.message);
  const code = isError ? (cause.code ?? failure.code) : failure.code;
  if (code) text += entry(indent, 'code', code);
  if (isError && cause.name && cause.name !== 'Error') text += entry(indent, 'name', cause.name);
  if (isError && 'expected' in cause && 'actual' in cause) {
    text += entry(indent, 'expected', cause.expected) + entry(indent, 'actual', cause.actual);
    if (cause.operator) text += entry(indent, 'operator', cause.operator);
  }
  if (isError) text += framesText(indent, cause);
  return text;
}

function outcomeText(type: 'test:pass' | 'test:fail', data: TestOutcome): string {
  const indent = indentOf(data.nesting);
  let line = `${indent}${type === 'test:pass' ? 'ok' : 'not ok'} ${data.testNumber} - ${escaped(data.name)}`;
  const reason = (value: string | boolean) =>
    typeof value === 'string' && value !== '' ? ` ${escaped(value)}` : '';
  if (data.skip !== undefined) line += ` # SKIP${reason(data.skip)}`;
  else if (data.todo !== undefined) line += ` # TODO${reason(data.todo)}`;
  let block = `${indent}  ---\n${entry(indent, 'duration_ms', data.details.duration_ms)}`;
  if (data.details.type) block += entry(indent, 'type', data.details.type);
  if (type === 'test:fail') {
    if (data.file) block += entry(indent, 'location', `${data.file}:${data.line}:${data.column}`);
    block += failureEntries(indent, data.details.error as FailureLike);
  }
  return `${line}\n${block}${indent}  ...\n`;
}

/** The TAP reporter: event by event, the text to write. */
export function createTapReporter(): (event: TestEvent | null) => string {
  let started = false;
  return (event) => {
    const head = started ? '' : 'TAP version 13\n';
    started = true;
    if (!event) return head;
    switch (event.type) {
      case 'test:start':
        return `${head}${indentOf(event.data.nesting)}# Subtest: ${escaped(event.data.name)}\n`;
      case 'test:pass':
      case 'test:fail':
        return head + outcomeText(event.type, event.data);
      case 'test:plan':
        return `${head}${indentOf(event.data.nesting)}1..${event.data.count}\n`;
      case 'test:diagnostic':
        return `${head}${indentOf(event.data.nesting)}# ${escaped(event.data.message)}\n`;
      case 'test:stdout':
      case 'test:stderr': {
        const lines = event.data.message.split(/\r?\n/).filter((line) => line !== '');
        return head + lines.map((line) => `# ${escaped(line)}\n`).join('');
      }
      default:
        return head;
    }
  };
}
