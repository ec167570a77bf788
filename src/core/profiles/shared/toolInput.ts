import type { JsonObject, JsonValue } from '../../contract/index.ts';

export interface FieldName {
  /** Our tool's name of the field. */
  readonly to: string;
  /** What a number is multiplied by to be in our unit. */
  readonly times?: number;
  /** What is added to a number: 1 where a harness counts lines from 0. */
  readonly plus?: number;
}

/** The input with a harness's fields under our names; a field that is already there by our name stands. */
export function renamed(input: JsonObject, fields: Readonly<Record<string, FieldName>>): JsonObject {
  const entries: [string, JsonValue][] = [];
  const moved: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) entries.push([name, value]);
    else moved.push([field.to, converted(value, field)]);
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

/** `view_range`, two line numbers of which the second may be -1 for the end, as offset and limit. */
export function withViewRange(input: JsonObject): JsonObject {
  const { view_range: range, ...rest } = input;
  if (!Array.isArray(range)) return rest;
  const [start, end]: readonly (JsonValue | undefined)[] = range;
  const last = numberOf(end);
  return withLineRange({
    ...rest,
    ...(start === undefined ? {} : { start_line: start }),
    ...(last === null || last < 0 ? {} : { end_line: last }),
  });
}

/** A number that a model sent as one or as a text; null where it is neither. */
function numberOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function converted(value: JsonValue, { times = 1, plus = 0 }: FieldName): JsonValue {
  if (times === 1 && plus === 0) return value;
  const number = numberOf(value);
  return number === null ? value : number * times + plus;
}
