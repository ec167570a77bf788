import type { ProgramCall } from '../bundles.ts';
import { JsonFault, JsonReader } from './json.ts';
import type { JqOptions } from './options.ts';
import type { Value } from './values.ts';

/** An input that is not JSON; the message is the whole line. */
export class InputFault extends Error {}

interface Source {
  readonly name: string | null;
  readonly text: string;
}

/** The values of all files or of standard input, as `-R`, `-s` and `--stream` want them. */
export class JqInputs {
  readonly #call: ProgramCall;
  readonly #options: JqOptions;
  #values: Iterator<Value> = [][Symbol.iterator]();
  #reader: JsonReader | null = null;
  #name: string | null = null;
  /** What was said of files that could not be read. */
  complaints = '';

  constructor(call: ProgramCall, options: JqOptions) {
    this.#call = call;
    this.#options = options;
  }

  get name(): string | null {
    return this.#name;
  }

  get shownName(): string {
    return this.#reader === null ? '<unknown>' : (this.#name ?? '<stdin>');
  }

  get line(): number {
    return this.#reader?.line ?? 0;
  }

  /** Null where there is no such file. */
  async textOf(path: string): Promise<string | null> {
    const bytes = await this.#call.input(path);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Reads what the program will look at. */
  async open(): Promise<void> {
    const { files, flags } = this.#options;
    const sources: Source[] = [];
    for (const name of files) {
      const text = await this.textOf(name);
      if (text === null)
        this.complaints += `jq: error: Could not open file ${name}: No such file or directory\n`;
      else sources.push({ name, text });
    }
    if (files.length === 0)
      sources.push({ name: null, text: new TextDecoder().decode(await this.#call.stdin()) });
    this.#values = flags.has('raw-input') ? this.#lines(sources) : this.#json(sources);
  }

  next(): Value | undefined {
    const { done, value } = this.#values.next();
    return done ? undefined : value;
  }

  *#lines(sources: readonly Source[]): Generator<Value, void, undefined> {
    const text = sources.map((source) => source.text).join('');
    if (this.#options.flags.has('slurp')) yield text;
    else if (text !== '') yield* text.replace(/\n$/, '').split('\n');
  }

  *#json(sources: readonly Source[]): Generator<Value, void, undefined> {
    const { flags } = this.#options;
    if (!flags.has('slurp')) {
      for (const value of this.#parsed(sources)) {
        if (flags.has('stream')) yield* streamed(value, []);
        else yield value;
      }
    } else yield [...this.#parsed(sources)];
  }

  *#parsed(sources: readonly Source[]): Generator<Value, void, undefined> {
    for (const { name, text } of sources) {
      this.#name = name;
      this.#reader = new JsonReader(this.#options.flags.has('seq') ? text.replaceAll('\x1e', ' ') : text);
      for (;;) {
        let value: Value | undefined;
        try {
          value = this.#reader.next();
        } catch (thrown) {
          if (!(thrown instanceof JsonFault)) throw thrown;
          throw new InputFault(`parse error: ${thrown.message}`);
        }
        if (value === undefined) break;
        yield value;
      }
    }
  }
}

function* streamed(value: Value, path: readonly Value[]): Generator<Value, void, undefined> {
  const entries: [Value, Value][] =
    value instanceof Map ? [...value] : Array.isArray(value) ? [...value.entries()] : [];
  const last = entries.at(-1);
  if (!last) {
    yield [path, value];
    return;
  }
  for (const [key, item] of entries) yield* streamed(item, [...path, key]);
  yield [[...path, last[0]]];
}
