/** What `node`'s own arguments ask for. */
export interface NodeArgs {
  /** The options before the program, as `process.execArgv` lists them. */
  readonly execArgv: readonly string[];
  readonly entry:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'text'; readonly text: string; readonly prints: boolean }
    | { readonly kind: 'stdin'; readonly prints: boolean }
    | { readonly kind: 'test'; readonly paths: readonly string[] }
    | { readonly kind: 'version' }
    | { readonly kind: 'help' }
    | { readonly kind: 'interactive' };
  /** What follows the program's name. */
  readonly rest: readonly string[];
  readonly requires: readonly string[];
  readonly imports: readonly string[];
  readonly conditions: readonly string[];
  readonly inputType: 'module' | 'commonjs' | null;
  readonly checksOnly: boolean;
  readonly envFiles: readonly { readonly path: string; readonly mayMiss: boolean }[];
  /** Every option by its long name without dashes; flags as `''`. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

export type ParsedArgs =
  | { readonly kind: 'run'; readonly args: NodeArgs }
  /** Node prints `node: ` and this, and ends with 9. */
  | { readonly kind: 'refused'; readonly message: string };

const shortNames: Readonly<Record<string, string>> = {
  '-e': '--eval',
  '-p': '--print',
  '-pe': '--print',
  '-r': '--require',
  '-c': '--check',
  '-v': '--version',
  '-h': '--help',
  '-i': '--interactive',
  '-C': '--conditions',
};

const withValue: ReadonlySet<string> = new Set(
  `eval require import conditions input-type env-file env-file-if-exists test-name-pattern test-skip-pattern test-reporter
  test-reporter-destination test-timeout test-concurrency test-shard title unhandled-rejections stack-trace-limit
  max-old-space-size max-semi-space-size max-http-header-size disable-warning redirect-warnings icu-data-dir
  dns-result-order diagnostic-dir watch-path loader experimental-loader experimental-default-type stack-size
  trace-event-categories report-dir cpu-prof-dir secure-heap v8-pool-size`.split(/\s+/),
);

/** V8 and Node flags that change nothing here but must not be refused. */
const flags: ReadonlySet<string> = new Set(
  `print check version help interactive test test-only test-force-exit watch watch-preserve-output no-warnings warnings
  no-deprecation throw-deprecation trace-deprecation trace-warnings trace-uncaught trace-exit trace-sigint
  enable-source-maps preserve-symlinks preserve-symlinks-main expose-gc expose_gc harmony no-addons
  pending-deprecation no-experimental-fetch no-experimental-detect-module experimental-detect-module
  experimental-require-module no-experimental-require-module experimental-vm-modules experimental-strip-types
  experimental-test-coverage experimental-test-module-mocks experimental-import-meta-resolve experimental-websocket
  experimental-eventsource experimental-permission frozen-intrinsics abort-on-uncaught-exception zero-fill-buffers
  allow-natives-syntax jitless use-strict no-opt insecure-http-parser experimental-worker
  experimental-json-modules experimental-wasm-modules experimental-global-webcrypto no-global-search-paths`.split(
    /\s+/,
  ),
);

/** Not to be had from the environment: they say what the program is. */
const programFlags: ReadonlySet<string> = new Set(
  'eval print check version help interactive test input-type'.split(' '),
);

/** Reads what stands after the word `node` and in `NODE_OPTIONS`, as Node 20 does. */
export function parseNodeArgs(argv: readonly string[], fromEnvironment = ''): ParsedArgs {
  const options = new Map<string, string[]>();
  const execArgv: string[] = [];
  const refusal = readOptions(environmentWords(fromEnvironment), { options, execArgv: [], text: null });
  if (refusal !== null) return { kind: 'refused', message: refusal };
  const [forbidden] = [...options.keys()].filter((name) => programFlags.has(name));
  if (forbidden !== undefined) {
    return { kind: 'refused', message: `--${forbidden} is not allowed in NODE_OPTIONS` };
  }
  const pending = [...argv];
  const read: OptionsRead = { options, execArgv, text: null };
  const refused = readOptions(pending, read);
  if (refused !== null) return { kind: 'refused', message: refused };
  const { text } = read;

  const inputType = options.get('input-type')?.at(-1) ?? null;
  if (inputType !== null && inputType !== 'module' && inputType !== 'commonjs') {
    return { kind: 'refused', message: '--input-type must be "module" or "commonjs"' };
  }
  const prints = options.has('print');
  const checksOnly = options.has('check');
  if (checksOnly && text !== null) {
    return { kind: 'refused', message: 'either --check or --eval can be used, not both' };
  }
  const envFiles = [...options].flatMap(([name, paths]) =>
    name === 'env-file' || name === 'env-file-if-exists'
      ? paths.map((path) => ({ path, mayMiss: name === 'env-file-if-exists' }))
      : [],
  );
  const { entry, rest } = entryOf({ options, pending, text, prints });
  return {
    kind: 'run',
    args: {
      execArgv,
      entry,
      rest,
      requires: options.get('require') ?? [],
      imports: options.get('import') ?? [],
      conditions: options.get('conditions') ?? [],
      inputType,
      checksOnly,
      envFiles,
      options,
    },
  };
}

