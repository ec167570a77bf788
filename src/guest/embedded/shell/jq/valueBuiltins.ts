import { brokenDown, formattedTime, parsedTime, secondsOf } from './dates.ts';
import { asText } from './formats.ts';
import { JsonFault, jsonText, parsedJson } from './json.ts';
import { mathFunctions } from './mathBuiltins.ts';
import { added, splitBy } from './operators.ts';
import { positionsOf, shown, withoutPaths, withValueAt } from './paths.ts';
import { matches } from './regex.ts';
import {
  compare,
  fail,
  isArray,
  isObject,
  JqError,
  type Path,
  sorted,
  sortedKeys,
  typeOf,
  type Value,
} from './values.ts';

function length(value: Value): Value {
  if (value === null) return 0;
  if (typeof value === 'string') return [...value].length;
  if (typeof value === 'number') return Math.abs(value);
  if (isArray(value)) return value.length;
  if (isObject(value)) return value.size;
  fail(`${shown(value)} has no length`);
}

function keys(value: Value, isSorted: boolean): Value {
  if (isArray(value)) return value.map((_, index) => index);
  if (isObject(value)) return isSorted ? sortedKeys(value) : [...value.keys()];
  fail(`${shown(value)} has no keys`);
}

function has(value: Value, key: Value): Value {
  if (isObject(value) && typeof key === 'string') return value.has(key);
  if (isArray(value) && typeof key === 'number') return key >= 0 && key < value.length;
  fail(`Cannot check whether ${typeOf(value)} has a ${typeof key === 'string' ? 'string' : typeOf(key)} key`);
}

function contains(value: Value, part: Value): boolean {
  if (isObject(value) && isObject(part)) {
    return [...part].every(([key, item]) => value.has(key) && contains(value.get(key) ?? null, item));
  }
  if (isArray(value) && isArray(part))
    return part.every((item) => value.some((own) => typeOf(own) === typeOf(item) && contains(own, item)));
  if (typeof value === 'string' && typeof part === 'string') return value.includes(part);
  if (typeOf(value) === typeOf(part)) return compare(value, part) === 0;
  fail(`${shown(value)} and ${shown(part)} cannot have their containment checked`);
}

function list(value: Value, words: string): readonly Value[] {
  return isArray(value) ? value : fail(`${shown(value)} ${words}`);
}

function textOf(value: Value, words: string): string {
  return typeof value === 'string' ? value : fail(`${shown(value)} ${words}`);
}

function flattened(items: readonly Value[], depth: number): Value[] {
  return items.flatMap((item) =>
    isArray(item) ? (depth > 0 ? flattened(item, depth - 1) : [item]) : [item],
  );
}

function toNumber(value: Value): Value {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') fail(`${shown(value)} cannot be parsed as a number`);
  const text = value.trim();
  if (text === 'nan') return null;
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
    fail(`Invalid numeric literal at EOF at line 1, column ${value.length} (while parsing '${value}')`);
  }
  return Number(text);
}

function fromJson(value: Value): Value {
  const text = textOf(value, 'only strings can be parsed');
  try {
    return parsedJson(text);
  } catch (thrown) {
    if (!(thrown instanceof JsonFault)) throw thrown;
    fail(`${thrown.message} (while parsing '${text}')`);
  }
}

function indices(value: Value, wanted: Value): Value {
  if (value === null) return null;
  if (typeof value === 'string' && typeof wanted === 'string') {
    if (wanted === '') return null;
    const found: number[] = [];
    for (let at = value.indexOf(wanted); at >= 0; at = value.indexOf(wanted, at + 1)) found.push(at);
    return found;
  }
  if (!isArray(value)) fail(`Cannot determine indices of ${typeOf(value)}`);
  return positionsOf(value, isArray(wanted) ? wanted : [wanted]);
}

function join(value: Value, separator: Value): Value {
  return list(value, 'cannot be iterated over').reduce((text: Value, item, index) => {
    if (item !== null && typeof item === 'object') fail(`${shown(text)} and ${shown(item)} cannot be added`);
    return added(added(text, index === 0 ? '' : separator), item === null ? '' : asText(item));
  }, '');
}

function split(value: Value, pattern: Value, flags: Value): Value {
  const text = textOf(value, 'cannot be matched, as it is not a string');
  const parts: string[] = [];
  let from = 0;
  for (const match of matches(text, asText(pattern), `g${flags ?? ''}`)) {
    parts.push(text.slice(from, match.start));
    from = match.end;
  }
  return [...parts, text.slice(from)];
}

function time(value: Value, name: string): number {
  if (typeof value === 'number') return Math.floor(value);
  return secondsOf(value, name);
}

function strftime(value: Value, format: Value): Value {
  if (typeof value !== 'number' && !isArray(value)) fail('strftime/1 requires parsed datetime inputs');
  return formattedTime(time(value, 'strftime/1'), textOf(format, 'strftime/1 requires a string format'));
}

function transposed(value: Value): Value {
  const rows = list(value, 'cannot be iterated over').map((row) => list(row, 'cannot be iterated over'));
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}

