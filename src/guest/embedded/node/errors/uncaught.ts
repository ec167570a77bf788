import { sourceLine } from './sources.ts';
import { ownColumn, topFrame } from './stackTrace.ts';

/** Where an error was thrown, columns of the compiled text, counted from 1. */
export interface ThrownAt {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The place of a SyntaxError in a program, noted when that was parsed: its stack does not say it. */
export interface SyntaxPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Length of the token at fault. */
  readonly length: number;
  /** No empty line between the caret and the error: V8's own form for faults of linking. */
  readonly isTight?: boolean;
}

const syntaxPlaces = new WeakMap<Error, SyntaxPlace>();
const arrows = new WeakMap<Error, string>();

export function noteSyntaxPlace(error: Error, place: SyntaxPlace): void {
  syntaxPlaces.set(error, place);
}

/** An error of this `node` itself: what Node prints above it (a line of its own source). */
export function noteArrow(error: Error, arrow: string): void {
  arrows.set(error, arrow);
}

/** `column` is that of the program's own text, from 1. */
function arrowAt(place: ThrownAt, column: number, length = 1): string {
  const text = sourceLine(place.file, place.line);
  if (text === null) return '';
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `${place.file}:${place.line}\n${text}\n${indent}${'^'.repeat(length)}\n`;
}

/** Errors that Node's own library throws are shown with the line of it that threw. */
function internalArrow(
  error: Error & { readonly code?: unknown; readonly operator?: unknown },
): string | null {
  if (error.name === 'AssertionError') {
    if (error.operator === '==') return 'node:internal/assert/utils:281\n    throw err;\n    ^\n';
    if (error.operator === 'fail') return 'node:assert:137\n  throw err;\n  ^\n';
    return 'node:assert:90\n  throw new AssertionError(obj);\n  ^\n';
  }
  const isInternal =
    typeof error.code === 'string' && String(error.stack).startsWith(`${error.name} [${error.code}]`);
  return isInternal ? 'node:internal/errors:541\n      throw error;\n      ^\n' : null;
}

/** The lines that Node prints above the stack: the place, its source line and a caret; empty where unknown. */
function arrowOf(error: unknown, thrownAt: ThrownAt | null): string {
  if (error instanceof Error) {
    const place = syntaxPlaces.get(error);
    if (place) return arrowAt({ ...place }, place.column, place.length);
    const arrow = arrows.get(error);
    if (arrow !== undefined) return arrow;
    const inside = internalArrow(error);
    if (inside !== null) return inside;
  }
  if (!(error instanceof Error)) {
    return thrownAt ? arrowAt(thrownAt, ownColumn(thrownAt.file, thrownAt.line, thrownAt.column)) : '';
  }
  // The browser names the place where an error was made, not where it was thrown: its stack says the same.
  const frame = topFrame(String(error.stack));
  if (!frame) return '';
  const text = sourceLine(frame.file, frame.line);
  if (text === null) return '';
  const before = text.slice(0, frame.column - 1);
  // An error that was thrown where it was made: V8 points at the `throw`, the frame at what follows.
  const indent = (thrownAt ? before.replace(/throw\s+$/, '') : before).replace(/[^\t]/g, ' ');
  return `${frame.file}:${frame.line}\n${text}\n${indent}^\n`;
}

/** What Node writes to stderr about an error that ends it. */
export function uncaughtText(options: {
  readonly error: unknown;
  readonly thrownAt: ThrownAt | null;
  readonly inspect: (value: unknown) => string;
  readonly version: string;
}): string {
  const { error, thrownAt, inspect, version } = options;
  const arrow = arrowOf(error, thrownAt);
  const end = `\nNode.js ${version}\n`;
  if (!(error instanceof Error)) {
    const isObject = typeof error === 'object' && error !== null;
    const hint = isObject ? '' : '(Use `node --trace-uncaught ...` to show where the exception was thrown)\n';
    const text = isObject ? inspect(error) : String(error);
    return `${arrow === '' ? 'Uncaught:\n' : `\n${arrow}`}${text}\n${hint}${end}`;
  }
  const gap = syntaxPlaces.get(error)?.isTight ? '' : '\n';
  return `${arrow === '' ? '' : arrow + gap}${unbracketed(inspect(error))}\n${end}`;
}

/** Inspect puts an error without frames into brackets; Node's errors always have some, at least this one. */
function unbracketed(text: string): string {
  return text.replace(/^\[([\s\S]*?)\](?=$| \{)/, '$1\n    at node:internal/main/run_main_module:28:49');
}
