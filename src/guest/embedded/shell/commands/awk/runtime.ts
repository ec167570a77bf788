import { AwkRunError } from './operators.ts';
import type { RecordReader } from './records.ts';
import { splitFields } from './regex.ts';
import type { AwkStreams } from './streams.ts';
import { type AwkArray, InputText, toNumber, toText, type Value } from './values.ts';

/** Variables that mean something to awk itself. */
export interface Specials {
  FS: string;
  OFS: string;
  ORS: string;
  RS: string;
  SUBSEP: string;
  CONVFMT: string;
  OFMT: string;
  FILENAME: Value;
  NR: number;
  FNR: number;
  RSTART: number;
  RLENGTH: number;
}

/** State of a running program: the record and its fields, variables, where input comes from. */
export class AwkRuntime {
  readonly specials: Specials = {
    FS: ' ',
    OFS: ' ',
    ORS: '\n',
    RS: '\n',
    SUBSEP: '\x1c',
    CONVFMT: '%.6g',
    OFMT: '%.6g',
    FILENAME: undefined,
    NR: 0,
    FNR: 0,
    RSTART: 0,
    RLENGTH: -1,
  };
  readonly globals: Value[] = [];
  readonly arrays = new Map<string, AwkArray>();
  readonly streams: AwkStreams;
  /** Arguments and locals of the function that runs. */
  frame: (Value | AwkArray)[] = [];
  returned: Value;
  exitCode = 0;
  /** `exit` was met inside a function: what called it must end too. */
  exits = false;
  depth = 0;
  /** Set by the compiler, which knows where each variable is. */
  globalNamed: (name: string) => Value = () => undefined;
  #record = '';
  #recordValue: InputText | null = null;
  #fields: Value[] = [];
  #isSplit = true;
  #isStale = false;
  #fieldCount = 0;

  constructor(streams: AwkStreams) {
    this.streams = streams;
  }

  text(value: Value): string {
    return typeof value === 'string' ? value : toText(value, this.specials.CONVFMT);
  }

  setRecord(text: string): void {
    this.#record = text;
    this.#recordValue = null;
    this.#isSplit = false;
    this.#isStale = false;
  }

  get record(): string {
    if (this.#isStale) {
      const parts: string[] = [];
      for (let index = 0; index < this.#fieldCount; index++) parts.push(this.text(this.#fields[index]));
      this.#record = parts.join(this.specials.OFS);
      this.#recordValue = null;
      this.#isStale = false;
    }
    return this.#record;
  }

  #split(): void {
    if (this.#isSplit) return;
    this.#isSplit = true;
    const { FS, RS } = this.specials;
    const parts = splitFields(this.#record, FS, RS === '');
    this.#fields = parts;
    this.#fieldCount = parts.length;
  }

  get fieldCount(): number {
    this.#split();
    return this.#fieldCount;
  }

  set fieldCount(count: number) {
    this.#split();
    while (this.#fields.length < count) this.#fields.push(undefined);
    this.#fields.length = count;
    this.#fieldCount = count;
    this.#isStale = true;
  }

  field(index: number): Value {
    if (index === 0) {
      const text = this.record;
      this.#recordValue ??= new InputText(text);
      return this.#recordValue;
    }
    if (index < 0) throw new AwkRunError('attempt to access field -1');
    this.#split();
    if (index > this.#fieldCount) return undefined;
    const value = this.#fields[index - 1];
    // Split fields are kept as plain text until somebody looks at them.
    if (typeof value !== 'string') return value;
    const input = new InputText(value);
    this.#fields[index - 1] = input;
    return input;
  }

  setField(index: number, value: Value): void {
    if (index === 0) {
      this.setRecord(this.text(value));
      return;
    }
    this.#split();
    while (this.#fields.length < index) this.#fields.push(undefined);
    if (index > this.#fieldCount) this.#fieldCount = index;
    this.#fields[index - 1] = typeof value === 'string' ? new Assigned(value) : value;
    this.#isStale = true;
  }

  array(name: string): AwkArray {
    const known = this.arrays.get(name);
    if (known) return known;
    const made: AwkArray = new Map();
    this.arrays.set(name, made);
    return made;
  }

  special(name: string): Value {
    if (name === 'NF') return this.fieldCount;
    return this.specials[name as keyof Specials];
  }

  setSpecial(name: string, value: Value): void {
    const { specials } = this;
    if (name === 'NF') this.fieldCount = Math.max(0, Math.trunc(toNumber(value)));
    else if (name === 'NR' || name === 'FNR' || name === 'RSTART' || name === 'RLENGTH')
      specials[name] = toNumber(value);
    else if (name === 'FILENAME') specials.FILENAME = value;
    else {
      // What is read already is split by the separator it was read under.
      if (name === 'FS') this.#split();
      specials[name as 'FS'] = this.text(value);
    }
  }

  /** The next record of the main input; null at its end. */
  async readMain(): Promise<string | null> {
    for (;;) {
      const reader: RecordReader | null = await this.streams.mainReader(this);
      if (!reader) return null;
      const record = reader.ready() ?? (await reader.next(this.specials.RS));
      if (record !== null) {
        this.specials.NR++;
        this.specials.FNR++;
        return record;
      }
      await this.streams.nextMain();
    }
  }
}

/** A string that was assigned to a field: text, whatever it looks like. */
class Assigned extends InputText {
  override get asNumber(): number | null {
    return null;
  }
}
