/**
 * How a test file tells the runner (`node --test`) of its tests. The runner starts it with
 * `NODE_TEST_CONTEXT=child-v8`; the `test` module then writes no report but each event of its root as one line of
 * standard output, between what the program itself prints. Values cross as JSON with tags, errors with their own
 * properties.
 */

/** An event as reporters get it: `test:pass`, `test:fail`, `test:start`, `test:plan`, `test:diagnostic`, … */
export interface TestEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Begins a line that is an event; no program prints it. */
const mark = '\u0001spillway-test:';

/** The line, with its end. */
export function eventLine(event: TestEvent): string {
  return `${mark}${JSON.stringify(encode(event, new Set()))}\n`;
}

/** The event in a line of the file's output (without its end); null for what the program printed. */
export function eventIn(line: string): TestEvent | null {
  if (!line.startsWith(mark)) return null;
  return decode(JSON.parse(line.slice(mark.length))) as TestEvent;
}

/** A tag in place of what JSON has not: `{ $: kind, v: value }`. */
function encode(value: unknown, above: Set<object>): unknown {
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) };
  if (typeof value === 'symbol' || typeof value === 'function') return { $: 'text', v: String(value) };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', v: String(value) };
  if (Object.is(value, -0)) return { $: 'number', v: '-0' };
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return { $: 'text', v: '[Circular]' };
  const inside = new Set(above).add(value);
  const each = (item: unknown) => encode(item, inside);
  if (Array.isArray(value)) return value.map(each);
  if (value instanceof Date) return { $: 'date', v: value.getTime() };
  if (value instanceof RegExp) return { $: 'regexp', v: [value.source, value.flags] };
  if (value instanceof Map) return { $: 'map', v: [...value].map(each) };
  if (value instanceof Set) return { $: 'set', v: [...value].map(each) };
  const fields = Object.entries(value).map(([name, item]) => [name, each(item)] as const);
  if (value instanceof Error) {
    const { name, message, stack } = value;
    const hidden = 'cause' in value ? { cause: each(value.cause) } : {};
    return { $: 'error', v: { name, message, stack: String(stack), ...hidden, fields } };
  }
  return { $: 'object', v: fields };
}

interface EncodedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: unknown;
  readonly fields: readonly (readonly [string, unknown])[];
}

const errorClasses: Readonly<Record<string, new (message: string) => Error>> = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  EvalError,
  URIError,
};

function decode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decode);
  const { $: kind, v } = value as { readonly $: string; readonly v: unknown };
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(String(v));
    case 'number':
      return Number(v);
    case 'date':
      return new Date(Number(v));
    case 'regexp': {
      const [source = '', flags = ''] = v as readonly string[];
      return new RegExp(source, flags);
    }
    case 'map':
      return new Map((v as readonly unknown[]).map((pair) => decode(pair) as [unknown, unknown]));
    case 'set':
      return new Set((v as readonly unknown[]).map(decode));
    case 'error':
      return decodeError(v as EncodedError);
    case 'object':
      return fromFields(v as EncodedError['fields']);
    default:
      return v;
  }
}

function fromFields(fields: EncodedError['fields']): Record<string, unknown> {
  return Object.fromEntries(fields.map(([name, item]) => [name, decode(item)]));
}

function decodeError(encoded: EncodedError): Error {
  const { name, message, stack, fields } = encoded;
  const error = new (errorClasses[name] ?? Error)(message);
  const hidden = { writable: true, configurable: true, enumerable: false };
  if (error.name !== name) Object.defineProperty(error, 'name', { value: name, ...hidden });
  Object.defineProperty(error, 'stack', { value: stack, ...hidden });
  if ('cause' in encoded) Object.defineProperty(error, 'cause', { value: decode(encoded.cause), ...hidden });
  return Object.assign(error, fromFields(fields));
}
