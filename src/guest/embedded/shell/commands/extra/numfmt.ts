import { fieldRanges } from './fields.ts';
import type { Options } from './getopt.ts';
import type { Io } from './io.ts';

export const numfmtSpec = [
  'd|delimiter=',
  'field=',
  'format=',
  'from=',
  'from-unit=',
  'grouping',
  'header=?',
  'invalid=',
  'padding=',
  'round=',
  'suffix=',
  'to=',
  'to-unit=',
  'z|zero-terminated',
  'debug',
];

const letters = 'KMGTPEZY';
const scales = {
  from: ['none', 'auto', 'si', 'iec', 'iec-i'],
  to: ['none', 'si', 'iec', 'iec-i'],
  round: ['up', 'down', 'from-zero', 'towards-zero', 'nearest'],
  invalid: ['abort', 'fail', 'warn', 'ignore'],
} as const;

type Rounding = (value: number) => number;

const roundings: Readonly<Record<string, Rounding>> = {
  up: Math.ceil,
  down: Math.floor,
  'from-zero': (value) => (value < 0 ? Math.floor(value) : Math.ceil(value)),
  'towards-zero': Math.trunc,
  nearest: (value) => Math.sign(value) * Math.round(Math.abs(value)),
};

interface Format {
  readonly before: string;
  readonly after: string;
  readonly width: number;
  readonly precision: number | null;
  readonly zeros: boolean;
}

