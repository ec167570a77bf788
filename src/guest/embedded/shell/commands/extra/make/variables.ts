/** How a variable got its value; a later one of lower rank does not replace it. */
export type Origin = 'default' | 'environment' | 'file' | 'command line' | 'override' | 'automatic';

export interface Variable {
  readonly value: string;
  /** Expanded when it was set, or each time it is used. */
  readonly isSimple: boolean;
  readonly origin: Origin;
  /** `Makefile:3: ` of its definition. */
  readonly where?: string;
}

const ranks: Readonly<Record<Origin, number>> = {
  default: 0,
  environment: 1,
  file: 2,
  'command line': 3,
  override: 4,
  automatic: 5,
};

/** Variables of one place: those of the makefile, or of a target with the makefile's behind. */
export class Scope {
  readonly #own = new Map<string, Variable>();
  readonly #outer: Scope | null;
  readonly exported = new Set<string>();
  readonly unexported = new Set<string>();
  exportsAll = false;

  constructor(outer: Scope | null = null) {
    this.#outer = outer;
  }

  get(name: string): Variable | undefined {
    const own = this.#own.get(name);
    const outer = this.#outer?.get(name);
    // What the command line says holds against targets as well.
    if (own && outer && ranks[outer.origin] > Math.max(ranks[own.origin], ranks.file)) return outer;
    return own ?? outer;
  }

  set(name: string, variable: Variable): void {
    const before = this.#own.get(name);
    if (before && ranks[before.origin] > ranks[variable.origin]) return;
    this.#own.set(name, variable);
  }

  delete(name: string): void {
    this.#own.delete(name);
  }

  /** Without those of the scope behind. */
  ownNames(): IterableIterator<string> {
    return this.#own.keys();
  }

  names(): Set<string> {
    return new Set([...(this.#outer?.names() ?? []), ...this.#own.keys()]);
  }

  isExported(name: string): boolean {
    if (this.unexported.has(name)) return false;
    if (this.exported.has(name) || this.exportsAll) return true;
    if (this.#outer) return this.#outer.isExported(name);
    return false;
  }
}

/** Ends make with a message; what is thrown inside and said at its door. */
export class MakeStop extends Error {
  /** `Makefile:3: ` or empty. */
  readonly where: string;

  constructor(message: string, where = '') {
    super(message);
    this.where = where;
  }
}

/** The text that `%` of a pattern stands for in `word`; null where it does not match. */
export function stemOf(pattern: string, word: string): string | null {
  const at = pattern.indexOf('%');
  if (at < 0) return pattern === word ? '' : null;
  const [front, back] = [pattern.slice(0, at), pattern.slice(at + 1)];
  if (word.length < front.length + back.length || !word.startsWith(front) || !word.endsWith(back))
    return null;
  return word.slice(front.length, word.length - back.length);
}

export function withStem(pattern: string, stem: string): string {
  return pattern.replace('%', () => stem);
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The path's last part. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
