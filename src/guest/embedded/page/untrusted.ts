/**
 * The page's customs: guest code may have taken over its worker, the kernel or the file worker, so whatever
 * comes from there is unknown until it went through here. `null` means: not ours, ignore.
 */

export const longestPathUnits = 64 * 1024;
export const longestTextUnits = 64 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

/** A list or an array of bytes is none: asking a gigabyte for its keys would stop the page. */
export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) || ArrayBuffer.isView(value) ? null : (value as Fields);
}

export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Bytes in memory that only this side holds. */
export function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer;
}

export function isPath(value: unknown): value is string {
  return isText(value, longestPathUnits) && value.startsWith('/');
}

export function listOf<Item>(value: unknown, parse: (fields: Fields) => Item | null): readonly Item[] | null {
  if (!Array.isArray(value)) return null;
  const items: Item[] = [];
  for (const each of value) {
    const fields = fieldsOf(each);
    const item = fields && parse(fields);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}
