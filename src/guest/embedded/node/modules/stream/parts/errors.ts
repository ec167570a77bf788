import { invalidArgType, invalidArgValue, outOfRange } from '../../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../../nodeErrors/nodeError.ts';

/**
 * What `readable-stream` throws, as Node's own errors: its own have a class of another name, which the first line of
 * an uncaught one shows, and no code there.
 */
export class AbortError extends Error {
  readonly code = 'ABORT_ERR';

  constructor(message = 'The operation was aborted', options?: ErrorOptions) {
    super(message, options);
    this.name = 'AbortError';
  }
}

/** What Node 20 takes as a piece of a stream of bytes; Node 18, whose streams these are, took less. */
const chunkKinds = ['string', 'Buffer', 'TypedArray', 'DataView'];

function invalidReturn(input: string, name: string, value: unknown): Error {
  const className = (value as { constructor?: { name?: string } } | null | undefined)?.constructor?.name;
  const got = className ? `instance of ${className}` : `type ${typeof value}`;
  const message = `Expected ${input} to be returned from the "${name}" function but got ${got}.`;
  return nodeError(TypeError, 'ERR_INVALID_RETURN_VALUE', message);
}

const makers = {
  ERR_INVALID_ARG_TYPE: (name: string, expected: string | readonly string[], value: unknown) =>
    invalidArgType(name, name === 'chunk' ? chunkKinds : expected, value),
  ERR_INVALID_ARG_VALUE: (name: string, value: unknown, reason?: string) =>
    invalidArgValue(name, value, reason),
  ERR_INVALID_RETURN_VALUE: invalidReturn,
  ERR_MISSING_ARGS: (name: string) =>
    nodeError(TypeError, 'ERR_MISSING_ARGS', `The "${name}" argument must be specified`),
  ERR_OUT_OF_RANGE: outOfRange,
};

/** The others have a text alone, in which `%s` stands for what they are given. */
const texts: Readonly<Record<string, readonly [text: string, Base?: typeof TypeError]>> = {
  ERR_METHOD_NOT_IMPLEMENTED: ['The %s method is not implemented'],
  ERR_MULTIPLE_CALLBACK: ['Callback called multiple times'],
  ERR_STREAM_ALREADY_FINISHED: ['Cannot call %s after a stream was finished'],
  ERR_STREAM_CANNOT_PIPE: ['Cannot pipe, not readable'],
  ERR_STREAM_DESTROYED: ['Cannot call %s after a stream was destroyed'],
  ERR_STREAM_NULL_VALUES: ['May not write null values to stream', TypeError],
  ERR_STREAM_PREMATURE_CLOSE: ['Premature close'],
  ERR_STREAM_PUSH_AFTER_EOF: ['stream.push() after EOF'],
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: ['stream.unshift() after end event'],
  ERR_STREAM_WRITE_AFTER_END: ['write after end'],
  ERR_UNKNOWN_ENCODING: ['Unknown encoding: %s', TypeError],
  ERR_UNKNOWN_SIGNAL: ['Unknown signal: %s', TypeError],
};

/** A constructor, as the library calls them, of an error that is made elsewhere. */
function constructorOf(make: (...args: never[]) => Error): new (...args: unknown[]) => Error {
  function Made(...args: never[]): Error {
    return make(...args);
  }
  return Made as unknown as new (
    ...args: unknown[]
  ) => Error;
}

export const codes: Readonly<Record<string, new (...args: unknown[]) => Error>> = Object.fromEntries([
  ...Object.entries(makers).map(([code, make]) => [code, constructorOf(make)] as const),
  ...Object.entries(texts).map(([code, [text, Base = Error]]) => {
    const make = (...args: unknown[]) =>
      nodeError(
        Base,
        code,
        text.replace('%s', () => String(args[0])),
      );
    return [code, constructorOf(make)] as const;
  }),
]);

/** Two errors of one end: the later one counts, and carries both. */
export function aggregateTwoErrors(inner: unknown, outer: unknown): unknown {
  if (!inner || !outer || inner === outer) return inner || outer;
  const { errors, code, message } = outer as { errors?: unknown; code?: unknown; message?: string };
  if (Array.isArray(errors)) {
    errors.push(inner);
    return outer;
  }
  return Object.assign(new AggregateError([outer, inner], message), { code });
}

/** Stacks are trimmed elsewhere. */
export function hideStackFrames<Call>(call: Call): Call {
  return call;
}
