import type { AwkRuntime } from './runtime.ts';
import { type AwkArray, InputText, type Value } from './values.ts';

const specialNames = new Set(
  'NF NR FNR FS OFS ORS RS SUBSEP CONVFMT OFMT FILENAME RSTART RLENGTH'.split(' '),
);

interface Scope {
  /** Slot and whether it holds an array, of each parameter of the function that is compiled. */
  readonly slots: ReadonlyMap<string, { readonly slot: number; readonly isArray: boolean }>;
}

const noScope: Scope = { slots: new Map() };

/** What names mean where code is compiled: parameters of the function around it, special variables, globals. */
export class Variables {
  readonly #runtime: AwkRuntime;
  readonly #arrayNames: ReadonlySet<string>;
  readonly #slots = new Map<string, number>();
  scope: Scope = noScope;

  constructor(runtime: AwkRuntime, arrayNames: ReadonlySet<string>) {
    this.#runtime = runtime;
    this.#arrayNames = arrayNames;
  }

  slotOf(name: string): number {
    const known = this.#slots.get(name);
    if (known !== undefined) return known;
    this.#slots.set(name, this.#slots.size);
    return this.#slots.size - 1;
  }

  /** Sets a global, or a special variable, to what was typed. */
  setVariable(name: string, text: string): void {
    const value = new InputText(text);
    if (specialNames.has(name)) this.#runtime.setSpecial(name, value);
    else this.#runtime.globals[this.slotOf(name)] = value;
  }

  /** Whether a name is used as an array in what is compiled. */
  isArray(name: string): boolean {
    const local = this.scope.slots.get(name);
    return local ? local.isArray : this.#arrayNames.has(name);
  }

  /** The array that a name means where the code stands. */
  array(name: string): () => AwkArray {
    const runtime = this.#runtime;
    const local = this.scope.slots.get(name);
    if (!local) {
      const array = runtime.array(name);
      return () => array;
    }
    const { slot } = local;
    return () => {
      const held = runtime.frame[slot];
      if (held instanceof Map) return held;
      const made: AwkArray = new Map();
      runtime.frame[slot] = made;
      return made;
    };
  }

  /** Reads the variable that a name means where the code stands. */
  reader(name: string): () => Value {
    const runtime = this.#runtime;
    const local = this.scope.slots.get(name);
    if (local) {
      const { slot } = local;
      return () => {
        const held = runtime.frame[slot];
        return held instanceof Map ? undefined : held;
      };
    }
    if (name === 'NF') return () => runtime.fieldCount;
    if (name === 'NR') return () => runtime.specials.NR;
    if (specialNames.has(name)) return () => runtime.special(name);
    const slot = this.slotOf(name);
    const { globals } = runtime;
    return () => globals[slot];
  }

  /** Sets the variable that a name means where the code stands. */
  writer(name: string): (value: Value) => void {
    const runtime = this.#runtime;
    const local = this.scope.slots.get(name);
    if (local) {
      const { slot } = local;
      return (value) => {
        runtime.frame[slot] = value;
      };
    }
    if (specialNames.has(name)) return (value) => runtime.setSpecial(name, value);
    const slot = this.slotOf(name);
    const { globals } = runtime;
    return (value) => {
      globals[slot] = value;
    };
  }
}
