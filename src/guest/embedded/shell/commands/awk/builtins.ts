import { strftime } from '../time/strftime.ts';
import { fieldsAt } from '../time/zone.ts';
import type { Expr } from './ast.ts';
import { type Code, lift, lift2, liftMany } from './code.ts';
import type { Compiler } from './compile.ts';
import { AwkSyntaxError } from './lexer.ts';
import { sprintf } from './printf.ts';
import { awkRegex, replaceMatches, splitBy, splitFields } from './regex.ts';
import { type AwkArray, compare, InputText, toNumber, type Value } from './values.ts';

/** What builtins need of the guest. */
export interface BuiltinWorld {
  /** The next number of the guest's random, at least 0 and below 1. */
  readonly random: () => number;
  readonly nowMs: () => number;
  readonly zone: string;
}

type Plain = (values: readonly Value[], compiler: Compiler) => Value;

const hasPairs = (text: string): boolean => /[\ud800-\udbff]/.test(text);

function substr(text: string, start: number, length: number): string {
  // Both mawk and gawk of Debian 12 begin at 1 for less, without taking it from the length, and cut fractions off.
  const from = Math.max(1, Math.trunc(start));
  const to = length === Number.POSITIVE_INFINITY ? length : from + Math.trunc(length);
  if (Number.isNaN(from) || Number.isNaN(to)) return '';
  const low = from - 1;
  const high = Math.max(to - 1, low);
  if (!hasPairs(text)) return text.slice(low, high);
  return [...text].slice(low, high).join('');
}

function indexOf(text: string, part: string): number {
  const at = text.indexOf(part);
  return at <= 0 || !hasPairs(text) ? at + 1 : [...text.slice(0, at)].length + 1;
}

const bits =
  (operate: (a: bigint, b: bigint) => bigint): Plain =>
  ([a, b]) =>
    Number(operate(BigInt(Math.trunc(toNumber(a))), BigInt(Math.trunc(toNumber(b)))));

const plain: Readonly<Record<string, Plain>> = {
  substr: ([text, start, length], { runtime }) =>
    substr(
      runtime.text(text),
      toNumber(start),
      length === undefined ? Number.POSITIVE_INFINITY : toNumber(length),
    ),
  index: ([text, part], { runtime }) => indexOf(runtime.text(text), runtime.text(part)),
  sprintf: ([format, ...rest], { runtime }) => sprintf(runtime.text(format), rest, runtime.specials.CONVFMT),
  sin: ([x]) => Math.sin(toNumber(x)),
  cos: ([x]) => Math.cos(toNumber(x)),
  atan2: ([y, x]) => Math.atan2(toNumber(y), toNumber(x)),
  exp: ([x]) => Math.exp(toNumber(x)),
  log: ([x]) => Math.log(toNumber(x)),
  sqrt: ([x]) => Math.sqrt(toNumber(x)),
  int: ([x]) => Math.trunc(toNumber(x)) + 0,
  tolower: ([text], { runtime }) => runtime.text(text).toLowerCase(),
  toupper: ([text], { runtime }) => runtime.text(text).toUpperCase(),
  systime: (_values, { world }) => Math.floor(world.nowMs() / 1000),
  strftime: ([format, at, utc], { runtime, world }) => {
    const seconds = at === undefined ? Math.floor(world.nowMs() / 1000) : toNumber(at);
    const pattern = format === undefined ? '%a %b %e %H:%M:%S %Z %Y' : runtime.text(format);
    return strftime(pattern, fieldsAt(seconds * 1000, utc ? '' : world.zone));
  },
  mktime: ([text], { runtime }) => {
    const [year, month, day, hour, minute, second] = runtime.text(text).trim().split(/\s+/).map(Number);
    const ms = Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0);
    return Number.isNaN(ms) ? -1 : ms / 1000;
  },
  strtonum: ([text], { runtime }) => {
    if (typeof text === 'number') return text;
    const read = runtime.text(text).trim();
    if (/^0[xX][0-9a-fA-F]/.test(read)) return Number.parseInt(read.slice(2), 16);
    return /^0[0-7]+$/.test(read) ? Number.parseInt(read, 8) : toNumber(read);
  },
  and: bits((a, b) => a & b),
  or: bits((a, b) => a | b),
  xor: bits((a, b) => a ^ b),
  lshift: bits((a, b) => a << b),
  rshift: bits((a, b) => a >> b),
  compl: ([a]) => Number(BigInt.asUintN(53, ~BigInt(Math.trunc(toNumber(a))))),
};

