import { JsonFault, JsonReader, parsedJson } from './json.ts';
import type { Value } from './values.ts';

export interface JqOptions {
  readonly program: string | null;
  readonly programFile: string | null;
  readonly files: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly indent: number | 'tab';
  readonly variables: ReadonlyMap<string, Value>;
  /** `--slurpfile` and `--rawfile`: what is still to be read. */
  readonly fromFiles: readonly { readonly name: string; readonly file: string; readonly isRaw: boolean }[];
  readonly positional: readonly Value[];
}

const letters: Readonly<Record<string, string>> = {
  n: 'null-input',
  r: 'raw-output',
  j: 'join-output',
  a: 'ascii-output',
  s: 'slurp',
  c: 'compact-output',
  C: 'color-output',
  M: 'monochrome-output',
  S: 'sort-keys',
  e: 'exit-status',
  R: 'raw-input',
  h: 'help',
  V: 'version',
};
const plainFlags = new Set([
  ...Object.values(letters),
  'seq',
  'stream',
  'unbuffered',
  'raw-output0',
  'stream-errors',
]);

/** What `jq` was called with; a sentence where that is not understood (exit code 2). */
export function optionsOf(args: readonly string[]): JqOptions | string {
  const flags = new Set<string>();
  const operands: string[] = [];
  const positional: Value[] = [];
  const variables = new Map<string, Value>();
  const fromFiles: { name: string; file: string; isRaw: boolean }[] = [];
  let program: string | null = null;
  let fromFile = false;
  let indent: number | 'tab' = 2;
  let rest: 'files' | 'strings' | 'json' = 'files';
  let areOptions = true;
  const operand = (arg: string): string | null => {
    if (program === null && !fromFile) program = arg;
    else if (rest === 'strings') positional.push(arg);
    else if (rest === 'json') {
      try {
        positional.push(parsedJson(arg));
      } catch {
        return `Invalid JSON text passed to --jsonargs`;
      }
    } else operands.push(arg);
    return null;
  };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (!areOptions || !/^-[A-Za-z-]/.test(arg)) {
      const wrong = operand(arg);
      if (wrong !== null) return wrong;
      continue;
    }
    if (arg === '--') {
      areOptions = false;
      continue;
    }
    const long = arg.startsWith('--')
      ? [arg.slice(2)]
      : [...arg.slice(1)].map((letter) =>
          letter === 'f' ? 'from-file' : letter === 'L' ? 'library' : (letters[letter] ?? `-${letter}`),
        );
    for (const name of long) {
      if (plainFlags.has(name)) flags.add(name);
      else if (name === 'from-file') fromFile = true;
      else if (name === 'library' || name === 'library-path') index += 1;
      else if (name === 'tab') {
        indent = 'tab';
        flags.delete('compact-output');
      } else if (name === 'args') rest = 'strings';
      else if (name === 'jsonargs') rest = 'json';
      else if (name === 'indent') {
        indent = Number(args[++index] ?? Number.NaN);
        if (Number.isNaN(indent)) return '--indent takes a number';
        if (indent < 0) return 'Cannot indent less than zero characters';
        if (indent > 7) return 'Cannot indent more than 7 characters';
      } else if (name === 'arg' || name === 'argjson' || name === 'slurpfile' || name === 'rawfile') {
        const [variable, text] = [args[index + 1], args[index + 2]];
        if (variable === undefined || text === undefined)
          return `--${name} takes two parameters (e.g. --${name} ${name.endsWith('file') ? 'varname filename' : 'varname text'})`;
        index += 2;
        if (name === 'arg') variables.set(variable, text);
        else if (name === 'argjson') {
          try {
            variables.set(variable, parsedJson(text));
          } catch {
            return `Invalid JSON text passed to --argjson`;
          }
        } else fromFiles.push({ name: variable, file: text, isRaw: name === 'rawfile' });
      } else return long.length === 1 ? `Unknown option ${arg}` : 'Unknown arguments';
    }
  }
  // With -f the first operand is the file of the program.
  const programFile = fromFile ? (program ?? operands.shift() ?? null) : null;
  return {
    program: fromFile ? null : program,
    programFile,
    files: operands,
    flags,
    indent,
    variables,
    fromFiles,
    positional,
  };
}

/** All values of a text; the fault's words where it is not JSON. */
export function valuesOfText(text: string): Value[] | string {
  const reader = new JsonReader(text);
  const values: Value[] = [];
  try {
    for (let value = reader.next(); value !== undefined; value = reader.next()) values.push(value);
  } catch (thrown) {
    if (!(thrown instanceof JsonFault)) throw thrown;
    return thrown.message;
  }
  return values;
}
