import { nodeError } from '../../nodeErrors/nodeError.ts';
import { inspect } from '../util/inspect.ts';

interface InspectContext {
  readonly breakLength?: number;
  readonly colors?: boolean;
  readonly stylize?: (text: string, style: string) => string;
}
type Inspect = (value: unknown, options: unknown) => string;

function inspectParams(
  this: URLSearchParams,
  depth: number,
  options: InspectContext,
  inner?: unknown,
): string {
  const print = (typeof inner === 'function' ? inner : inspect) as Inspect;
  if (typeof depth === 'number' && depth < 0) return options.stylize?.('[Object]', 'special') ?? '[Object]';
  const pairs = [...this].map(([name, value]) => `${print(name, options)} => ${print(value, options)}`);
  const plain = pairs.join(', ').replace(/\u001b\[\d+m/g, '');
  if (plain.length > (options.breakLength ?? 80)) return `URLSearchParams {\n  ${pairs.join(',\n  ')} }`;
  return pairs.length > 0 ? `URLSearchParams { ${pairs.join(', ')} }` : 'URLSearchParams {}';
}

const shownFields = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'searchParams',
  'hash',
] as const;

function inspectUrl(this: URL, depth: number, options: object): unknown {
  if (typeof depth === 'number' && depth < 0) return this;
  const fields = Object.fromEntries(shownFields.map((name) => [name, this[name]]));
  return `${this.constructor.name} ${inspect(fields, options)}`;
}

function addInspect(prototype: object, value: unknown): void {
  if (inspect.custom in prototype) return;
  Object.defineProperty(prototype, inspect.custom, { value, writable: true, configurable: true });
}

/** The browser's `URL` with Node's errors and Node's print. */
export function createWebUrl(Native: typeof URL, NativeParams: typeof URLSearchParams): typeof URL {
  addInspect(NativeParams.prototype, inspectParams);
  addInspect(Native.prototype, inspectUrl);

  class GuestURL extends Native {
    constructor(...args: [url?: unknown, base?: unknown]) {
      const [url, base] = args;
      if (args.length === 0) {
        throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified');
      }
      const input = `${url as string}`;
      try {
        super(input, base === undefined ? undefined : `${base as string}`);
      } catch {
        throw invalidUrl(input, base === undefined ? undefined : `${base as string}`);
      }
    }
  }
  Object.defineProperty(GuestURL, 'name', { value: 'URL', configurable: true });
  Object.defineProperty(GuestURL.prototype, 'constructor', {
    value: GuestURL,
    configurable: true,
    writable: true,
  });
  return GuestURL as typeof URL;
}

/** Node marks this one by `code` alone: its stack does not show it. */
function invalidUrl(input: string, base: string | undefined): Error {
  const error = new TypeError('Invalid URL');
  return Object.assign(error, { code: 'ERR_INVALID_URL', input }, base === undefined ? {} : { base });
}