/** How many arguments each takes. */
const counts: Readonly<Record<string, readonly [number, number]>> = {
  substr: [2, 3],
  index: [2, 2],
  split: [2, 4],
  sub: [2, 3],
  gsub: [2, 3],
  match: [2, 3],
  gensub: [3, 4],
  sin: [1, 1],
  cos: [1, 1],
  atan2: [2, 2],
  exp: [1, 1],
  log: [1, 1],
  sqrt: [1, 1],
  int: [1, 1],
  tolower: [1, 1],
  toupper: [1, 1],
  system: [1, 1],
  close: [1, 2],
};

export function callBuiltin(
  compiler: Compiler,
  name: string,
  args: readonly Expr[],
  line: number,
): Code<Value> {
  const { runtime } = compiler;
  const [least, most] = counts[name] ?? [0, Number.POSITIVE_INFINITY];
  if (args.length < least || args.length > most)
    throw new AwkSyntaxError(`${name}: wrong number of arguments`, line);
  const simple = plain[name];
  if (simple)
    return liftMany(
      args.map((arg) => compiler.expression(arg)),
      (values) => simple(values, compiler),
    );
  const [first, second, third] = args;
  switch (name) {
    case 'length': {
      if (!first) return { isAsync: false, run: () => lengthOf(runtime.record) };
      if (first.kind === 'name' && compiler.variables.isArray(first.name)) {
        const array = compiler.variables.array(first.name);
        return { isAsync: false, run: () => array().size };
      }
      return lift(compiler.expression(first), (value) => lengthOf(runtime.text(value)));
    }
    case 'split':
      return split(compiler, args, line);
    case 'sub':
    case 'gsub':
      return substitution(
        compiler,
        name === 'gsub',
        first!,
        second!,
        third ?? { kind: 'field', index: { kind: 'number', value: 0 } },
      );
    case 'gensub': {
      const values = [
        second!,
        third!,
        args[3] ?? ({ kind: 'field', index: { kind: 'number', value: 0 } } as const),
      ];
      return lift2(
        compiler.regexOf(first!),
        liftMany(
          values.map((each) => compiler.expression(each)),
          (list) => list,
        ),
        (regex, [replacement, how, text]) => {
          const which = /^[gG]/.test(runtime.text(how)) ? 0 : Math.max(1, Math.trunc(toNumber(how)));
          return replaceMatches(runtime.text(text), regex, runtime.text(replacement), which, true).text;
        },
      );
    }
    case 'match': {
      const groups = third?.kind === 'name' ? compiler.variables.array(third.name) : null;
      return lift2(compiler.expression(first!), compiler.regexOf(second!), (value, regex) =>
        match(compiler, runtime.text(value), regex, groups?.() ?? null),
      );
    }
    case 'rand':
      return { isAsync: false, run: () => compiler.random.next() };
    case 'srand':
      return liftMany(
        args.map((arg) => compiler.expression(arg)),
        ([seed]) =>
          compiler.random.seed(
            seed === undefined ? Math.floor(compiler.world.nowMs() / 1000) : toNumber(seed),
          ),
      );
    case 'system': {
      const command = compiler.expression(first!);
      return { isAsync: true, run: async () => runtime.streams.system(runtime.text(await command.run())) };
    }
    case 'close': {
      const target = compiler.expression(first!);
      return { isAsync: true, run: async () => runtime.streams.close(runtime.text(await target.run())) };
    }
    case 'fflush':
      return { isAsync: true, run: () => runtime.streams.flush().then(() => 0) };
    case 'asort':
    case 'asorti':
      return sorted(compiler, name === 'asorti', args, line);
    default:
      throw new AwkSyntaxError(name, line);
  }
}

