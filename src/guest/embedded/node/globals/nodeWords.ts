/** Where a newer V8 says line and column too, Node 20 says the position alone. */
const newerPlace = / \(line \d+ column \d+\)$/;

const custom = Symbol.for('nodejs.util.inspect.custom');

type Inspect = (value: unknown, options: unknown) => string;

function hide(object: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: false });
}

/** `JSON.parse` with the messages of Node 20. */
function wordJson(): void {
  const own = JSON.parse;
  const { parse } = {
    parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown {
      try {
        return own.call(JSON, text, reviver);
      } catch (error) {
        if (error instanceof SyntaxError && newerPlace.test(error.message)) {
          const message = error.message.replace(newerPlace, '');
          const stack = error.stack?.replace(error.message, () => message);
          hide(error, 'message', message);
          hide(error, 'stack', stack);
        }
        throw error;
      }
    },
  };
  hide(parse, 'length', 2);
  hide(JSON, 'parse', parse);
}

/** `structuredClone` whose error does not tell of the worker. */
function wordClone(scope: Record<string, unknown>): void {
  const own = scope.structuredClone;
  if (typeof own !== 'function') return;
  const { structuredClone } = {
    structuredClone(...args: unknown[]): unknown {
      try {
        return Reflect.apply(own, undefined, args);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        throw new DOMException(error.message.replace(/^Failed to execute .*?': /, ''), error.name);
      }
    },
  };
  hide(scope, 'structuredClone', structuredClone);
}

/** Signals abort with Node's words, at the guest's time, and print as in Node. */
function wordAborts(setTimer: (run: () => void, delayMs: number) => { unref(): unknown }): void {
  const { prototype } = AbortController;
  const abort = prototype.abort;
  const reasonOf = (given: unknown) =>
    given === undefined ? new DOMException('This operation was aborted', 'AbortError') : given;
  hide(
    prototype,
    'abort',
    {
      abort(this: AbortController, reason?: unknown) {
        abort.call(this, reasonOf(reason));
      },
    }.abort,
  );
  const aborted = AbortSignal.abort;
  hide(
    AbortSignal,
    'abort',
    {
      abort: (reason?: unknown) => aborted.call(AbortSignal, reasonOf(reason)),
    }.abort,
  );
  hide(
    AbortSignal,
    'timeout',
    {
      timeout(delayMs: number) {
        const controller = new AbortController();
        const words = 'The operation was aborted due to timeout';
        setTimer(() => controller.abort(new DOMException(words, 'TimeoutError')), delayMs).unref();
        return controller.signal;
      },
    }.timeout,
  );
  hide(
    AbortSignal.prototype,
    custom,
    function inspected(this: AbortSignal, _: number, options: unknown, inspect: Inspect) {
      return `AbortSignal ${inspect({ aborted: this.aborted }, options)}`;
    },
  );
  hide(
    prototype,
    custom,
    function inspected(this: AbortController, _: number, options: unknown, inspect: Inspect) {
      return `AbortController ${inspect({ signal: this.signal }, options)}`;
    },
  );
}

/** What the browser has too but says in other words than Node 20. */
export function useNodeWords(
  scope: Record<string, unknown>,
  setTimer: (run: () => void, delayMs: number) => { unref(): unknown },
): void {
  wordJson();
  wordClone(scope);
  wordAborts(setTimer);
}
