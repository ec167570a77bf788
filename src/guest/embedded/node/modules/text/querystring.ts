import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';

const hexDigit = /^[0-9a-fA-F]{2}$/;

/** Bytes of a query text: `%xx` decoded where it is whole, everything else as it stands. */
function unescapedBytes(text: string): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const pair = text.slice(at + 1, at + 3);
    if (text[at] === '%' && hexDigit.test(pair)) {
      bytes.push(Number.parseInt(pair, 16));
      at += 2;
    } else bytes.push(text.charCodeAt(at) & 0xff);
  }
  return bytes;
}

/** What `encodeURIComponent` does, with Node's error for half a surrogate pair. */
export function escapeQuery(value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? String(value) : `${value as string}`;
  try {
    return encodeURIComponent(text).replace(/%(?:21|27|28|29|2A)/g, (code) => decodeURIComponent(code));
  } catch {
    throw nodeError(URIError, 'ERR_INVALID_URI', 'URI malformed');
  }
}

function primitiveText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return '';
}

interface ParseOptions {
  readonly maxKeys?: number;
  readonly decodeURIComponent?: (text: string) => string;
}

export function createQuerystring(system: NodeSystem): object {
  const decoder = new TextDecoder();
  const querystring = {
    unescapeBuffer(text: unknown) {
      return system.builtin<typeof import('node:buffer')>('buffer').Buffer.from(unescapedBytes(String(text)));
    },
    unescape(text: string): string {
      try {
        return decodeURIComponent(text);
      } catch {
        return decoder.decode(new Uint8Array(unescapedBytes(text)));
      }
    },
    escape: escapeQuery,
    stringify(
      source: unknown,
      separator?: string,
      equals?: string,
      options?: { encodeURIComponent?: (text: string) => string },
    ): string {
      if (source === null || typeof source !== 'object') return '';
      const between = separator || '&';
      const sign = equals || '=';
      const encode = options?.encodeURIComponent ?? querystring.escape;
      const encoded = (value: unknown) => {
        const text = primitiveText(value);
        return text === '' ? '' : encode(text);
      };
      const pairs: string[] = [];
      for (const key of Object.keys(source)) {
        const value = (source as Record<string, unknown>)[key];
        const start = encode(key) + sign;
        if (Array.isArray(value)) pairs.push(...value.map((each) => start + encoded(each)));
        else pairs.push(start + encoded(value));
      }
      return pairs.join(between);
    },
    parse(
      text: unknown,
      separator?: string,
      equals?: string,
      options?: ParseOptions,
    ): Record<string, string | string[]> {
      const found: Record<string, string | string[]> = Object.create(null);
      if (typeof text !== 'string' || text === '') return found;
      const sign = equals ? `${equals}` : '=';
      const limit = options?.maxKeys ?? 1000;
      const decode = options?.decodeURIComponent ?? querystring.unescape;
      const decoded = (part: string) => {
        const spaced = part.replaceAll('+', ' ');
        if (decode === ownUnescape && !/%[0-9a-f]{2}/i.test(spaced)) return spaced;
        try {
          return decode(spaced);
        } catch {
          return querystring.unescape(spaced);
        }
      };
      const parts = text.split(separator ? `${separator}` : '&');
      for (const part of limit > 0 ? parts.slice(0, limit) : parts) {
        if (part === '') continue;
        const at = part.indexOf(sign);
        const key = decoded(at === -1 ? part : part.slice(0, at));
        const value = at === -1 ? '' : decoded(part.slice(at + sign.length));
        const existing = found[key];
        if (existing === undefined) found[key] = value;
        else if (Array.isArray(existing)) existing.push(value);
        else found[key] = [existing, value];
      }
      return found;
    },
  };
  const ownUnescape = querystring.unescape;
  return Object.assign(querystring, { encode: querystring.stringify, decode: querystring.parse });
}
