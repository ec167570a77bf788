import type { ProcessControl } from '../process/process.ts';
import type { NodeSystem } from '../system.ts';
import { tellStack } from './otherStacks.ts';
import { noteArrow, type ThrownAt, uncaughtText } from './uncaught.ts';

/** What becomes of errors that nobody caught. */
export interface FatalErrors {
  uncaught(error: unknown, thrownAt: ThrownAt | null, fromPromise?: boolean): void;
  rejected(reason: unknown, promise: Promise<unknown>): void;
}

export function createFatalErrors(
  system: NodeSystem,
  control: ProcessControl,
  options: { readonly rejectionMode: string; readonly report: ((error: unknown) => void) | null },
): FatalErrors {
  const { process } = control;
  const { rejectionMode, report } = options;
  let rejections = 0;

  function print(error: unknown, thrownAt: ThrownAt | null): void {
    if (report) {
      report(error);
      return;
    }
    const { inspect } = system.builtin<typeof import('node:util')>('util');
    const text = uncaughtText({
      error,
      thrownAt,
      inspect: (value) => inspect(value, { customInspect: false, depth: 5 }),
      version: process.version,
    });
    system.write(2, new TextEncoder().encode(text));
  }

  function end(error: unknown, thrownAt: ThrownAt | null): never {
    print(error, thrownAt);
    if (control.isExiting()) return control.finish(1);
    try {
      return control.finish(1);
    } catch (second) {
      // An `exit` listener failed as well.
      print(second, null);
      return control.finish(1);
    }
  }

  function uncaught(error: unknown, thrownAt: ThrownAt | null, fromPromise = false): void {
    const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
    const capture = control.capture();
    if (capture) {
      capture(error);
      return;
    }
    process.emit('uncaughtExceptionMonitor', error, origin);
    if (process.listenerCount('uncaughtException') === 0 || control.isExiting()) end(error, thrownAt);
    try {
      process.emit('uncaughtException', error, origin);
    } catch (second) {
      print(second, null);
      control.finish(7);
    }
  }

  function rejected(reason: unknown, promise: Promise<unknown>): void {
    if (rejectionMode === 'strict') {
      uncaught(asError(reason), null, true);
      return;
    }
    if (process.emit('unhandledRejection', reason, promise) || rejectionMode === 'none') return;
    if (rejectionMode === 'warn') {
      const type = 'UnhandledPromiseRejectionWarning';
      const { inspect } = system.builtin<typeof import('node:util')>('util');
      rejections += 1;
      if (reason instanceof Error) tellStack(reason);
      process.emitWarning(reason instanceof Error ? String(reason.stack) : inspect(reason), type);
      process.emitWarning(`${warnedMessage} (rejection id: ${rejections})`, type);
      return;
    }
    uncaught(asError(reason), null, true);
  }
  return { uncaught, rejected };
}

const warnedMessage =
  'Unhandled promise rejection. This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). To terminate the node process on unhandled promise rejection, use the CLI flag `--unhandled-rejections=strict` (see https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode).';

function unhandledMessage(reason: unknown): string {
  const text = typeof reason === 'object' && reason !== null ? '#<Object>' : String(reason);
  return `This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason "${text}".`;
}

/** What is no error is wrapped in one, as Node does. */
function asError(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const error = new Error(unhandledMessage(reason));
  Object.defineProperty(error, 'name', {
    value: 'UnhandledPromiseRejection',
    configurable: true,
    writable: true,
  });
  error.stack = `UnhandledPromiseRejection: ${error.message}\n    at throwUnhandledRejectionsMode (node:internal/process/promises:389:7)\n    at processPromiseRejections (node:internal/process/promises:470:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:96:32)`;
  noteArrow(
    error,
    'node:internal/process/promises:389\n      new UnhandledPromiseRejection(reason);\n      ^\n',
  );
  return Object.assign(error, { code: 'ERR_UNHANDLED_REJECTION' });
}
