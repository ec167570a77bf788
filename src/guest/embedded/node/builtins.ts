import { libraryModules } from './modules/index.ts';
import type { ModuleFactory, NodeSystem } from './system.ts';

/** Names that exist only with `node:` in front. */
const prefixedOnly: ReadonlySet<string> = new Set(['test', 'test/reporters', 'sea', 'sqlite']);

/** Made of the library for the globals; no program can require it. */
const isInternal = (name: string): boolean => name.startsWith('internal/');

/** Builtin modules, each made when it is first asked for. */
export class Builtins {
  readonly #factories: ReadonlyMap<string, ModuleFactory>;
  readonly #made = new Map<string, unknown>();
  readonly #system: () => NodeSystem;

  /** `core` are the modules that this `node` is made of; the others come from `./modules`. */
  constructor(core: Readonly<Record<string, ModuleFactory>>, system: () => NodeSystem) {
    this.#factories = new Map([...Object.entries(libraryModules), ...Object.entries(core)]);
    this.#system = system;
  }

  /** Names as `module.builtinModules` lists them. */
  get names(): string[] {
    return [...this.#factories.keys()].filter((name) => !prefixedOnly.has(name) && !isInternal(name)).sort();
  }

  /** Whether there is one of that bare name, those for the globals included. */
  has(name: string): boolean {
    return this.#factories.has(name);
  }

  /** The name without `node:` where `specifier` names a builtin, else null. */
  nameIn(specifier: string): string | null {
    const name = specifier.startsWith('node:') ? specifier.slice(5) : specifier;
    if (!this.#factories.has(name) || isInternal(name)) return null;
    return name === specifier && prefixedOnly.has(name) ? null : name;
  }

  /** Throws where there is no module of that bare name: a mistake of ours. */
  load(name: string): unknown {
    if (this.#made.has(name)) return this.#made.get(name);
    const factory = this.#factories.get(name);
    if (!factory) throw new Error(`No such built-in module: ${name}`);
    const module = factory(this.#system());
    this.#made.set(name, module);
    return module;
  }
}
