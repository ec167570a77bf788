import { tellStack } from '../errors/otherStacks.ts';
import { errnoOf, errnoTable } from './errno.ts';

/**
 * Errors as Node's own library throws them: a `code`, and the code in brackets in the first line of the stack
 * and in `toString()`, but not in `name`.
 */

type ErrorClass = new (message?: string) => Error;

export type CodedError = Error & { code: string };

/** `Base` is Error, TypeError, RangeError …; `details` become enumerable properties after `code`. */
export function nodeError(
  Base: ErrorClass,
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): CodedError {
  const error = new Base(message);
  markCode(error, code);
  return Object.assign(error, { code }, details);
}

/** An error as Node's native parts throw it: the code is a property and stands nowhere else. */
export function nativeError(Base: ErrorClass, code: string, message: string): CodedError {
  return Object.assign(new Base(message), { code });
}

/** Puts the code into the first line of the stack, and not into the name. */
function markCode(error: Error, code: string): void {
  const name = error.name;
  Object.defineProperty(error, 'name', { value: `${name} [${code}]`, configurable: true, writable: true });
  Error.captureStackTrace?.(error, nodeError);
  // The text is made when it is first asked for, with the name that the error has then.
  tellStack(error);
  Reflect.deleteProperty(error, 'name');
  Object.defineProperty(error, 'toString', {
    value(this: Error): string {
      return `${this.name} [${code}]: ${this.message}`;
    },
    configurable: true,
    writable: true,
    enumerable: false,
  });
}

/** An error of the system as libuv words it, e.g. `connect ECONNREFUSED 127.0.0.1:80`. */
export function systemError(
  code: string,
  syscall: string,
  details: { readonly address?: string; readonly port?: number; readonly hostname?: string } = {},
): CodedError {
  const errno = code === 'ENOTFOUND' ? -3008 : (errnoOf[code] ?? -1);
  const place =
    details.address === undefined
      ? details.hostname === undefined
        ? ''
        : ` ${details.hostname}`
      : details.port === undefined
        ? ` ${details.address}`
        : ` ${details.address}:${details.port}`;
  const words = errnoTable.find(([name]) => name === code)?.[2];
  const message =
    syscall === 'listen'
      ? `listen ${code}: ${words ?? 'unknown error'}${place}`
      : `${syscall} ${code}${place}`;
  const ids = syscall === 'listen' ? { code, errno } : { errno, code };
  return Object.assign(new Error(message), ids, { syscall, ...details });
}

/** What a part of Node that this guest does not have throws when it is used. */
export function notSupported(what: string): CodedError {
  return nodeError(
    Error,
    'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
    `${what} is not available in this computer, which runs inside a web page.`,
  );
}

/** An AbortError as Node throws it; `cause` is the signal's reason. */
export function abortError(cause?: unknown): CodedError {
  const error = new Error('The operation was aborted', cause === undefined ? undefined : { cause });
  Object.assign(error, { code: 'ABORT_ERR', name: 'AbortError' });
  Error.captureStackTrace?.(error, abortError);
  tellStack(error);
  return error as CodedError;
}