function bsearch(value: Value, wanted: Value): Value {
  const items = list(value, 'cannot be searched from');
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compare(items[middle] ?? null, wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
}

function implode(value: Value): Value {
  const points = isArray(value) ? value : fail('implode input must be an array');
  return points
    .map((point) =>
      String.fromCodePoint(typeof point === 'number' ? point : fail('Unicode codepoint must be numeric')),
    )
    .join('');
}

function cased(value: Value, name: string, pattern: RegExp, change: (unit: string) => string): Value {
  if (typeof value !== 'string') fail(`${name} input must be a string`);
  return value.replace(pattern, change);
}

function unique(items: readonly Value[]): Value[] {
  return sorted(items).filter(
    (item, index, all) => index === 0 || compare(item, all[index - 1] ?? null) !== 0,
  );
}

function asPath(value: Value): Path {
  return isArray(value) ? value : fail('Path must be specified as an array');
}

const nothing = null;

/** Functions of the input and the values of their arguments, by name and number of arguments. */
export const valueFunctions: readonly (readonly [
  key: string,
  run: (input: Value, ...args: Value[]) => Value,
])[] = [
  ...mathFunctions,
  ['length/0', length],
  [
    'utf8bytelength/0',
    (input) => new TextEncoder().encode(textOf(input, 'only strings have UTF-8 byte length')).length,
  ],
  ['not/0', (input) => input === null || input === false],
  ['type/0', typeOf],
  ['keys/0', (input) => keys(input, true)],
  ['keys_unsorted/0', (input) => keys(input, false)],
  ['has/1', (input, key = nothing) => has(input, key)],
  ['contains/1', (input, part = nothing) => contains(input, part)],
  [
    'add/0',
    (input) =>
      (isObject(input) ? [...input.values()] : list(input, 'cannot be iterated over')).reduce(added, null),
  ],
  ['tostring/0', asText],
  ['tonumber/0', toNumber],
  ['tojson/0', (input) => jsonText(input)],
  ['fromjson/0', fromJson],
  ['ascii_downcase/0', (input) => cased(input, 'ascii_downcase', /[A-Z]/g, (unit) => unit.toLowerCase())],
  ['ascii_upcase/0', (input) => cased(input, 'ascii_upcase', /[a-z]/g, (unit) => unit.toUpperCase())],
  [
    'ltrimstr/1',
    (input, part = nothing) =>
      typeof input === 'string' && typeof part === 'string' && input.startsWith(part)
        ? input.slice(part.length)
        : input,
  ],
  [
    'rtrimstr/1',
    (input, part = nothing) =>
      typeof input === 'string' && typeof part === 'string' && part !== '' && input.endsWith(part)
        ? input.slice(0, -part.length)
        : input,
  ],
  ['trim/0', (input) => textOf(input, 'cannot be trimmed').trim()],
  ['ltrim/0', (input) => textOf(input, 'cannot be trimmed').trimStart()],
  ['rtrim/0', (input) => textOf(input, 'cannot be trimmed').trimEnd()],
  [
    'startswith/1',
    (input, part = nothing) =>
      typeof input === 'string' && typeof part === 'string'
        ? input.startsWith(part)
        : fail('startswith() requires string inputs'),
  ],
  [
    'endswith/1',
    (input, part = nothing) =>
      typeof input === 'string' && typeof part === 'string'
        ? input.endsWith(part)
        : fail('endswith() requires string inputs'),
  ],
  [
    'split/1',
    (input, by = nothing) =>
      typeof input === 'string' && typeof by === 'string'
        ? splitBy(input, by)
        : fail('split input and separator must be strings'),
  ],
  ['split/2', (input, pattern = nothing, flags = nothing) => split(input, pattern, flags)],
  ['join/1', (input, separator = nothing) => join(input, separator)],
  [
    'explode/0',
    (input) => [...textOf(input, 'cannot be exploded')].map((point) => point.codePointAt(0) ?? 0),
  ],
  ['implode/0', implode],
  [
    'reverse/0',
    (input) =>
      input === null
        ? []
        : typeof input === 'string'
          ? [...input].reverse().join('')
          : [...list(input, 'cannot be reversed, as it is not an array')].reverse(),
  ],
  ['sort/0', (input) => sorted(list(input, 'cannot be sorted, as it is not an array'))],
  ['unique/0', (input) => unique(list(input, 'cannot be sorted, as it is not an array'))],
  ['min/0', (input) => sorted(list(input, 'cannot be iterated over'))[0] ?? null],
  ['max/0', (input) => sorted(list(input, 'cannot be iterated over')).at(-1) ?? null],
  ['flatten/0', (input) => flattened(list(input, 'cannot be flattened'), Number.POSITIVE_INFINITY)],
  [
    'flatten/1',
    (input, depth = nothing) =>
      typeof depth === 'number' && depth >= 0
        ? flattened(list(input, 'cannot be flattened'), depth)
        : fail('flatten depth must not be negative'),
  ],
  ['indices/1', (input, wanted = nothing) => indices(input, wanted)],
  ['transpose/0', transposed],
  ['bsearch/1', (input, wanted = nothing) => bsearch(input, wanted)],
  ['setpath/2', (input, path = nothing, value = nothing) => withValueAt(input, asPath(path), () => value)],
  [
    'delpaths/1',
    (input, paths = nothing) =>
      withoutPaths(input, list(paths, 'Paths must be specified as an array').map(asPath)),
  ],
  [
    'error/0',
    (input) => {
      throw new JqError(input);
    },
  ],
  ['strftime/1', (input, format = nothing) => strftime(input, format)],
  ['strflocaltime/1', (input, format = nothing) => strftime(input, format)],
  [
    'strptime/1',
    (input, format = nothing) =>
      parsedTime(
        textOf(input, 'strptime/1 requires string inputs and arguments'),
        textOf(format, 'strptime/1 requires string inputs and arguments'),
      ),
  ],
  ['mktime/0', (input) => secondsOf(input, 'mktime')],
  ['gmtime/0', (input) => brokenDown(typeof input === 'number' ? input : fail('gmtime() requires a number'))],
  [
    'localtime/0',
    (input) => brokenDown(typeof input === 'number' ? input : fail('localtime() requires a number')),
  ],
  ['builtins/0', () => []],
];
