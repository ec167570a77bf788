import type { ProgramCall } from '../bundles.ts';
import { builtins } from './builtins.ts';
import { evaluate } from './evaluate.ts';
import { asText } from './formats.ts';
import { InputFault, JqInputs } from './inputs.ts';
import { type JsonForm, jsonText } from './json.ts';
import { SyntaxFault } from './lexer.ts';
import { Halt, type Machine, type Scope } from './machine.ts';
import { type JqOptions, optionsOf, valuesOfText } from './options.ts';
import { parsedProgram } from './parser.ts';
import { prelude } from './prelude.ts';
import { isTrue, JqError, type Value } from './values.ts';

const usage = `Usage:\tjq [OPTIONS] FILTER [FILES...]
\tjq [OPTIONS] -f FILE [FILES...]
\tjq [OPTIONS] --args FILTER [STRINGS...]
\tjq [OPTIONS] --jsonargs FILTER [JSON_TEXTS...]
`;

/** Bytes that are put together before they are handed on. */
const flushAt = 32 * 1024;

function formOf({ flags, indent }: JqOptions): JsonForm {
  const isCompact = flags.has('compact-output') || indent === 0;
  return {
    indent: isCompact ? '' : indent === 'tab' ? '\t' : ' '.repeat(indent),
    sortsKeys: flags.has('sort-keys'),
    isAscii: flags.has('ascii-output'),
    hasColors: flags.has('color-output') && !flags.has('monochrome-output'),
  };
}

/** jq 1.6 with most of what later ones brought; no modules. Resolves with its exit code. */
export async function jqCommand(call: ProgramCall): Promise<number> {
  const options = optionsOf(call.args);
  if (typeof options === 'string') {
    await call.err(
      `jq: ${options.startsWith('Unknown option') ? '' : 'error: '}${options}\nUse jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://stedolan.github.io/jq\n`,
    );
    return 2;
  }
  if (options.flags.has('version')) {
    await call.out('jq-1.6\n');
    return 0;
  }
  if (options.flags.has('help')) {
    await call.out(`jq - commandline JSON processor [version 1.6]\n\n${usage}`);
    return 0;
  }
  return new JqRun(call, options).run();
}

class JqRun {
  readonly #call: ProgramCall;
  readonly #options: JqOptions;
  readonly #inputs: JqInputs;
  readonly #form: JsonForm;
  #text = '';
  #complaint = '';
  #isTaken = true;
  #exitCode = 0;
  #last: Value | undefined;

  constructor(call: ProgramCall, options: JqOptions) {
    this.#call = call;
    this.#options = options;
    this.#inputs = new JqInputs(call, options);
    this.#form = formOf(options);
  }

  async #flush(): Promise<void> {
    if (this.#text !== '') this.#isTaken = (await this.#call.out(this.#text)) && this.#isTaken;
    if (this.#complaint !== '') await this.#call.err(this.#complaint);
    this.#text = '';
    this.#complaint = '';
  }

  async #refuse(text: string, exitCode: number): Promise<number> {
    this.#complaint += `jq: error: ${text}\n`;
    await this.#flush();
    return exitCode;
  }