function formatOf(text: string | undefined): Format | { readonly error: string } {
  if (text === undefined) return { before: '', after: '', width: 0, precision: null, zeros: false };
  const match = /^((?:[^%]|%%)*)%([0' ]*)(-?\d*)(?:\.(\d*))?(.)?((?:[^%]|%%)*)$/.exec(text);
  if (!match && !text.replaceAll('%%', '').includes('%'))
    return { error: `format '${text}' has no % directive` };
  if (match?.[5] !== 'f')
    return { error: `invalid format '${text}', directive must be %[0]['][-][N][.][N]f` };
  return {
    before: match[1]!.replaceAll('%%', '%'),
    after: match[6]!.replaceAll('%%', '%'),
    width: Number(match[3] || 0),
    precision: match[4] === undefined ? null : Number(match[4]),
    zeros: match[2]!.includes('0'),
  };
}

/** A number with its unit taken in, and how many digits stood behind its point. */
function parse(
  text: string,
  from: string,
): { readonly value: number; readonly digits: number } | { readonly error: string } {
  const match = /^\s*(-?\d*)(?:\.(\d+))?(.*)$/s.exec(text);
  if (!match || (match[1]!.replace('-', '') === '' && match[2] === undefined))
    return { error: `invalid number: '${text}'` };
  const value = Number(`${match[1] || '0'}.${match[2] ?? '0'}`);
  const digits = match[2]?.length ?? 0;
  const suffix = match[3]!;
  if (suffix === '') return { value, digits };
  const power = letters.indexOf(suffix[0]!) + 1;
  if (power === 0) return { error: `invalid suffix in input: '${text}'` };
  if (from === 'none') return { error: `rejecting suffix in input: '${text}' (consider using --from)` };
  const binary = suffix[1] === 'i' && (from === 'auto' || from === 'iec-i');
  if (from === 'iec-i' && !binary) return { error: `missing 'i' suffix in input: '${text}' (e.g Ki/Mi/Gi)` };
  const rest = suffix.slice(binary ? 2 : 1);
  if (rest !== '') return { error: `invalid suffix in input '${text}': '${rest}'` };
  const base = binary || from === 'iec' || from === 'iec-i' ? 1024 : 1000;
  return { value: value * base ** power, digits: 0 };
}

function fixed(value: number, digits: number): string {
  return digits === 0 ? BigInt(Math.round(value)).toString() : value.toFixed(digits);
}

/** The value in the asked scale: one digit behind the point below ten, as GNU has it. */
function scaled(
  value: number,
  to: string,
  round: Rounding,
  precision: number | null,
  digits: number,
): string {
  const rounded = (number: number, places: number): number => {
    const shifted = number * 10 ** places;
    // What binary fractions add must not count as a rest.
    const near = Math.round(shifted);
    return (Math.abs(shifted - near) < Math.abs(shifted) * 1e-12 ? near : round(shifted)) / 10 ** places;
  };
  if (to === 'none') {
    const places = precision ?? digits;
    return fixed(rounded(value, places), places);
  }
  const base = to === 'si' ? 1000 : 1024;
  let power = 0;
  let part = value;
  while (Math.abs(part) >= base && power < letters.length) {
    part /= base;
    power++;
  }
  const placesFor = (number: number): number => precision ?? (power > 0 && Math.abs(number) < 10 ? 1 : 0);
  part = rounded(part, placesFor(part));
  if (Math.abs(part) >= base) {
    part /= base;
    power++;
  }
  const suffix = power === 0 ? '' : letters[power - 1] + (to === 'iec-i' ? 'i' : '');
  return fixed(part, placesFor(part)) + suffix;
}

export async function numfmt(io: Io, options: Options): Promise<number> {
  for (const [key, valid] of Object.entries(scales)) {
    const given = options.get(key);
    if (given === undefined || (valid as readonly string[]).includes(given)) continue;
    const list = valid.map((each) => `  - '${each}'\n`).join('');
    return io.usage(`invalid argument '${given}' for '--${key}'\nValid arguments are:\n${list.trimEnd()}`);
  }
  const format = formatOf(options.get('format'));
  if ('error' in format) return io.fail(format.error);
  const padding = options.get('padding');
  if (padding !== undefined && !/^-?[1-9]\d*$/.test(padding))
    return io.fail(`invalid padding value '${padding}'`);
  const unitOf = (key: string): number => {
    const text = options.get(key) ?? '1';
    const match = /^(\d+)([KMGTPEZY]?)(i?)$/.exec(text) ?? /^()([KMGTPEZY])(i?)$/.exec(text);
    if (!match) return Number.NaN;
    return Number(match[1] || 1) * (match[3] ? 1024 : 1000) ** (letters.indexOf(match[2] || ' ') + 1);
  };
  const [fromUnit, toUnit] = [unitOf('from-unit'), unitOf('to-unit')];
  for (const [key, unit] of [
    ['from-unit', fromUnit],
    ['to-unit', toUnit],
  ] as const)
    if (!(unit > 0)) return io.fail(`invalid unit size: '${options.get(key)}'`);
  const fields = fieldRanges(options.get('field') ?? '1');
  if (fields === null) return io.usage(`invalid field value '${options.get('field')}'`);
  const delimiter = options.get('d');
  const from = options.get('from') ?? 'none';
  const to = options.get('to') ?? 'none';
  const round = roundings[options.get('round') ?? 'from-zero']!;
  const suffix = options.get('suffix') ?? '';
  const invalid = options.get('invalid') ?? 'abort';
  const width = padding === undefined ? format.width : Number(padding);

  const convert = (text: string, pad: number): string | { readonly error: string } => {
    const bare = suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
    const parsed = parse(bare, from);
    if ('error' in parsed) return parsed;
    const value = (parsed.value * fromUnit) / toUnit;
    let shown = scaled(value, to, round, format.precision, parsed.digits) + suffix;
    if (format.zeros && width > 0) shown = shown.padStart(width, '0');
    const goal = width === 0 ? pad : width;
    shown = goal < 0 ? shown.padEnd(-goal) : shown.padStart(goal);
    return format.before + shown + format.after;
  };
  const end = options.has('z') ? '\0' : '\n';
  let exitCode = 0;
  /** False once the first mistake must end everything. */
  const line = async (text: string): Promise<boolean> => {
    const cells = delimiter === undefined ? (text.match(/\s*\S+|\s+$/g) ?? ['']) : text.split(delimiter);
    const failures: string[] = [];
    const shown = cells.map((cell, index) => {
      if (!fields(index + 1) || (delimiter === undefined && cell.trim() === '' && cells.length > 1))
        return cell;
      const blanks = delimiter === undefined ? (/^\s*/.exec(cell)?.[0] ?? '') : '';
      // Blanks in front are the column's width, except for the one that parts fields.
      const keeps = blanks.length > (index > 0 ? 1 : 0);
      const result = convert(cell.slice(blanks.length), keeps ? cell.length - (index > 0 ? 1 : 0) : 0);
      if (typeof result !== 'string') {
        failures.push(result.error);
        return cell;
      }
      return (index > 0 && delimiter === undefined ? ' ' : '') + result;
    });
    for (const failure of failures) {
      if (invalid !== 'ignore') await io.fail(failure);
      if (invalid === 'abort') return false;
      if (invalid === 'fail') exitCode = 2;
    }
    await io.out(shown.join(delimiter ?? '') + end);
    return true;
  };
  if (options.operands.length > 0) {
    for (const operand of options.operands) if (!(await line(operand))) return 2;
    return exitCode;
  }
  const text = await io.readText('-');
  if (typeof text !== 'string') return io.fail(text.failed);
  const lines = text === '' ? [] : (text.endsWith(end) ? text.slice(0, -1) : text).split(end);
  const header = options.has('header') ? Number(options.get('header') || 1) : 0;
  for (const [index, each] of lines.entries()) {
    if (index < header) await io.out(each + end);
    else if (!(await line(each))) return 2;
  }
  return exitCode;
}
