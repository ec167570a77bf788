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
  return file?.startsWith('blob:') === true || /^https?:/.test(file ?? '');
}

function lineOf(site: CallSite): string {
  // What was compiled by `eval` says so; Node compiles otherwise.
  const text = site
    .toString()
    .replace(/^Object\.eval \(/, 'Object.<anonymous> (')
    .replace(/^(async )?eval \((.*)\)$/, '$1$2');
  const file = site.getScriptNameOrSourceURL();
  const line = site.getLineNumber();
  const column = site.getColumnNumber();
  if (!file || line === null || column === null || !editsOf.has(file)) return text;
  return text.replace(`:${line}:${column}`, `:${line}:${ownColumn(file, line, column)}`);
}

/**
 * Makes stacks read as Node's: without the frames of this `node`, and with the columns of the program's own text.
 * It is an ordinary value that the program may replace, as it may in Node.
 */
export function installStackTraces(): void {
  const errors = Error as ErrorConstructor & {
    prepareStackTrace?: (error: unknown, sites: readonly CallSite[]) => unknown;
  };
  errors.prepareStackTrace = function prepareStackTrace(error, sites) {
    const frames = sites.filter((site) => !isOurs(site)).map((site) => `\n    at ${lineOf(site)}`);
    return `${headOf(error)}${frames.join('')}`;
  };
  Object.defineProperty(errors, 'prepareStackTrace', { enumerable: false });
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
