import { headLength, isEdited, ownColumn } from './columns.ts';
import { callers } from './nodeLines.ts';
import { installOtherStacks, tellStack } from './otherStacks.ts';
import { headOf, isOurFile, otherText, wrapperName } from './otherText.ts';

/** A frame as V8 gives it to `Error.prepareStackTrace`. */
interface CallSite {
  getFileName(): string | null;
  getScriptNameOrSourceURL(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  getEvalOrigin(): string | undefined;
  getFunctionName(): string | null;
  getTypeName(): string | null;
  isEval(): boolean;
  isAsync?(): boolean;
  toString(): string;
}

/** Frames of this `node` itself are in a script that has no name a program could have. */
function isOurs(site: CallSite): boolean {
  const file = site.getScriptNameOrSourceURL() ?? site.getFileName();
  // Without a file: the engine's own `eval`, with which programs are compiled.
  if (!file) return /^(?:Object\.)?eval(?: \[as (?:evaluate|run)\])? \(<anonymous>\)$/.test(site.toString());
  return isOurFile(file) || isInHead(site, file);
}

/** In what was put before an ES module's text: the getters of its exports. */
function isInHead(site: CallSite, file: string): boolean {
  if (site.getLineNumber() !== 1 || !file.startsWith('file:')) return false;
  return (site.getColumnNumber() ?? 0) <= headLength(file);
}

/** The frame as text, as Node's compiled programs show it: V8 says of what was compiled by `eval` that it was. */
function textOf(site: CallSite): string {
  const text = site
    .toString()
    .replace(/^((?:new )?[\w$.]+\.)eval \[as ([^\]]+)\] \(/, '$1$2 (')
    .replace(/^((?:new |async )?[\w$.]+\.)eval \(/, '$1<anonymous> (')
    .replace(/^(async )?eval \((.*)\)$/, '$1$2')
    .replace(wrapperName, '<anonymous>');
  const file = site.getScriptNameOrSourceURL();
  const line = site.getLineNumber();
  const column = site.getColumnNumber();
  if (!file || line === null || column === null || !isEdited(file)) return text;
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
    getFunctionName: () => {
      const name = site.getFunctionName();
      return name === wrapperName || name === 'eval' ? null : name;
    },
    getEvalOrigin: () => undefined,
    isEval: () => false,
    toString: () => textOf(site),
  };
  const proxy = new Proxy(site, {
    get(target, name) {
      const own: unknown = Reflect.get(changed, name);
      if (own) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  shownSites.add(proxy);
  return proxy;
}

type Prepare = (error: unknown, sites: readonly CallSite[]) => unknown;

/** What the frames of Node below a program's depend on. */
export interface StackFacts {
  /** Path of the main program while it is CommonJS. */
  readonly main: () => string | null;
  /** The main program is an ES module that is still being evaluated. */
  readonly isEntering: () => boolean;
  /** Something was put off with `nextTick` in this turn: promise jobs run below it. */
  readonly hasTicked: () => boolean;
}

/**
 * Makes stacks read as Node's: with its frames where this `node` has others, and with the columns of the program's own
 * text. A program may set `Error.prepareStackTrace` as in Node; it gets its own frames.
 */
export function installStackTraces(facts: StackFacts): void {
  installOtherStacks(otherText);
  const own: Prepare = (error, sites) => {
    if (areShown(sites))
      return [headOf(error), ...sites.map((site) => `    at ${site.toString()}`)].join('\n');
    const lines = linesOf(sites, facts);
    const most = Number(Error.stackTraceLimit);
    return `${headOf(error)}${lines
      .slice(0, Number.isNaN(most) ? 0 : most)
      .map((line) => `\n    at ${line}`)
      .join('')}`;
  };
  /** What is read of a program's: it calls that with its own frames. A later one may call what was there before it. */
  const around = new WeakSet<Prepare>([own]);
  let current = own;
  Object.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    // V8 reads it as a program would; so both get ours.
    get: () => current,
    set: (given: unknown) => {
      if (typeof given !== 'function') current = own;
      else if (around.has(given as Prepare)) current = given as Prepare;
      else {
        const programs = given as Prepare;
        current = (error, sites) =>
          programs.call(
            Error,
            error,
            areShown(sites) ? sites : sites.filter((site) => !isOurs(site)).map(shown),
          );
        around.add(current);
      }
    },
  });
}

const shownSites = new WeakSet<CallSite>();

/** They come from a program's `prepareStackTrace`, which got them from here. */
function areShown(sites: readonly CallSite[]): boolean {
  return sites[0] !== undefined && shownSites.has(sites[0]);
}

/** The frames of a stack as Node shows them, innermost first. */
function linesOf(sites: readonly CallSite[], facts: StackFacts): string[] {
  const ours = sites.map(isOurs);
  // What the engine itself calls for us, as `Array.map`, is ours as well.
  for (let at = sites.length - 1; at >= 0; at--) {
    const site = sites[at];
    if (!site || ours[at] || !isNative(site) || isWorded(sites, at, ours)) continue;
    ours[at] = ours[at + 1] ?? isGenerator(site);
  }
  const lines: string[] = [];
  let hasTail = false;
  for (const [at, site] of sites.entries()) {
    if (ours[at]) {
      // A listener's caller; before the first frame of the program it is where the error was made.
      if (lines.length > 0 && site.getFunctionName() === 'emit')
        lines.push(`${site.getTypeName() ?? 'Object'}.emit (node:events:524:28)`);
      continue;
    }
    lines.push(textOf(site));
    const below = ours.indexOf(false, at + 1);
    const tail = callersOf(site, facts, below === -1 ? null : (sites[below] ?? null));
    hasTail ||= tail !== null;
    if (tail) lines.push(...tail);
  }
  const isCut = sites.length >= Error.stackTraceLimit && ours.at(-1) === false;
  if (lines.length === 0 || hasTail || isCut) return lines;
  const bottom = bottomOf(sites, facts);
  const firstAsync = lines.findIndex((line) => line.startsWith('async '));
  return firstAsync === -1 ? [...lines, ...bottom] : lines.toSpliced(firstAsync, 0, ...bottom);
}

/** Who called a frame of a program, where that is Node and the frame tells; null where it does not. */
function callersOf(site: CallSite, facts: StackFacts, below: CallSite | null): readonly string[] | null {
  const file = site.getScriptNameOrSourceURL() ?? '';
  const name = site.getFunctionName();
  if (name === wrapperName) {
    if (file === facts.main()) return callers.main;
    if (below || facts.main() !== null) return callers.required;
    return facts.isEntering() ? [...callers.imported, ...callers.entry] : callers.imported;
  }
  if (below && !below.isAsync?.()) return null;
  const text = site.toString();
  if (/^Timeout\./.test(text)) return callers.timer;
  if (/^Immediate\./.test(text)) return callers.immediate;
  if (name !== null && name !== 'eval') return null;
  if (file === '[eval]' || file === '[stdin]') return site.isEval() ? callers[file] : null;
  return null;
}

/** What stands below the outermost frame of a program that does not tell who called it. */
function bottomOf(sites: readonly CallSite[], facts: StackFacts): readonly string[] {
  const last = sites.at(-1);
  if (last && isGenerator(last)) return callers.module;
  const outermost = sites.findLastIndex((site) => !isOurs(site) && !isNative(site));
  const calling = sites.slice(outermost + 1);
  if (calling.some((site) => isGenerator(site) && site.getFunctionName() === 'next')) {
    const isModule = sites[outermost]?.getScriptNameOrSourceURL()?.startsWith('file:');
    if (isModule) return facts.isEntering() ? [...callers.module, ...callers.entry] : callers.module;
  }
  if (calling.some((site) => site.getFunctionName() === tickerName)) return callers.tick;
  return calling.length === 0 && facts.hasTicked() ? callers.microtask : [];
}

/** The loop's method that runs what `nextTick` was given. */
const tickerName = 'drainTicks';

function isNative(site: CallSite): boolean {
  return !(site.getScriptNameOrSourceURL() ?? site.getFileName());
}

function isGenerator(site: CallSite): boolean {
  return /^(?:Async)?Generator\.next /.test(site.toString());
}

/** `JSON.parse` is the engine's below a function of ours, which a program takes for the same. */
function isWorded(sites: readonly CallSite[], at: number, ours: readonly boolean[]): boolean {
  const isParse =
    sites[at]?.toString().startsWith('JSON.parse ') && sites[at + 1]?.getFunctionName() === 'parse';
  return isParse === true && ours[at + 2] === false;
}

/** Puts Node's own frames above those that the error has. */
export function putFramesOnTop(error: Error, frames: readonly string[]): void {
  tellStack(error);
  const stack: unknown = error.stack;
  if (typeof stack !== 'string') return;
  const at = stack.search(/\n {4}at /);
  const head = at === -1 ? stack : stack.slice(0, at);
  const below = at === -1 ? [] : stack.slice(at + 1).split('\n');
  const all = [...frames.map((frame) => `    at ${frame}`), ...below];
  error.stack = [head, ...all.slice(0, Error.stackTraceLimit)].join('\n');
}

/** Makes an error of this `node` itself: its own frames must not take the place of the program's. */
export function withRoomForFrames<Made>(make: () => Made): Made {
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = limit + ownFrames;
    return make();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** So many frames of this `node` may lie above and between those of a program. */
const ownFrames = 12;

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
