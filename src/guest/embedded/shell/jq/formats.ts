import { jsonText } from './json.ts';
import { shown } from './paths.ts';
import { fail, isArray, type Value } from './values.ts';

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Strings as they are, everything else as JSON. */
export function asText(value: Value): string {
  return typeof value === 'string' ? value : jsonText(value);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function listOf(value: Value, words: string): readonly Value[] {
  if (!isArray(value)) fail(`${shown(value)} ${words}`);
  return value;
}

function cell(item: Value, quoted: (text: string) => string, format: string): string {
  if (item === null) return '';
  if (typeof item === 'string') return quoted(item);
  if (typeof item === 'object') fail(`${shown(item)} is not valid in a ${format} row`);
  return jsonText(item);
}

const htmlNames: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  "'": '&#39;',
  '"': '&quot;',
};
const tsvEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function shellWord(value: Value): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "'\\''")}'`;
  if (value !== null && typeof value === 'object') fail(`${shown(value)} can not be escaped for shell`);
  return jsonText(value);
}

function base32(text: string): string {
  let bits = '';
  for (const byte of bytesOf(text)) bits += byte.toString(2).padStart(8, '0');
  let result = '';
  for (let at = 0; at < bits.length; at += 5)
    result += base32Letters[Number.parseInt(bits.slice(at, at + 5).padEnd(5, '0'), 2)];
  return result.padEnd(Math.ceil(result.length / 8) * 8, '=');
}

function fromBase32(text: string): string {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function fromBase64(value: Value): string {
  const text = asText(value).replace(/=+$/, '');
  if (/[^A-Za-z0-9+/]/.test(text) || text.length % 4 === 1) fail(`${shown(value)} is not valid base64 data`);
  return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
}

const formats: Readonly<Record<string, (value: Value) => string>> = {
  text: asText,
  json: (value) => jsonText(value),
  csv: (value) =>
    listOf(value, 'cannot be csv-formatted, only an array can be')
      .map((item) => cell(item, (text) => `"${text.replaceAll('"', '""')}"`, 'csv'))
      .join(','),
  tsv: (value) =>
    listOf(value, 'cannot be tsv-formatted, only an array can be')
      .map((item) =>
        cell(item, (text) => text.replace(/[\\\t\n\r]/g, (unit) => tsvEscapes[unit] ?? unit), 'tsv'),
      )
      .join('\t'),
  html: (value) => asText(value).replace(/[<>&'"]/g, (unit) => htmlNames[unit] ?? unit),
  uri: (value) =>
    encodeURIComponent(asText(value)).replace(
      /[!'()*]/g,
      (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  sh: (value) => (isArray(value) ? value.map(shellWord).join(' ') : shellWord(value)),
  base64: (value) => btoa(Array.from(bytesOf(asText(value)), (byte) => String.fromCharCode(byte)).join('')),
  base64d: fromBase64,
  base32: (value) => base32(asText(value)),
  base32d: (value) => fromBase32(asText(value)),
};

/** What `@name` makes of a value. */
export function formatted(name: string, value: Value): string {
  const format = formats[name];
  if (!format) fail(`${name} is not a valid format`);
  return format(value);
}
