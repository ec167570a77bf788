/** A frame as V8 gives it to `Error.prepareStackTrace`. */
interface CallSite {
  getFileName(): string | null;
  getScriptNameOrSourceURL(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  getEvalOrigin(): string | undefined;
  toString(): string;
}

/** A change of a line before it was compiled; `at` is the column in the source, from 0. */
export interface LineEdit {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

/** How compiled texts differ from their sources: by file, by line, in order. */
const editsOf = new Map<string, ReadonlyMap<number, readonly LineEdit[]>>();

export function noteEdits(file: string, edits: ReadonlyMap<number, readonly LineEdit[]>): void {
  editsOf.set(file, edits);
}

/** The column in the program's own text; both count from 1. */
export function ownColumn(file: string, line: number, column: number): number {
  let shift = 0;
  for (const { at, removed, added } of editsOf.get(file)?.get(line) ?? []) {
    const start = at + shift;
    if (column - 1 < start) break;
    if (column - 1 < start + added) return at + 1;
    shift += added - removed;
  }
  return column - shift;
}

/** Frames of this `node` itself are in a script that has no name a program could have. */
function isOurs(site: CallSite): boolean {
  const file = site.getScriptNameOrSourceURL() ?? site.getFileName();
  // Without a file: the engine's own `eval`, with which programs are compiled.
  if (!file) return /^(?:Object\.)?eval(?: \[as evaluate\])? \(<anonymous>\)$/.test(site.toString());
  return file.startsWith('blob:') || /^https?:/.test(file);
}

/** The frame as text, as Node's compiled programs show it: V8 says of what was compiled by `eval` that it was. */
function textOf(site: CallSite): string {
  const text = site
    .toString()
    .replace(/^((?:new )?[\w$.]+\.)eval( \[as [^\]]+\])? \(/, '$1<anonymous>$2 (')
    .replace(/^(async )?eval \((.*)\)$/, '$1$2');
  const file = site.getScriptNameOrSourceURL();
  const line = site.getLineNumber();
  const column = site.getColumnNumber();
  if (!file || line === null || column === null || !editsOf.has(file)) return text;
  return text.replace(`:${line}:${column}`, `:${line}:${ownColumn(file, line, column)}`);
}

/** The frame as a program's own `prepareStackTrace` gets it. */
function shown(site: CallSite): CallSite {
  const file = site.getScriptNameOrSourceURL();
  const line = site.getLineNumber();
  const column = site.getColumnNumber();
  const changed: Partial<CallSite> & { readonly isEval: () => boolean } = {
    getFileName: () => file,
    getScriptNameOrSourceURL: () => file,
    getColumnNumber: () =>
      file && line !== null && column !== null ? ownColumn(file, line, column) : column,
    getEvalOrigin: () => undefined,
    isEval: () => false,
    toString: () => textOf(site),
  };
  return new Proxy(site, {
    get(target, name) {
      const own: unknown = Reflect.get(changed, name);
      if (own) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

type Prepare = (error: unknown, sites: readonly CallSite[]) => unknown;

/**
 * Makes stacks read as Node's: without the frames of this `node`, and with the columns of the program's own text. A
 * program may set `Error.prepareStackTrace` as in Node; it gets the same frames.
 */
export function installStackTraces(): void {
  let programs: Prepare | undefined;
  const prepareStackTrace: Prepare = (error, sites) => {
    const own = sites.filter((site) => !isOurs(site));
    if (programs) return programs.call(Error, error, own.map(shown));
    return `${headOf(error)}${own.map((site) => `\n    at ${textOf(site)}`).join('')}`;
  };
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    // V8 reads it as a program would; so both get ours.
    get: () => prepareStackTrace,
    set: (given: unknown) => {
      programs = typeof given === 'function' && given !== prepareStackTrace ? (given as Prepare) : undefined;
    },
  });
}

function headOf(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

/** The topmost frame of a stack text that lies in a program: `file:///a.mjs:1:2`, `/a.js:1:2`, `[eval]:1:2`. */
export function topFrame(
  stack: string,
): { readonly file: string; readonly line: number; readonly column: number } | null {
  for (const text of stack.split('\n')) {
    const found = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^()]*|\[[a-z]+\d*\]):(\d+):(\d+)\)?$/.exec(text);
    if (found?.[1]) return { file: found[1], line: Number(found[2]), column: Number(found[3]) };
  }
  return null;
}