  async run(): Promise<number> {
    const { programFile } = this.#options;
    // Without a program, and not at a terminal, it prints what it reads.
    const program =
      programFile === null ? (this.#options.program ?? '.') : await this.#inputs.textOf(programFile);
    if (program === null) return this.#refuse(`Could not open ${programFile}: No such file or directory`, 2);
    const scope = await this.#scope();
    if (typeof scope === 'string') return this.#refuse(scope, 2);
    try {
      const node = parsedProgram(program);
      await this.#inputs.open();
      await this.#all(node, scope);
    } catch (thrown) {
      await this.#ended(thrown, program);
    }
    this.#complaint += this.#inputs.complaints;
    await this.#flush();
    if (this.#exitCode !== 0) return this.#exitCode;
    if (this.#inputs.complaints !== '') return 2;
    if (!this.#options.flags.has('exit-status')) return 0;
    return this.#last === undefined ? 4 : isTrue(this.#last) ? 0 : 1;
  }

  async #ended(thrown: unknown, program: string): Promise<void> {
    if (thrown instanceof SyntaxFault) {
      this.#complaint += `jq: error: ${thrown.message} at <top-level>, line 1:\n${program}\njq: 1 compile error\n`;
      this.#exitCode = 3;
    } else if (thrown instanceof InputFault) {
      // jq 1.6 ends as if nothing had come out.
      this.#complaint += `${thrown.message}\n`;
      this.#exitCode = 4;
    } else if (thrown instanceof Halt) {
      this.#complaint += thrown.text;
      this.#exitCode = thrown.exitCode;
    } else if (thrown instanceof RangeError) {
      this.#complaint += 'jq: error: the program goes too deep for this computer\n';
      this.#exitCode = 5;
    } else throw thrown;
  }

  async #scope(): Promise<Scope | string> {
    const variables = new Map(this.#options.variables);
    for (const { name, file, isRaw } of this.#options.fromFiles) {
      const text = await this.#inputs.textOf(file);
      if (text === null)
        return `Bad JSON in --${isRaw ? 'rawfile' : 'slurpfile'} ${name} ${file}: Could not open ${file}: No such file or directory`;
      const value = isRaw ? text : valuesOfText(text);
      if (!isRaw && typeof value === 'string') return `Bad JSON in --slurpfile ${name} ${file}: ${value}`;
      variables.set(name, value);
    }
    const all: Value = new Map<string, Value>([
      ['positional', this.#options.positional],
      ['named', new Map(variables)],
    ]);
    let scope: Scope = { name: '$ARGS', bound: { kind: 'value', value: all }, outer: null };
    for (const [name, value] of variables)
      scope = { name: `$${name}`, bound: { kind: 'value', value }, outer: scope };
    return scope;
  }

  async #all(node: ReturnType<typeof parsedProgram>, scope: Scope): Promise<void> {
    const machine: Machine = {
      builtins,
      prelude: prelude(),
      nextInput: () => this.#inputs.next(),
      inputName: () => this.#inputs.name,
      inputLine: () => this.#inputs.line,
      env: new Map(Object.entries(this.#call.env)),
      now: () => this.#call.nowMs() / 1000,
      complain: (text) => {
        this.#complaint += text;
      },
    };
    const isNull = this.#options.flags.has('null-input');
    for (
      let value = isNull ? null : this.#inputs.next();
      value !== undefined;
      value = isNull ? undefined : this.#inputs.next()
    ) {
      try {
        for (const out of evaluate(node, scope, { value, path: null }, machine)) {
          this.#write(out.value);
          if (this.#text.length < flushAt) continue;
          await this.#flush();
          if (!this.#isTaken || this.#call.signal.aborted) return;
        }
      } catch (thrown) {
        if (!(thrown instanceof JqError)) throw thrown;
        this.#complaint += this.#errorText(thrown);
        this.#exitCode = 5;
      }
    }
  }

  #errorText({ value }: JqError): string {
    const at = `(at ${this.#options.flags.has('null-input') ? '<unknown>' : `${this.#inputs.shownName}:${this.#inputs.line}`})`;
    return typeof value === 'string'
      ? `jq: error ${at}: ${value}\n`
      : `jq: error ${at} (not a string): ${asText(value)}\n`;
  }

  #write(value: Value): void {
    const { flags } = this.#options;
    this.#last = value;
    const joins = flags.has('join-output');
    const isRaw = joins || flags.has('raw-output') || flags.has('raw-output0');
    const text = isRaw && typeof value === 'string' ? value : jsonText(value, this.#form);
    this.#text += `${flags.has('seq') ? '\x1e' : ''}${text}${flags.has('raw-output0') ? '\0' : joins ? '' : '\n'}`;
  }
}
