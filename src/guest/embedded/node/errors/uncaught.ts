import { ownColumn } from './columns.ts';
import { tellStack } from './otherStacks.ts';
import { sourceLine } from './sources.ts';
import { topFrame } from './stackTrace.ts';

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

const emissions = new WeakMap<Error, string>();
const syntaxPlaces = new WeakMap<Error, SyntaxPlace>();
const arrows = new WeakMap<Error, string>();

export function noteSyntaxPlace(error: Error, place: SyntaxPlace): void {
  syntaxPlaces.set(error, place);
}

/** An error of this `node` itself: what Node prints above it (a line of its own source). */
export function noteArrow(error: Error, arrow: string): void {
  arrows.set(error, arrow);
}

const emittedArrow = "node:events:502\n      throw er; // Unhandled 'error' event\n      ^\n";

/** An `error` event of `emitter` that nobody listened for; `frames` are those of who emitted it. */
export function noteEmission(error: Error, emitter: object, frames: readonly string[]): void {
  const name: unknown = emitter.constructor?.name;
  const on = typeof name === 'string' && name !== '' && name !== 'EventEmitter' ? ` on ${name} instance` : '';
  const above = String(error.stack).split('\n').slice(1);
  const own = frames.length > 0 ? frames : (emitters.get(name) ?? fromStream);
  emissions.set(error, `\nEmitted 'error' event${on} at:\n${withoutShared(own, above).join('\n')}`);
}

const inTick = '    at process.processTicksAndRejections (node:internal/process/task_queues:82:21)';
const fromStream = [
  '    at emitErrorNT (node:internal/streams/destroy:169:8)',
  '    at emitErrorCloseNT (node:internal/streams/destroy:128:3)',
  inTick,
];
/** Where Node's own classes emit from, by the name of the class; a stream where there is none. */
const emitters: ReadonlyMap<unknown, readonly string[]> = new Map([
  [
    'ChildProcess',
    [
      '    at ChildProcess._handle.onexit (node:internal/child_process:291:12)',
      '    at onErrorNT (node:internal/child_process:483:16)',
      inTick,
    ],
  ],
  ['Server', ['    at emitErrorNT (node:net:1908:8)', inTick]],
]);

/** More than three frames in a row that the other stack has as well are shown as the first, a hint and the last. */
function withoutShared(frames: readonly string[], other: readonly string[]): string[] {
  for (let at = 0; at < frames.length - 3; at++) {
    const start = other.indexOf(frames[at] ?? '');
    if (start === -1) continue;
    let length = 1;
    while (at + length < frames.length && other[start + length] === frames[at + length]) length++;
    if (length <= 3) continue;
    const hint = '    [... lines matching original stack trace ...]';
    return [...frames.slice(0, at + 1), hint, ...frames.slice(at + length - 1)];
  }
  return [...frames];
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
    const arrow = arrows.get(error) ?? (emissions.has(error) ? emittedArrow : undefined);
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
  tellStacks(error);
  const arrow = arrowOf(error, thrownAt);
  const end = `\nNode.js ${version}\n`;
  if (!(error instanceof Error)) {
    const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function';
    const hint = isObject ? '' : '(Use `node --trace-uncaught ...` to show where the exception was thrown)\n';
    const text = isObject ? inspect(error) : typeof error === 'symbol' ? '' : String(error);
    return `${arrow === '' ? 'Uncaught:\n' : `\n${arrow}`}${text}\n${hint}${end}`;
  }
  const gap = syntaxPlaces.get(error)?.isTight ? '' : '\n';
  return `${arrow === '' ? '' : arrow + gap}${withEmission(error, inspect(error))}\n${end}`;
}

/** Those of its causes as well; a cause may be what it is the cause of. */
function tellStacks(error: unknown): void {
  const told = new Set<unknown>();
  for (let each = error; each instanceof Error && !told.has(each); each = each.cause) {
    tellStack(each);
    told.add(each);
  }
}

/** Behind the frames, before the properties. */
function withEmission(error: Error, text: string): string {
  const emission = emissions.get(error);
  if (emission === undefined) return unbracketed(text);
  const stack = String(error.stack);
  const bare = `[${stack}]`;
  if (text.startsWith(bare)) return `${stack}${emission}${text.slice(bare.length)}`;
  return text.startsWith(stack) ? `${stack}${emission}${text.slice(stack.length)}` : `${text}${emission}`;
}

/** Inspect puts an error without frames into brackets; Node's errors always have some, at least this one. */
function unbracketed(text: string): string {
  return text.replace(/^\[([\s\S]*?)\](?=$| \{)/, '$1\n    at node:internal/main/run_main_module:28:49');
}
