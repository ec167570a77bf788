import type { JsonObject, JsonValue } from '../../contract/index.ts';

export interface FieldName {
  /** Our tool's name of the field. */
  readonly to: string;
  /** What a number is multiplied by to be in our unit. */
  readonly times?: number;
}

/** The input with a harness's fields under our names; a field that is already there by our name stands. */
export function renamed(input: JsonObject, fields: Readonly<Record<string, FieldName>>): JsonObject {
  const entries: [string, JsonValue][] = [];
  const moved: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) entries.push([name, value]);
    else moved.push([field.to, scaled(value, field.times)]);
  }
  return Object.fromEntries([...moved, ...entries]);
}

/** `start_line` and `end_line`, counted from 1 and both included, as offset and limit. */
export function withLineRange(input: JsonObject): JsonObject {
  const { start_line: start, end_line: end, ...rest } = input;
  const first = numberOf(start);
  const last = numberOf(end);
  return {
    ...rest,
    ...(first === null ? {} : { offset: first }),
    ...(last === null ? {} : { limit: Math.max(last - (first ?? 1) + 1, 1) }),
  };
}

/** A number that a model sent as one or as a text; null where it is neither. */
function numberOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function scaled(value: JsonValue, times: number | undefined): JsonValue {
  const number = times === undefined ? null : numberOf(value);
  return number === null || times === undefined ? value : number * times;
}
