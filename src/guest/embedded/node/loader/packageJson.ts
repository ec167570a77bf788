import type { NodeFiles } from '../fs/nodeFiles.ts';
import { invalidPackageConfig } from './loaderErrors.ts';

/** What the loader reads of a `package.json`. */
export interface PackageFacts {
  /** The directory that holds it. */
  readonly directory: string;
  readonly name: string | null;
  readonly main: string | null;
  readonly type: 'module' | 'commonjs' | 'none';
  readonly exports: unknown;
  readonly imports: unknown;
}

/** `package.json` files, each read once. */
export class Packages {
  readonly #files: NodeFiles;
  readonly #known = new Map<string, PackageFacts | null>();

  constructor(files: NodeFiles) {
    this.#files = files;
  }

  /**
   * Of `directory` itself; null where it has none. Throws Node's error where it is no JSON; `importing` says in it what
   * an `import` wanted, null for `require`.
   */
  at(directory: string, importing: string | null = null): PackageFacts | null {
    const known = this.#known.get(directory);
    if (known !== undefined) return known;
    const facts = this.#read(directory, importing);
    this.#known.set(directory, facts);
    return facts;
  }

  /** Of the nearest directory at or above `directory`, not looking past a `node_modules`. */
  around(directory: string): PackageFacts | null {
    for (let at = directory; ; at = parentOf(at)) {
      if (at.endsWith('/node_modules')) return null;
      const facts = this.at(at);
      if (facts || at === '/') return facts;
    }
  }

  #read(directory: string, importing: string | null): PackageFacts | null {
    const path = directory === '/' ? '/package.json' : `${directory}/package.json`;
    if (this.#files.kindOf(path) !== 'file') return null;
    const text = new TextDecoder().decode(this.#files.readFile(path));
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      throw invalidPackageConfig(path, error, importing);
    }
    const fields = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
    const { name, main, type, exports, imports } = fields;
    return {
      directory,
      name: typeof name === 'string' ? name : null,
      main: typeof main === 'string' ? main : null,
      type: type === 'module' || type === 'commonjs' ? type : 'none',
      exports,
      imports,
    };
  }
}

export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? '/' : path.slice(0, at);
}
