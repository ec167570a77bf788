import { deserialize } from '../small/valueFormat.ts';
import type { TestEvent } from './events.ts';

/** In front of each line that a test file's process writes for the process that runs it. */
export const childMark = '\u0000\u0001test\u0001';

/** A line longer than this is handed on in pieces of it, in UTF-16 units. */
const longestLine = 64 * 1024;

export interface PrintedLines {
  read(text: string): readonly string[];
  /** What was printed last, without an end of its line. */
  end(): readonly string[];
}

/**
 * Hands printed text on by whole lines: a reporter marks each, and where a pipe cuts its pieces is a matter of time.
 */
export function createPrintedLines(): PrintedLines {
  let rest = '';
  return {
    read(text) {
      rest += text;
      const found: string[] = [];
      const lines = rest.lastIndexOf('\n') + 1;
      if (lines > 0) found.push(rest.slice(0, lines));
      rest = rest.slice(lines);
      while (rest.length > longestLine) {
        found.push(rest.slice(0, longestLine));
        rest = rest.slice(longestLine);
      }
      return found;
    },
    end() {
      const last = rest;
      rest = '';
      return last === '' ? [] : [last];
    },
  };
}

export interface ChildReader {
  read(text: string): readonly (TestEvent | string)[];
  end(): readonly string[];
}

/** Takes the output of a test file's process apart into its reports and the lines that the program printed. */
export function createChildReader(): ChildReader {
  const printed = createPrintedLines();
  /** From a mark on, or what may be the beginning of one. */
  let rest = '';
  return {
    read(text) {
      rest += text;
      const found: (TestEvent | string)[] = [];
      for (;;) {
        const at = rest.indexOf(childMark);
        const printedEnd = at < 0 ? rest.length - heldBack(rest) : at;
        if (printedEnd > 0) found.push(...printed.read(rest.slice(0, printedEnd)));
        rest = rest.slice(printedEnd);
        const end = at < 0 ? -1 : rest.indexOf('\n');
        if (end < 0) return found;
        const report = readReport(rest.slice(childMark.length, end));
        // What was printed before a report stands before it, with or without its end.
        if (report !== null) found.push(...printed.end(), report);
        // A program can print the mark as well: what follows it may hold a report of its own.
        else found.push(...printed.read(childMark));
        rest = rest.slice(report === null ? childMark.length : end + 1);
      }
    },
    end() {
      const last = [...printed.read(rest), ...printed.end()];
      rest = '';
      return last;
    },
  };
}

const encoder = new TextEncoder();

/** The report after a mark, or null where a program printed something else after one. */
function readReport(line: string): TestEvent | null {
  try {
    const event = deserialize(encoder.encode(JSON.parse(line) as string)) as TestEvent;
    if ('details' in event.data) markSent(event.data.details.error);
    return event;
  } catch {
    return null;
  }
}

/** As Node's errors are that come from another process: `inspect` shows that they are errors beside their classes. */
function markSent(error: unknown): void {
  if (!(error instanceof Error)) return;
  Object.defineProperty(error, Symbol.toStringTag, { value: 'Error', configurable: true });
  markSent(error.cause);
}

/** Length of the longest end of the text that is a beginning of the mark. */
function heldBack(text: string): number {
  for (let length = Math.min(childMark.length - 1, text.length); length > 0; length--) {
    if (childMark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
