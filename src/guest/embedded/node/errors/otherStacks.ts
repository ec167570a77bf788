/** A frame of another engine's stack. */
export interface OtherFrame {
  /** Empty: without a name. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `name@file:line:column`, one each line, innermost first: the stacks of SpiderMonkey and JavaScriptCore. */
const frameLine = /^(?:[\w ]+\*)?(.*?)@(.*?)(?::(\d+):(\d+))?$/;

/** How JavaScriptCore calls what is no function. */
const isCode = /^(?:global|eval|module) code$/;

/** SpiderMonkey has the stack as an accessor here; V8 and JavaScriptCore give each error a property of its own. */
const stackOfAll = Object.getOwnPropertyDescriptor(Error.prototype, 'stack');

/** The frames of a stack in another engine's form; null where it is none. */
export function otherFrames(stack: string): readonly OtherFrame[] | null {
  const frames: OtherFrame[] = [];
  for (const text of stack.split('\n')) {
    if (text === '') continue;
    const found = frameLine.exec(text);
    if (!found) return null;
    const [, path = '', file = '', line, column] = found;
    // `outer/inner<` is how SpiderMonkey calls a function without a name.
    const name = path.endsWith('<') || isCode.test(path) ? '' : path.slice(path.lastIndexOf('/') + 1);
    frames.push({ name, file, line: Number(line ?? 0), column: Number(column ?? 0) });
  }
  return frames;
}

/**
 * Gives errors of another engine stacks that read as V8's, which programs split, match and print. `textOf` makes the
 * text of an error's frames, its head included. Engines that build stacks as V8 does are left alone.
 */
export function installOtherStacks(textOf: (error: object, frames: readonly OtherFrame[]) => string): void {
  const mended = (error: object, stack: unknown): unknown => {
    const frames = typeof stack === 'string' ? otherFrames(stack) : null;
    return frames ? textOf(error, frames) : stack;
  };
  const readStack = stackOfAll?.get;
  if (readStack) {
    Object.defineProperty(Error.prototype, 'stack', {
      configurable: true,
      enumerable: false,
      get(this: object) {
        return mended(this, readStack.call(this));
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, 'stack', { value, writable: true, configurable: true });
      },
    });
  }
  const capture = Error.captureStackTrace;
  const sample: { readonly stack?: unknown } = {};
  capture?.(sample);
  if (typeof sample.stack !== 'string' || !otherFrames(sample.stack)?.length) return;
  if (!readStack) tellOwnStacks(mended);
  Error.captureStackTrace = function captureStackTrace(
    object: object,
    below?: (...args: never[]) => unknown,
  ) {
    capture(object, below);
    const value = mended(object, (object as { readonly stack?: unknown }).stack);
    Object.defineProperty(object, 'stack', { value, writable: true, configurable: true });
  };
}

let tellOwn: ((error: object) => void) | null = null;

/**
 * Has the text of an error's stack made now, with the name that the error has now: it is made when it is first asked
 * for. For JavaScriptCore, which made it before anyone could, it is mended here.
 */
export function tellStack(error: object): void {
  if (tellOwn) tellOwn(error);
  else void (error as { readonly stack?: unknown }).stack;
}

/** The stack, told with the name that the error has now. */
export function toldStack(error: Error): string {
  tellStack(error);
  return String(error.stack);
}

/** A property of every object where an error's own `stack` is no text of ours: that, told. */
export const toldStackName = 'stac$';

/** What inspects an error asks it first. */
const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

/** The topmost frame may be that of a constructor, which has the name of the error as well. */
function beginsWithHead(stack: string, name: string): boolean {
  return stack.startsWith(name) && stack[name.length] !== '@';
}

function tellOwnStacks(mended: (error: object, stack: unknown) => unknown): void {
  tellOwn = (error) => {
    const { stack, name } = error as { readonly stack?: unknown; readonly name?: unknown };
    // What has a first line was mended before, or is the program's own.
    if (typeof stack !== 'string' || beginsWithHead(stack, String(name))) return;
    const value = mended(error, stack);
    if (value === stack || !Object.getOwnPropertyDescriptor(error, 'stack')?.configurable) return;
    Object.defineProperty(error, 'stack', { value, writable: true, configurable: true, enumerable: false });
  };
  Object.defineProperty(Object.prototype, toldStackName, {
    get(this: { readonly stack?: unknown }) {
      if (this instanceof Error) tellStack(this);
      return this.stack;
    },
    set(this: { stack: unknown }, value: unknown) {
      this.stack = value;
    },
    configurable: true,
    enumerable: false,
  });
  Object.defineProperty(Error.prototype, inspectCustom, {
    value(this: object) {
      tellStack(this);
      return this;
    },
    writable: true,
    configurable: true,
    enumerable: false,
  });
}
