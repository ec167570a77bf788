import { drawTable } from './table.ts';

type Inspect = typeof import('node:util').inspect;

const iterationKey = '(iteration index)';
const keyKey = 'Key';
const valuesKey = 'Values';
const indexKey = '(index)';

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

function isIteratorOf(value: unknown, kind: 'Map' | 'Set'): boolean {
  return Object.prototype.toString.call(value) === `[object ${kind} Iterator]`;
}

/** What `console.table(data, properties)` prints; null where `data` is no table and is logged instead. */
export function tableText(
  data: unknown,
  properties: readonly string[] | undefined,
  inspect: Inspect,
): string | null {
  if (isPrimitive(data)) return null;
  const object = data as object;
  const format = (value: unknown): string => {
    const isSmall =
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 2;
    return inspect(value, {
      maxArrayLength: 3,
      breakLength: Number.POSITIVE_INFINITY,
      depth: isSmall ? -1 : 0,
    });
  };
  const draw = (head: readonly string[], columns: readonly (readonly string[])[]) =>
    drawTable(head, columns, widthOf);

  if (data instanceof Map || isIteratorOf(data, 'Map')) {
    const entries = [...(data as Map<unknown, unknown>)];
    return draw(
      [iterationKey, keyKey, valuesKey],
      [
        entries.map((_, index) => String(index)),
        entries.map((entry) => format(entry[0])),
        entries.map((entry) => format(entry[1])),
      ],
    );
  }
  if (data instanceof Set || isIteratorOf(data, 'Set')) {
    const values = [...(data as Set<unknown>)];
    return draw([iterationKey, valuesKey], [values.map((_, index) => String(index)), values.map(format)]);
  }

  const cells = new Map<string, string[]>();
  const values: string[] = [];
  let hasValues = false;
  const rowKeys = Object.keys(object);
  for (const name of properties ?? []) cells.set(name, []);
  rowKeys.forEach((key, row) => {
    const item = (object as Record<string, unknown>)[key];
    const primitive = isPrimitive(item) || typeof item === 'function';
    if (primitive) {
      hasValues = true;
      values[row] = format(item);
      return;
    }
    const record = item as Record<string, unknown>;
    for (const name of properties ?? Object.keys(record)) {
      const column = cells.get(name) ?? [];
      cells.set(name, column);
      column[row] = Object.hasOwn(record, name) ? format(record[name]) : '';
    }
  });
  const fill = (column: readonly string[]) => rowKeys.map((_, row) => column[row] ?? '');
  const head = [indexKey, ...cells.keys()];
  const columns = [rowKeys, ...[...cells.values()].map(fill)];
  if (hasValues) {
    head.push(valuesKey);
    columns.push(fill(values));
  }
  return draw(head, columns);
}

/** Characters that take two columns, and none. */
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const flat = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns of a terminal. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) if (!flat.test(character)) width += wide.test(character) ? 2 : 1;
  return width;
}
