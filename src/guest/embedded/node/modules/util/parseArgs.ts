import {
  checkBoolean,
  checkObject,
  checkString,
  invalidArgType,
  invalidArgValue,
} from '../../nodeErrors/argumentErrors.ts';
import { type CodedError, nodeError } from '../../nodeErrors/nodeError.ts';
import { type ArgToken, type OptionConfig, type OptionToken, tokenize } from './parseArgsTokens.ts';

type OptionValue = string | boolean | (string | boolean)[];

interface ParseArgsConfig {
  readonly args?: unknown;
  readonly options?: unknown;
  readonly strict?: unknown;
  readonly allowPositionals?: unknown;
  readonly allowNegative?: unknown;
  readonly tokens?: unknown;
}

interface ParseArgsResult {
  values: Record<string, OptionValue>;
  positionals: string[];
  tokens?: readonly ArgToken[];
}

/** `util.parseArgs` of Node 20; `processArgs` gives the arguments of the program where none are passed. */
export function makeParseArgs(
  processArgs: () => readonly string[],
): (config?: ParseArgsConfig) => ParseArgsResult {
  return function parseArgs(config = {}) {
    const { strict = true, tokens: wantsTokens = false, allowNegative = false } = config;
    const args = config.args ?? processArgs();
    const allowPositionals = config.allowPositionals ?? !strict;
    const options = config.options ?? {};
    if (!Array.isArray(args)) throw invalidArgType('args', 'Array', args);
    checkBoolean(strict, 'strict');
    checkBoolean(allowPositionals, 'allowPositionals');
    checkBoolean(wantsTokens, 'tokens');
    checkBoolean(allowNegative, 'allowNegative');
    checkObject(options, 'options');
    const known = checkedOptions(options);

    const result: ParseArgsResult = { values: Object.create(null), positionals: [] };
    const tokens = tokenize(args.map(String), known);
    for (const [position, given] of tokens.entries()) {
      let token = given;
      if (token.kind === 'option') {
        if (strict) {
          checkUsage(token, known, allowPositionals, allowNegative);
          checkValue(token, known);
        }
        const negative = allowNegative && token.value === undefined && token.name.startsWith('no-');
        if (negative) {
          token = { ...token, name: token.name.slice(3) };
          tokens[position] = token;
        }
        store(token.name, negative ? false : (token.value ?? true), known, result.values);
      } else if (token.kind === 'positional') {
        if (!allowPositionals) throw unexpectedPositional(token.value);
        result.positionals.push(token.value);
      }
    }
    for (const [name, option] of known) {
      if (option.default !== undefined && !Object.hasOwn(result.values, name)) {
        result.values[name] = option.default;
      }
    }
    if (wantsTokens) result.tokens = tokens;
    return result;
  };
}

function checkedOptions(options: object): ReadonlyMap<string, OptionConfig> {
  const known = new Map<string, OptionConfig>();
  for (const [name, option] of Object.entries(options) as [string, Record<string, unknown>][]) {
    checkObject(option, `options.${name}`);
    const { type, short, multiple, default: fallback } = option;
    if (type !== 'string' && type !== 'boolean') {
      throw invalidArgType(`options.${name}.type`, "('string|boolean')", type);
    }
    if (Object.hasOwn(option, 'short')) {
      checkString(short, `options.${name}.short`);
      if ([...short].length !== 1) {
        throw invalidArgValue(`options.${name}.short`, short, 'must be a single character');
      }
    }
    if (Object.hasOwn(option, 'multiple')) checkBoolean(multiple, `options.${name}.multiple`);
    if (fallback !== undefined) checkDefault(`options.${name}.default`, fallback, type, multiple === true);
    known.set(name, { ...option, type } as OptionConfig);
  }
  return known;
}

function checkDefault(name: string, value: unknown, type: 'string' | 'boolean', multiple: boolean): void {
  const check: (value: unknown, name: string) => void = type === 'string' ? checkString : checkBoolean;
  if (!multiple) {
    check(value, name);
    return;
  }
  if (!Array.isArray(value)) throw invalidArgType(name, 'Array', value);
  for (const [index, each] of value.entries()) check(each, `${name}[${index}]`);
}

function checkValue(token: OptionToken, known: ReadonlyMap<string, OptionConfig>): void {
  // The value of an option of type string that begins with a dash is more likely a forgotten value.
  if (token.inlineValue || token.value === undefined || !/^-./.test(token.value)) return;
  if (known.get(token.name)?.type !== 'string') return;
  const example = token.rawName.startsWith('--')
    ? `'${token.rawName}=-XYZ'`
    : `'--${token.name}=-XYZ' or '${token.rawName}-XYZ'`;
  throw badValue(
    `Option '${token.rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${token.rawName}'?\nTo specify an option argument starting with a dash use ${example}.`,
  );
}

function checkUsage(
  token: OptionToken,
  known: ReadonlyMap<string, OptionConfig>,
  allowPositionals: boolean,
  allowNegative: boolean,
): void {
  let option = known.get(token.name);
  if (!option && allowNegative && token.name.startsWith('no-')) {
    option = known.get(token.name.slice(3));
    if (option && option.type !== 'boolean') option = undefined;
  }
  if (!option) {
    const hint = allowPositionals
      ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- ${JSON.stringify(token.rawName)}`
      : '';
    throw nodeError(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${token.rawName}'${hint}`);
  }
  const short = option.short ? `-${option.short}, ` : '';
  if (option.type === 'string' && typeof token.value !== 'string') {
    throw badValue(`Option '${short}--${token.name} <value>' argument missing`);
  }
  if (option.type === 'boolean' && token.value !== undefined) {
    throw badValue(`Option '${short}--${token.name}' does not take an argument`);
  }
}

function badValue(message: string): CodedError {
  return nodeError(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', message);
}

function unexpectedPositional(value: string): CodedError {
  return nodeError(
    TypeError,
    'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
    `Unexpected argument '${value}'. This command does not take positional arguments`,
  );
}

function store(
  name: string,
  value: string | boolean,
  known: ReadonlyMap<string, OptionConfig>,
  values: Record<string, OptionValue>,
): void {
  if (name === '__proto__') return;
  if (known.get(name)?.multiple) {
    const list = values[name];
    if (Array.isArray(list)) list.push(value);
    else values[name] = [value];
  } else values[name] = value;
}
