import { programPlace } from './dataScripts.ts';

/** What is told of an error that nobody caught; a worker's own `ErrorEvent` is one. */
export type ErrorReport = Pick<
  ErrorEvent,
  'error' | 'message' | 'filename' | 'lineno' | 'colno' | 'preventDefault'
>;

type Listener = (report: ErrorReport) => void;

/**
 * Errors of callbacks in a worker whose `error` event hides those that end in this `node`'s own script, as
 * all do that its builtins throw (`dataScripts.ts`): they are caught where the browser calls.
 */
export class MutedErrors {
  readonly #listeners: Listener[] = [];

  /** Hears of what was caught here and, by `listen`, of what the browser tells. */
  listen(listener: Listener, listen: (listener: Listener) => void): void {
    this.#listeners.push(listener);
    listen((event) => {
      event.preventDefault();
      listener(told(event));
    });
  }

  /** The same callback, whose errors are told to the listeners. */
  readonly guard = <Args extends unknown[]>(callback: (...args: Args) => void): ((...args: Args) => void) => {
    return (...args) => {
      try {
        callback(...args);
      } catch (error) {
        const report = { error, message: '', filename: '', lineno: 0, colno: 0, preventDefault: () => {} };
        for (const listener of this.#listeners) listener(report);
      }
    };
  };
}

/** With the program's place; an error that the browser hides is one by its message. */
function told({ error, message, filename, lineno, colno }: ErrorReport): ErrorReport {
  const { file, line, column } = programPlace({ file: filename, line: lineno, column: colno });
  const isHidden = error === null && filename === '';
  return {
    error: isHidden ? new Error(message) : (error as unknown),
    message,
    filename: file,
    lineno: line,
    colno: column,
    preventDefault: () => {},
  };
}