/** Split at spaces; in double quotes one belongs to the word. */
function environmentWords(text: string): string[] {
  const words = text.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g) ?? [];
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => inner.replace(/\\(.)/g, '$1')),
  );
}

interface OptionsRead {
  readonly options: Map<string, string[]>;
  readonly execArgv: string[];
  /** The program of `--eval` or `--print`. */
  text: string | null;
}

/** Takes the options off the front of `pending`. Answers why it cannot, else null. */
function readOptions(pending: string[], read: OptionsRead): string | null {
  for (let arg = pending.shift(); arg !== undefined; arg = pending.shift()) {
    if (arg === '--') return null;
    if (!arg.startsWith('-') || arg === '-') {
      pending.unshift(arg);
      return null;
    }
    const refusal = readOption(arg, pending, read);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Reads the option `arg`, and takes its value off the front of `pending` where it is a word of its own. */
function readOption(arg: string, pending: string[], read: OptionsRead): string | null {
  const { options, execArgv } = read;
  execArgv.push(arg);
  const [word = '', inline] = splitOnce(arg);
  const long = shortNames[word] ?? word;
  const name = long.slice(2);
  if (!long.startsWith('--') || !(withValue.has(name) || flags.has(name))) return `bad option: ${arg}`;
  let value = inline ?? '';
  if (name === 'print') {
    // `-p` takes the next word as its program unless that is an option.
    if (word === '-pe' || (inline === undefined && pending[0] !== undefined && !pending[0].startsWith('-'))) {
      const program = pending.shift();
      if (program === undefined) return `${word} requires an argument`;
      execArgv.push(program);
      read.text = program;
    } else if (inline !== undefined) read.text = inline;
  } else if (withValue.has(name) && inline === undefined) {
    const next = pending.shift();
    if (next === undefined) return `${word} requires an argument`;
    execArgv.push(next);
    value = next;
  }
  if (name === 'eval') read.text = value;
  options.set(name, [...(options.get(name) ?? []), value]);
  return null;
}

/** Options of a process for another program: without those that say what its own program is, and their values. */
export function withoutProgram(execArgv: readonly string[]): readonly string[] {
  const pending = [...execArgv];
  const kept: string[] = [];
  for (let arg = pending.shift(); arg !== undefined; arg = pending.shift()) {
    const read: OptionsRead = { options: new Map(), execArgv: [], text: null };
    readOption(arg, pending, read);
    const isOfProgram = [...read.options.keys()].some(
      (name) => programFlags.has(name) || name.startsWith('test-'),
    );
    if (!isOfProgram) kept.push(...read.execArgv);
  }
  return kept;
}

function entryOf(found: {
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly pending: readonly string[];
  readonly text: string | null;
  readonly prints: boolean;
}): Pick<NodeArgs, 'entry' | 'rest'> {
  const { options, pending, text, prints } = found;
  const [first, ...after] = pending;
  if (options.has('version')) return { entry: { kind: 'version' }, rest: [] };
  if (options.has('help')) return { entry: { kind: 'help' }, rest: [] };
  if (options.has('test')) return { entry: { kind: 'test', paths: pending }, rest: [] };
  if (text !== null) return { entry: { kind: 'text', text, prints }, rest: pending };
  if (options.has('interactive')) return { entry: { kind: 'interactive' }, rest: [] };
  if (first === undefined) return { entry: { kind: 'stdin', prints }, rest: [] };
  if (first === '-') return { entry: { kind: 'stdin', prints }, rest: pending };
  return { entry: { kind: 'file', path: first }, rest: after };
}

function splitOnce(arg: string): [string, string?] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
