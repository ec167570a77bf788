import { checkString } from '../../nodeErrors/argumentErrors.ts';
import type { CodedError } from '../../nodeErrors/nodeError.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';

export type HeaderValue = string | number | readonly string[];

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const invalidCharacter = /[^\t\u0020-\u007e\u0080-\u00ff]/;

function invalidToken(what: string, text: unknown): CodedError {
  return nodeError(
    TypeError,
    'ERR_INVALID_HTTP_TOKEN',
    `${what} must be a valid HTTP token ["${String(text)}"]`,
  );
}

export function checkMethod(method: string): void {
  if (!token.test(method)) throw invalidToken('Method', method);
}

export function validateHeaderName(name: unknown, label = 'Header name'): asserts name is string {
  if (typeof name !== 'string' || !token.test(name)) throw invalidToken(label, name);
}

export function validateHeaderValue(name: string, value: unknown): void {
  if (value === undefined) {
    throw nodeError(
      TypeError,
      'ERR_HTTP_INVALID_HEADER_VALUE',
      `Invalid value "${value}" for header "${name}"`,
    );
  }
  if (invalidCharacter.test(String(value))) {
    throw nodeError(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
  }
}

/** Fields to send: found in any case, sent as written. */
export class HeaderStore {
  readonly #fields = new Map<string, { name: string; value: HeaderValue }>();

  set(name: unknown, value: unknown): void {
    validateHeaderName(name);
    if (Array.isArray(value)) for (const each of value) validateHeaderValue(name, each);
    else validateHeaderValue(name, value);
    this.#fields.set(name.toLowerCase(), { name, value: value as HeaderValue });
  }

  append(name: unknown, value: unknown): void {
    validateHeaderName(name);
    const before = this.#fields.get(name.toLowerCase());
    const list = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : [String(given)]);
    this.set(before?.name ?? name, before ? [...list(before.value), ...list(value)] : value);
  }

  get(name: unknown): HeaderValue | undefined {
    checkString(name, 'name');
    return this.#fields.get(name.toLowerCase())?.value;
  }

  has(name: unknown): boolean {
    checkString(name, 'name');
    return this.#fields.has(name.toLowerCase());
  }

  delete(name: unknown): void {
    checkString(name, 'name');
    this.#fields.delete(name.toLowerCase());
  }

  names(): string[] {
    return [...this.#fields.keys()];
  }

  rawNames(): string[] {
    return [...this.#fields.values()].map(({ name }) => name);
  }

  all(): Record<string, HeaderValue> {
    const all: Record<string, HeaderValue> = Object.create(null);
    for (const [key, { value }] of this.#fields) all[key] = value;
    return all;
  }

  /** One line a value; several cookies of a request share one. */
  lines(): string {
    let text = '';
    for (const [key, { name, value }] of this.#fields) {
      if (Array.isArray(value) && key !== 'cookie') for (const each of value) text += `${name}: ${each}\r\n`;
      else text += `${name}: ${Array.isArray(value) ? value.join('; ') : String(value)}\r\n`;
    }
    return text;
  }
}

/** Fields of which only the first counts; all others are joined. */
const single = new Set(
  'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since last-modified location max-forwards proxy-authorization referer retry-after server user-agent'.split(
    ' ',
  ),
);

/** `message.headers` of names and values in turn. */
export function joinedHeaders(raw: readonly string[]): Record<string, string | string[]> {
  const joined: Record<string, string | string[]> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at]?.toLowerCase(), raw[at + 1]];
    const before = joined[name];
    if (name === 'set-cookie') joined[name] = [...((before as string[] | undefined) ?? []), value];
    else if (before === undefined) joined[name] = value;
    else if (!single.has(name)) joined[name] = `${String(before)}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return joined;
}

/** `message.headersDistinct`. */
export function distinctHeaders(raw: readonly string[]): Record<string, string[]> {
  const distinct: Record<string, string[]> = Object.create(null);
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? '';
    distinct[name] = [...(distinct[name] ?? []), raw[at + 1] ?? ''];
  }
  return distinct;
}
