import { nodeError } from '../../nodeErrors/nodeError.ts';

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notQuotable = /[^\t\u0020-~\u0080-\u00ff]/;

function invalid(kind: string, text: string, position: number): Error {
  const place = position === -1 ? '' : ` at ${position}`;
  return nodeError(
    TypeError,
    'ERR_INVALID_MIME_SYNTAX',
    `The MIME syntax for a ${kind} in "${text}" is invalid${place}`,
  );
}

function checkedToken(kind: string, value: unknown): string {
  const text = String(value);
  const wrong = text.search(notToken);
  if (text === '' || wrong !== -1) throw invalid(kind, text, wrong);
  return text.toLowerCase();
}

function quoted(value: string): string {
  if (value === '') return '""';
  return notToken.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

/** Parameters of a media type, in order; the first of two with one name counts. */
export class MIMEParams {
  readonly #values = new Map<string, string>();

  static {
    Object.defineProperty(MIMEParams.prototype, 'toJSON', {
      value(this: MIMEParams) {
        return this.toString();
      },
      configurable: true,
      writable: true,
    });
  }

  delete(name: unknown): void {
    this.#values.delete(String(name));
  }
  get(name: unknown): string | null {
    return this.#values.get(String(name)) ?? null;
  }
  has(name: unknown): boolean {
    return this.#values.has(String(name));
  }
  set(name: unknown, value: unknown): void {
    const text = String(value);
    const key = String(name);
    const wrongName = key.search(notToken);
    if (key === '' || wrongName !== -1) throw invalid('parameter name', key, wrongName);
    const wrong = text.search(notQuotable);
    if (wrong !== -1) throw invalid('parameter value', text, wrong);
    this.#values.set(key, text);
  }
  *entries(): IterableIterator<[string, string]> {
    yield* this.#values.entries();
  }
  *keys(): IterableIterator<string> {
    yield* this.#values.keys();
  }
  *values(): IterableIterator<string> {
    yield* this.#values.values();
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
  toString(): string {
    return [...this.#values].map(([name, value]) => `${name}=${quoted(value)}`).join(';');
  }
}

/** Parameters behind the first `;`; what is malformed is skipped. */
function parseParameters(text: string, params: MIMEParams): void {
  let at = 0;
  while (at < text.length) {
    while (/[\t\n\f\r ]/.test(text.charAt(at))) at++;
    const nameEnd = nextOf(text, at, ';=');
    const name = text.slice(at, nameEnd).toLowerCase();
    if (text.charAt(nameEnd) !== '=') {
      at = nameEnd + 1;
      continue;
    }
    let value: string;
    at = nameEnd + 1;
    if (text.charAt(at) === '"') {
      value = '';
      for (at++; at < text.length && text.charAt(at) !== '"'; at++) {
        if (text.charAt(at) === '\\' && at + 1 < text.length) at++;
        value += text.charAt(at);
      }
      // As Node: one character behind the quote is taken for the semicolon, whatever it is.
      at += 2;
    } else {
      const end = nextOf(text, at, ';');
      value = text.slice(at, end).replace(/[\t\n\f\r ]+$/, '');
      at = end + 1;
      if (value === '') continue;
    }
    if (name !== '' && !notToken.test(name) && !notQuotable.test(value) && !params.has(name))
      params.set(name, value);
  }
}

function nextOf(text: string, from: number, characters: string): number {
  let at = from;
  while (at < text.length && !characters.includes(text.charAt(at))) at++;
  return at;
}

export class MIMEType {
  #type: string;
  #subtype: string;
  readonly #params = new MIMEParams();

  static {
    Object.defineProperty(MIMEType.prototype, 'toJSON', {
      value(this: MIMEType) {
        return this.toString();
      },
      configurable: true,
      writable: true,
    });
  }

  constructor(source: unknown) {
    const whole = String(source);
    const text = whole.replace(/^[\t\n\f\r ]+/, '');
    const slash = text.indexOf('/');
    const type = slash === -1 ? text : text.slice(0, slash);
    const wrongType = type.search(notToken);
    if (slash === -1 || type === '' || wrongType !== -1) throw invalid('type', whole, wrongType);
    const semicolon = text.indexOf(';', slash);
    const subtype = text
      .slice(slash + 1, semicolon === -1 ? undefined : semicolon)
      .replace(/[\t\n\f\r ]+$/, '');
    const wrongSubtype = subtype.search(notToken);
    if (subtype === '' || wrongSubtype !== -1) throw invalid('subtype', whole, wrongSubtype);
    this.#type = type.toLowerCase();
    this.#subtype = subtype.toLowerCase();
    if (semicolon !== -1) parseParameters(text.slice(semicolon + 1), this.#params);
  }

  get type(): string {
    return this.#type;
  }
  set type(value: unknown) {
    this.#type = checkedToken('type', value);
  }
  get subtype(): string {
    return this.#subtype;
  }
  set subtype(value: unknown) {
    this.#subtype = checkedToken('subtype', value);
  }
  get essence(): string {
    return `${this.#type}/${this.#subtype}`;
  }
  get params(): MIMEParams {
    return this.#params;
  }
  toString(): string {
    const params = this.#params.toString();
    return params === '' ? this.essence : `${this.essence};${params}`;
  }
}