function lengthOf(text: string): number {
  return hasPairs(text) ? [...text].length : text.length;
}

function split(compiler: Compiler, args: readonly Expr[], line: number): Code<Value> {
  const { runtime } = compiler;
  const [text, target, separator] = args;
  if (target?.kind !== 'name') throw new AwkSyntaxError('split', line);
  const array = compiler.variables.array(target.name);
  const fill = (pieces: readonly string[]): number => {
    const held = array();
    held.clear();
    for (let index = 0; index < pieces.length; index++)
      held.set(String(index + 1), new InputText(pieces[index]!));
    return pieces.length;
  };
  const source = compiler.expression(text!);
  if (separator?.kind === 'regex') {
    const regex = awkRegex(separator.source);
    return lift(source, (value) => {
      const whole = runtime.text(value);
      return fill(whole === '' ? [] : splitBy(whole, regex).pieces);
    });
  }
  if (!separator)
    return lift(source, (value) => fill(splitFields(runtime.text(value), runtime.specials.FS, false)));
  return lift2(source, compiler.expression(separator), (value, by) =>
    fill(splitFields(runtime.text(value), runtime.text(by), false)),
  );
}

function substitution(
  compiler: Compiler,
  all: boolean,
  pattern: Expr,
  replacement: Expr,
  target: Expr,
): Code<Value> {
  const { runtime } = compiler;
  const parts = lift2(compiler.regexOf(pattern), compiler.expression(replacement), (regex, by) => ({
    regex,
    by: runtime.text(by),
  }));
  const current = compiler.expression(target);
  let made: Value;
  const isPlace = target.kind === 'name' || target.kind === 'field' || target.kind === 'element';
  const store = isPlace
    ? compiler.update(target, { isAsync: false, run: () => made }, (_old, value) => value, false)
    : null;
  return lift2(parts, current, ({ regex, by }, value) => {
    const { text, count } = replaceMatches(runtime.text(value), regex, by, all ? 0 : 1, false);
    if (count > 0 && store) {
      made = text;
      store.run();
    }
    return count;
  });
}

function match(compiler: Compiler, text: string, regex: RegExp, groups: AwkArray | null): number {
  const { specials } = compiler.runtime;
  regex.lastIndex = 0;
  const found = regex.exec(text);
  groups?.clear();
  specials.RSTART = found ? lengthOf(text.slice(0, found.index)) + 1 : 0;
  specials.RLENGTH = found ? lengthOf(found[0]) : -1;
  if (found && groups)
    for (const [index, group] of found.entries())
      if (group !== undefined) groups.set(String(index), new InputText(group));
  return specials.RSTART;
}

function sorted(compiler: Compiler, byKey: boolean, args: readonly Expr[], line: number): Code<Value> {
  const [source, target] = args;
  if (source?.kind !== 'name' || (target && target.kind !== 'name')) throw new AwkSyntaxError('asort', line);
  const from = compiler.variables.array(source.name);
  const into = target?.kind === 'name' ? compiler.variables.array(target.name) : from;
  return {
    isAsync: false,
    run: () => {
      const held = from();
      const values: Value[] = byKey ? [...held.keys()] : [...held.values()];
      values.sort((a, b) => compare(a, b, compiler.runtime.specials.CONVFMT));
      const result = into();
      result.clear();
      for (const [index, value] of values.entries()) result.set(String(index + 1), value);
      return values.length;
    },
  };
}
