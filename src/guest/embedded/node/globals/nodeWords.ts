import { nodeError } from '../nodeErrors/nodeError.ts';
import { wordBodies } from './bodyWords.ts';
import { wordFetchClasses } from './fetchWords.ts';
import { showWebObjects } from './streamWords.ts';

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
      if (args.length === 0) {
        throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The value argument must be specified');
      }
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

/** Decoders whose errors carry Node's codes. */
function wordDecoder(scope: Record<string, unknown>): void {
  const Own = TextDecoder;
  class Worded extends Own {
    constructor(label?: string, options?: TextDecoderOptions) {
      try {
        super(label, options);
      } catch {
        const message = `The "${label}" encoding is not supported`;
        throw nodeError(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', message);
      }
    }

    override decode(...args: Parameters<TextDecoder['decode']>): string {
      try {
        return super.decode(...args);
      } catch (error) {
        if (!this.fatal) throw error;
        const message = `The encoded data was not valid for encoding ${this.encoding}`;
        throw nodeError(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', message);
      }
    }
  }
  Object.defineProperty(Worded, 'name', { value: 'TextDecoder' });
  hide(scope, 'TextDecoder', Worded);
}

/** Objects whose state is behind getters, which `inspect` does not call: the names that Node shows. */
const shownState: Readonly<Record<string, readonly string[]>> = {
  TextDecoder: ['encoding', 'fatal', 'ignoreBOM'],
  TextEncoder: ['encoding'],
  Blob: ['size', 'type'],
  File: ['size', 'type', 'name', 'lastModified'],
  Request: [
    ...[
      'method',
      'url',
      'headers',
      'destination',
      'referrer',
      'referrerPolicy',
      'mode',
      'credentials',
      'cache',
    ],
    ...['redirect', 'integrity', 'keepalive', 'isReloadNavigation', 'isHistoryNavigation', 'signal'],
  ],
  Response: ['status', 'statusText', 'headers', 'body', 'bodyUsed', 'ok', 'redirected', 'type', 'url'],
};

/** `atob` and `btoa`, whose error names no worker. */
function wordBase64(scope: Record<string, unknown>): void {
  for (const name of ['atob', 'btoa']) {
    const own = scope[name] as (text: unknown) => string;
    const worded = {
      [name](...args: unknown[]): string {
        if (args.length === 0)
          throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "input" argument must be specified');
        try {
          return own(`${args[0]}`);
        } catch {
          throw new DOMException('Invalid character', 'InvalidCharacterError');
        }
      },
    }[name];
    hide(scope, name, worded);
  }
}

/** What no browser has: not within a page that is loaded again. */
const absent: Readonly<Record<string, unknown>> = { isReloadNavigation: false, isHistoryNavigation: false };

function showState(scope: Record<string, unknown>): void {
  for (const [name, keys] of Object.entries(shownState)) {
    const Shown = scope[name] as { readonly prototype: object } | undefined;
    if (!Shown) continue;
    const shown = function (this: Record<string, unknown>, _: number, options: unknown, inspect: Inspect) {
      const state = inspect(Object.fromEntries(keys.map((key) => [key, this[key] ?? absent[key]])), options);
      // Node's encoder has no name there.
      return name === 'TextEncoder' ? state : `${name} ${state}`;
    };
    hide(Shown.prototype, custom, shown);
  }
  const { prototype } = Headers;
  const entries = function (this: Headers, _: number, options: unknown, inspect: Inspect) {
    const shown: Record<string, string> = {};
    for (const [name, value] of this) shown[name] = name in shown ? `${shown[name]}, ${value}` : value;
    return `Headers ${inspect(shown, options)}`;
  };
  hide(prototype, custom, entries);
}

/** What the browser has too but says in other words than Node 20. */
export function useNodeWords(
  scope: Record<string, unknown>,
  setTimer: (run: () => void, delayMs: number) => { unref(): unknown },
): void {
  wordJson();
  wordClone(scope);
  wordAborts(setTimer);
  wordDecoder(scope);
  wordBase64(scope);
  wordBodies(scope);
  wordFetchClasses(scope);
  showState(scope);
  showWebObjects(scope);
}
