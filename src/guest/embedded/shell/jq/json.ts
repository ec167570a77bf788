import { type JsonObject, sortedKeys, type Value } from './values.ts';

/** A text that is not JSON; the message is jq's, with line and column where it says them. */
export class JsonFault extends Error {}

const number = /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const word = /[A-Za-z0-9.+-]+/y;
const blanks = /[ \t\r\n\ufeff]*/y;
const plainText = /[^"\\]*/y;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Reads the values of a text one after another. */
export class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** How many lines jq has taken in when the last value was whole: it reads line by line. */
  get line(): number {
    let lines = 0;
    let from = 0;
    for (;;) {
      const end = this.#text.indexOf('\n', from);
      if (end < 0) return lines;
      lines += 1;
      if (end >= this.#at - 1) return lines;
      from = end + 1;
    }
  }

  /** The next value, undefined at the end. Throws a JsonFault. */
  next(): Value | undefined {
    this.#skip();
    if (this.#at >= this.#text.length) return undefined;
    return this.#value(0);
  }

  #skip(): void {
    blanks.lastIndex = this.#at;
    blanks.test(this.#text);
    this.#at = blanks.lastIndex;
  }

  #fault(message: string, at = this.#at): never {
    const before = this.#text.slice(0, at);
    const isEnd = at >= this.#text.length;
    const line = before.split('\n').length;
    const column = before.length - before.lastIndexOf('\n') - 1;
    throw new JsonFault(
      `${message}${isEnd ? ' at EOF' : ''} at line ${line}, column ${column + (isEnd ? 0 : 1)}`,
    );
  }

  #value(depth: number): Value {
    if (depth > 10_000) this.#fault('Exceeds depth limit for parsing');
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"') return this.#string();
    if (first === undefined) this.#fault('Unfinished JSON term', this.#text.length);
    if (first === ']' || first === '}') this.#fault(`Unmatched '${first}'`);
    if (first === ',') this.#fault("Expected value before ','");
    if (first === ':') this.#fault("':' not as part of an object");
    return this.#literal();
  }

  #literal(): Value {
    const start = this.#at;
    word.lastIndex = start;
    const text = word.exec(this.#text)?.[0] ?? '';
    this.#at = start + text.length;
    if (text === 'null') return null;
    if (text === 'true') return true;
    if (text === 'false') return false;
    if (text === 'nan' || text === 'NaN') return Number.NaN;
    number.lastIndex = start;
    if (text !== '' && number.exec(this.#text)?.[0] === text) return Number(text);
    this.#fault(
      /^[ntf]/.test(text) ? 'Invalid literal' : 'Invalid numeric literal',
      Math.min(this.#at, this.#text.length),
    );
  }

  #array(depth: number): Value {
    const items: Value[] = [];
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === ']') {
      this.#at += 1;
      return items;
    }
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === ']') this.#fault('Expected another array element');
      items.push(this.#value(depth + 1));
      this.#skip();
      const next = this.#text[this.#at];
      if (next === undefined) this.#fault('Unfinished JSON term', this.#text.length);
      if (next !== ',' && next !== ']') this.#fault('Expected separator between values');
      this.#at += 1;
      if (next === ']') return items;
    }
  }

  #object(depth: number): Value {
    const members = new Map<string, Value>();
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === '}') {
      this.#at += 1;
      return members;
    }
    for (;;) {
      this.#skip();
      const first = this.#text[this.#at];
      if (first === undefined) this.#fault('Unfinished JSON term', this.#text.length);
      if (first === '}') this.#fault('Expected another key-value pair');
      const key = this.#value(depth + 1);
      if (typeof key !== 'string') this.#fault('Object keys must be strings');
      this.#skip();
      const colon = this.#text[this.#at];
      if (colon === undefined) this.#fault('Unfinished JSON term', this.#text.length);
      if (colon !== ':') this.#fault('Objects must consist of key:value pairs');
      this.#at += 1;
      this.#skip();
      members.set(key, this.#value(depth + 1));
      this.#skip();
      const next = this.#text[this.#at];
      if (next === undefined) this.#fault('Unfinished JSON term', this.#text.length);
      if (next !== ',' && next !== '}') this.#fault('Expected separator between values');
      this.#at += 1;
      if (next === '}') return members;
    }
  }

  #string(): string {
    this.#at += 1;
    let text = '';
    for (;;) {
      plainText.lastIndex = this.#at;
      text += plainText.exec(this.#text)?.[0] ?? '';
      this.#at = plainText.lastIndex;
      const stop = this.#text[this.#at];
      if (stop === undefined) this.#fault('Unfinished string', this.#text.length);
      this.#at += 1;
      if (stop === '"') return text;
      const letter = this.#text[this.#at] ?? '';
      this.#at += 1;
      if (letter === 'u') {
        const digits = this.#text.slice(this.#at, this.#at + 4);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fault('Invalid escape');
        text += String.fromCharCode(Number.parseInt(digits, 16));
        this.#at += 4;
      } else if ('"\\/'.includes(letter) && letter !== '') text += letter;
      else text += escapes[letter] ?? this.#fault('Invalid escape');
    }
  }
}

