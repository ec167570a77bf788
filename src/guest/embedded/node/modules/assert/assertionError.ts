import { tellStack } from '../../errors/otherStacks.ts';
import { checkObject } from '../../nodeErrors/argumentErrors.ts';
import { inspect } from '../util/inspect.ts';
import { differenceMessage, plainMessage, samenessMessage } from './difference.ts';

type Callable = (...args: never[]) => unknown;

interface AssertionOptions {
  readonly message?: unknown;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly operator?: string;
  readonly stackStartFn?: Callable;
}

/** Errors are compared without their stacks. */
function withoutStack(error: Error): Error {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error)), error);
  Object.defineProperty(copy, 'message', { value: error.message });
  return copy;
}

function messageOf(options: AssertionOptions): string {
  const { message, operator = '' } = options;
  const differs = operator === 'deepStrictEqual' || operator === 'strictEqual';
  if (message !== null && message !== undefined) {
    return differs
      ? differenceMessage(options.actual, options.expected, operator, String(message))
      : String(message);
  }
  let { actual, expected } = options;
  if (actual instanceof Error && expected instanceof Error)
    [actual, expected] = [withoutStack(actual), withoutStack(expected)];
  if (differs) return differenceMessage(actual, expected, operator);
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual')
    return samenessMessage(actual, operator);
  return plainMessage(actual, expected, operator);
}

function ellipsis(text: string): string {
  const lines = text.split('\n', 11);
  if (lines.length > 10) return `${lines.slice(0, 10).join('\n')}\n...`;
  // Node takes the end here, not the beginning.
  return text.length > 512 ? `${text.slice(512)}...` : text;
}

export class AssertionError extends Error {
  generatedMessage: boolean;
  code: string;
  actual: unknown;
  expected: unknown;
  operator: unknown;

  constructor(options: AssertionOptions) {
    checkObject(options, 'options');
    super(messageOf(options));
    this.generatedMessage = !options.message;
    Object.defineProperty(this, 'name', {
      value: 'AssertionError [ERR_ASSERTION]',
      enumerable: false,
      writable: true,
      configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    this.actual = options.actual;
    this.expected = options.expected;
    this.operator = options.operator;
    Error.captureStackTrace?.(this, options.stackStartFn);
    // The text is made when it is first asked for, with the name that the error has then.
    tellStack(this);
    this.name = 'AssertionError';
  }

  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [inspect.custom](_depth: number, options: object): string {
    const { actual, expected } = this;
    if (typeof actual === 'string') this.actual = ellipsis(actual);
    if (typeof expected === 'string') this.expected = ellipsis(expected);
    const text = inspect(this, { ...options, customInspect: false, depth: 0 });
    this.actual = actual;
    this.expected = expected;
    return text;
  }
}
