import { GitFailure } from './failure.ts';

type Kind = 'flag' | 'value' | 'optional' | 'last';

/**
 * Options of one subcommand in a line, as in `q,quiet m,message= U,unified= color=? <n>`: names of one option
 * are joined by commas, `=` takes a value, `=?` takes one only when it is attached, `=!` also takes
 * the next word where there is one, and `<n>` is `-5`. A flag
 * `x` also has `no-x`.
 */
export class OptionTable {
  readonly #kinds = new Map<string, { readonly key: string; readonly kind: Kind }>();
  readonly #number: string | null = null;

  constructor(
    readonly commandName: string,
    line: string,
  ) {
    for (const word of line.split(/\s+/).filter(Boolean)) {
      const number = /^<([\w-]+)>$/.exec(word);
      if (number) {
        this.#number = number[1]!;
        continue;
      }
      const [names = '', sign] = word.split('=');
      const kind: Kind =
        sign === undefined ? 'flag' : sign === '?' ? 'optional' : sign === '!' ? 'last' : 'value';
      const all = names.split(',');
      for (const name of all) this.#kinds.set(name, { key: all.at(-1)!, kind });
    }
  }

  parse(args: readonly string[]): GivenOptions {
    const given = new GivenOptions();
    let isTurned = false;
    const take = (name: string, next: () => string | undefined, attached: string | undefined): void => {
      const option = this.#find(name);
      if (!option) this.#unknown(name);
      const { key, kind, negated } = option;
      // Behind `--not` what names history leaves it out.
      const sought = isTurned && this.#kinds.has(`not-${key}`) ? `not-${key}` : key;
      if (negated) given.unset(key);
      else if (kind === 'flag') given.add(sought, '');
      else if (kind === 'optional') given.add(sought, attached ?? '');
      else if (kind === 'last') given.add(sought, attached ?? next() ?? '');
      else {
        const value = attached ?? next();
        if (value === undefined) this.#lacksValue(name);
        given.add(sought, value ?? '');
      }
    };
    const turned = (word: string) => (word.startsWith('^') ? word.slice(1) : `^${word}`);
    for (let index = 0; index < args.length; index++) {
      const arg = args[index]!;
      const next = () => args[++index];
      if (arg === '--') {
        given.dashes = given.operands.length;
        given.operands.push(...args.slice(index + 1));
        break;
      }
      if (arg === '--not' && this.#kinds.has('not')) isTurned = !isTurned;
      else if (arg.startsWith('--')) {
        const equals = arg.indexOf('=');
        const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
        take(name, next, equals < 0 ? undefined : arg.slice(equals + 1));
      } else if (this.#number && /^-\d+$/.test(arg)) given.add(this.#number, arg.slice(1));
      else if (arg.length > 1 && arg.startsWith('-')) {
        for (let at = 1; at < arg.length; at++) {
          const kind = this.#find(arg[at]!)?.kind;
          const attached = arg.slice(at + 1);
          const takesRest = kind !== undefined && kind !== 'flag';
          take(arg[at]!, next, takesRest && attached !== '' ? attached : undefined);
          if (takesRest) break;
        }
      } else given.operands.push(isTurned ? turned(arg) : arg);
    }
    return given;
  }

  #find(name: string): { readonly key: string; readonly kind: Kind; readonly negated: boolean } | null {
    const exact = this.#kinds.get(name);
    if (exact) return { ...exact, negated: false };
    if (name.length > 1) {
      const longer = [...this.#kinds].filter(([each]) => each.startsWith(name));
      const keys = new Set(longer.map(([, { key }]) => key));
      if (keys.size === 1) return { ...longer[0]![1], negated: false };
    }
    const positive = name.startsWith('no-') ? this.#kinds.get(name.slice(3)) : undefined;
    return positive ? { ...positive, negated: true } : null;
  }

  #unknown(name: string): never {
    // What walks history says it in other words.
    if (this.commandName === 'log' || this.commandName === 'show')
      throw new GitFailure(`fatal: unrecognized argument: ${name.length > 1 ? '--' : '-'}${name}\n`, 128);
    const what = name.length > 1 ? `unknown option \`${name}'` : `unknown switch \`${name}'`;
    const usage = `usage: git ${this.commandName} (see 'git help ${this.commandName}' for what this guest's git knows)`;
    throw new GitFailure(`error: ${what}\n${usage}\n`, 129);
  }

  #lacksValue(name: string): never {
    const what = name.length > 1 ? `option \`${name}'` : `switch \`${name}'`;
    throw new GitFailure(`error: ${what} requires a value\n`, 129);
  }
}

/** What was given, in order. Keys are the last name of an option in its table. */
export class GivenOptions {
  readonly operands: string[] = [];
  /** How many operands came before `--`; null where there was none. */
  dashes: number | null = null;
  readonly #values = new Map<string, string[]>();

  add(key: string, value: string): void {
    this.#values.set(key, [...(this.#values.get(key) ?? []), value]);
  }

  unset(key: string): void {
    this.#values.delete(key);
    this.#values.set(`no-${key}`, ['']);
  }

  has(...keys: readonly string[]): boolean {
    return keys.some((key) => this.#values.has(key));
  }

  /** The last value of an option. */
  value(key: string): string | undefined {
    return this.#values.get(key)?.at(-1);
  }

  values(key: string): readonly string[] {
    return this.#values.get(key) ?? [];
  }

  /** A count; `fallback` where it was not given. */
  count(key: string, fallback: number): number {
    const value = this.value(key);
    if (value === undefined) return fallback;
    if (!/^\d+$/.test(value))
      throw new GitFailure(`error: option \`${key}' expects a numerical value\n`, 129);
    return Number(value);
  }
}