/** The one value of a text. Throws a JsonFault. */
export function parsedJson(text: string): Value {
  const reader = new JsonReader(text);
  const value = reader.next();
  if (value === undefined) throw new JsonFault('Expected JSON value');
  if (reader.next() !== undefined) throw new JsonFault('Unexpected extra JSON values');
  return value;
}

export interface JsonForm {
  /** What one step in is written as; empty: all in one line. */
  readonly indent: string;
  readonly sortsKeys: boolean;
  readonly isAscii: boolean;
  readonly hasColors: boolean;
}

export const compactForm: JsonForm = { indent: '', sortsKeys: false, isAscii: false, hasColors: false };

/** As C's shortest form with 17 digits: no infinity, an exponent of two digits where the number is long. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return 'null';
  if (!Number.isFinite(value)) return value > 0 ? '1.7976931348623157e+308' : '-1.7976931348623157e+308';
  if (Object.is(value, -0)) return '-0';
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const [, sign = '', lead = '', rest = '', exponent = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const digits = lead + rest;
  const point = Number(exponent) + 1;
  if (point <= -4 || point > digits.length + 15) {
    const size = String(Math.abs(point - 1)).padStart(2, '0');
    return `${sign}${lead}${rest && '.'}${rest}e${point - 1 < 0 ? '-' : '+'}${size}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function stringText(value: string, isAscii: boolean): string {
  const text = JSON.stringify(value).replaceAll('\x7f', '\\u007f');
  if (!isAscii) return text;
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const colors = {
  null: '1;30',
  false: '0;39',
  true: '0;39',
  number: '0;39',
  string: '0;32',
  array: '1;39',
  object: '1;39',
  key: '34;1',
};

export function jsonText(value: Value, form: JsonForm = compactForm): string {
  return form.hasColors ? colored(value, form, '\n') : plain(value, form, '\n');
}

function members(object: JsonObject, form: JsonForm): [string, Value][] {
  return form.sortsKeys ? sortedKeys(object).map((key) => [key, object.get(key) ?? null]) : [...object];
}

function plain(value: Value, form: JsonForm, newline: string): string {
  if (typeof value === 'string') return stringText(value, form.isAscii);
  if (typeof value === 'number') return numberText(value);
  if (value === null || typeof value === 'boolean') return String(value);
  const inner = newline + form.indent;
  const [open, close] = form.indent === '' ? ['', ''] : [inner, newline];
  const separator = form.indent === '' ? ',' : `,${inner}`;
  if (!(value instanceof Map)) {
    const items = value as readonly Value[];
    if (items.length === 0) return '[]';
    return `[${open}${items.map((item) => plain(item, form, inner)).join(separator)}${close}]`;
  }
  if (value.size === 0) return '{}';
  const colon = form.indent === '' ? ':' : ': ';
  const parts = members(value, form).map(
    ([key, item]) => stringText(key, form.isAscii) + colon + plain(item, form, inner),
  );
  return `{${open}${parts.join(separator)}${close}}`;
}

function colored(value: Value, form: JsonForm, newline: string): string {
  const paint = (name: keyof typeof colors, text: string) => `\x1b[${colors[name]}m${text}\x1b[0m`;
  if (typeof value === 'string') return paint('string', stringText(value, form.isAscii));
  if (typeof value === 'number') return paint('number', numberText(value));
  if (value === null) return paint('null', 'null');
  if (typeof value === 'boolean') return paint(value ? 'true' : 'false', String(value));
  const inner = newline + form.indent;
  const [open, close] = form.indent === '' ? ['', ''] : [inner, newline];
  const start = (name: 'array' | 'object') => `\x1b[${colors[name]}m`;
  if (!(value instanceof Map)) {
    const items = value as readonly Value[];
    if (items.length === 0) return paint('array', '[]');
    const parts = items.map((item) => colored(item, form, inner));
    return `${start('array')}[${open}${parts.join(`${start('array')},${open}`)}${start('array')}${close}${start('array')}]\x1b[0m`;
  }
  if (value.size === 0) return paint('object', '{}');
  const parts = members(value, form).map(
    ([key, item]) =>
      `\x1b[0m${paint('key', stringText(key, form.isAscii))}${start('object')}:${form.indent === '' ? '' : ' '}\x1b[0m${colored(item, form, inner)}`,
  );
  return `${start('object')}{${open}${parts.join(`${start('object')},${open}`)}${start('object')}${close}${start('object')}}\x1b[0m`;
}
