/**
 * `Headers`, `Request` and `Response` whose errors are worded as Node 20's own (undici) words them: a browser says what
 * it failed to execute, and programs and their tests look at these texts.
 */

const token = /^[\w!#$%&'*+.^`|~-]+$/;
const wrongKind =
  'Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.';
/** How many arguments each method needs. */
const needed = { append: 2, delete: 1, get: 1, has: 1, set: 2 } as const;

type Call = (this: unknown, ...args: unknown[]) => unknown;
type Class = new (...args: unknown[]) => object;

function byteText(value: unknown, what: string): string {
  if (typeof value === 'symbol')
    throw new TypeError(`${what} is a symbol, which cannot be converted to a DOMString.`);
  const text = String(value);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 255) {
      throw new TypeError(
        `Cannot convert argument to a ByteString because the character at index ${at} has a value of ${code} which is greater than 255.`,
      );
    }
  }
  return text;
}

/** Throws where a name, and a value where there is one, may not be in headers. */
function checkPair(method: string, given: readonly unknown[]): void {
  const [name, value] = given.map((each, index) =>
    byteText(each, `Headers.${method}: argument ${index + 1}`),
  );
  if (!token.test(name ?? '')) throw new TypeError(`Headers.${method}: "${name}" is an invalid header name.`);
  const inner = value?.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '') ?? '';
  if (/[\0\n\r]/.test(inner))
    throw new TypeError(`Headers.${method}: "${inner}" is an invalid header value.`);
}

function checkInit(init: unknown): void {
  if (init === undefined || init instanceof Headers) return;
  if (typeof init !== 'object' || init === null) throw new TypeError(wrongKind);
  const pairs = Symbol.iterator in init ? [...(init as Iterable<unknown>)] : Object.entries(init);
  for (const [index, pair] of pairs.entries()) {
    if (typeof pair !== 'object' || pair === null || !(Symbol.iterator in pair))
      throw new TypeError(`Headers contructor: init[${index}] (${String(pair)}) is not iterable.`);
    const parts = [...(pair as Iterable<unknown>)];
    if (parts.length !== 2) {
      throw new TypeError(
        `Headers constructor: expected name/value pair to be length 2, found ${parts.length}.`,
      );
    }
    if (typeof parts[1] === 'symbol') byteText(parts[1], 'Headers contructor: init');
    checkPair('append', parts);
  }
}

/** A browser's words in undici's. */
function reworded(error: unknown, args: readonly unknown[]): unknown {
  if (!(error instanceof Error)) return error;
  const words = error.message.replace(/^Failed to (construct|execute) [^:]*: /, '');
  const status = (args[1] as { readonly status?: unknown } | undefined)?.status;
  const known: readonly (readonly [RegExp, string])[] = [
    [
      /^The status provided .* is outside the range.*$/,
      'init["status"] must be in the range of 200 to 599, inclusive.',
    ],
    [
      /^Response with null body status cannot have body.*$/,
      `Response constructor: Invalid response status code ${status}`,
    ],
    [/^Invalid status code.*$/, `Invalid status code ${String(args[1])}`],
    [/^The data is not JSON serializable.*$/, 'Value is not JSON serializable'],
    [/^Response body is already used.*$/, 'Response.clone: Body has already been consumed.'],
  ];
  const message = known.reduce((text, [pattern, ours]) => text.replace(pattern, ours), words);
  if (message === error.message) return error;
  return error instanceof RangeError ? new RangeError(message) : new TypeError(message);
}

/** The class with both checked: what it is constructed with, and what its static methods are called with. */
function worded(Own: Class, check: (args: readonly unknown[]) => void): Class {
  return new Proxy(Own, {
    construct(target, args, made) {
      check(args);
      try {
        return Reflect.construct(target, args, made) as object;
      } catch (error) {
        throw reworded(error, args);
      }
    },
    apply(): never {
      throw new TypeError(`Class constructor ${Own.name} cannot be invoked without 'new'`);
    },
  });
}

function wrap(owner: object, name: string, around: (own: Call) => Call): void {
  const own = Reflect.get(owner, name) as Call;
  const value = around(own);
  Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: true });
}

const translated = (own: Call): Call =>
  function (this: unknown, ...args) {
    try {
      return own.apply(this, args);
    } catch (error) {
      throw reworded(error, args);
    }
  };

/** Replaces the three in `scope`. */
export function wordFetchClasses(scope: Record<string, unknown>): void {
  const own = scope as Record<'Headers' | 'Request' | 'Response', Class>;
  for (const [name, count] of Object.entries(needed)) {
    wrap(own.Headers.prototype as object, name, (call) => {
      return function (this: unknown, ...args) {
        if (args.length < count) {
          const found = args.length === 0 ? '0' : `only ${args.length}`;
          throw new TypeError(
            `Headers.${name}: ${count} argument${count > 1 ? 's' : ''} required, but ${found} found.`,
          );
        }
        checkPair(name, args.slice(0, count));
        return call.apply(this, args);
      };
    });
  }
  wrap(own.Response.prototype as object, 'clone', translated);
  for (const name of ['json', 'redirect']) wrap(own.Response, name, translated);
  const classes = {
    Headers: worded(own.Headers, ([init]) => checkInit(init)),
    Request: worded(own.Request, () => {}),
    Response: worded(own.Response, () => {}),
  };
  for (const [name, value] of Object.entries(classes)) {
    Object.defineProperty(value.prototype, 'constructor', { value, writable: true, configurable: true });
    Object.defineProperty(scope, name, { value, writable: true, configurable: true, enumerable: false });
  }
}
