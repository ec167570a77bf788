import { throwers } from '../errors/nodeLines.ts';
import { putFramesOnTop } from '../errors/stackTrace.ts';
import { noteSyntaxPlace } from '../errors/uncaught.ts';
import { type EsModule, starters } from './esModule.ts';
import { getterOf, namesOf } from './esmGraph.ts';

type ReadText = (path: string) => string;

/**
 * Starts every module below, then checks what each imports and gives it its bindings. Throws the SyntaxError of a name
 * that is not there.
 */
export function linkModule(module: EsModule, readText: ReadText): void {
  // Those below first: of two that lack something theirs is told.
  const order: EsModule[] = [];
  const seen = new Set<EsModule>();
  const collect = (each: EsModule) => {
    if (each.state !== 'linking' || seen.has(each)) return;
    seen.add(each);
    for (const dependency of each.dependencies) collect(dependency);
    order.push(each);
  };
  collect(module);
  for (const each of order) {
    if (each.isStarted) continue;
    each.isStarted = true;
    starters.get(each)?.();
  }
  for (const each of order) {
    for (const name of namesOf(each, new Set())) {
      const getter = getterOf(each, name, new Set());
      if (typeof getter !== 'function') continue;
      Object.defineProperty(each.bindings, name, { get: getter, set: refuse, enumerable: true });
    }
  }
  for (const each of order) {
    check(each, readText);
    each.state = 'linked';
  }
}

/** An import that is assigned to. */
function refuse(): never {
  throw new TypeError('Assignment to constant variable.');
}

function check(module: EsModule, readText: ReadText): void {
  const wanted = module.requests.flatMap(({ names, specifier }, index) =>
    names.map((each) => ({ ...each, specifier, dependency: module.dependencies[index] })),
  );
  // The engine looks at imports by their local names, then at what is passed on.
  wanted.sort((a, b) => order(a.local, b.local));
  for (const { name, start, end, specifier, dependency } of wanted) {
    const found = dependency ? getterOf(dependency, name, new Set()) : null;
    if (!dependency || typeof found === 'function') continue;
    const source = sourceOf(module, readText);
    const before = source.slice(0, start).split('\n');
    const line = source.split('\n')[before.length - 1] ?? '';
    const error = new SyntaxError(
      found === 'conflict'
        ? `The requested module '${specifier}' contains conflicting star exports for name '${name}'`
        : dependency.isCommonJs
          ? notInCommonJs(name, specifier, line)
          : `The requested module '${specifier}' does not provide an export named '${name}'`,
    );
    error.stack = `SyntaxError: ${error.message}`;
    putFramesOnTop(error, throwers.link);
    noteSyntaxPlace(error, {
      file: module.url,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      length: end - start,
      isTight: true,
    });
    throw error;
  }
}

function order(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : a > b ? 1 : 0;
}

function sourceOf(module: EsModule, readText: ReadText): string {
  const path = module.url.startsWith('file:') ? decodeURIComponent(new URL(module.url).pathname) : null;
  return path === null ? '' : readText(path);
}

/** `line`: the one that names it, whose other names are repeated. */
function notInCommonJs(name: string, specifier: string, line: string): string {
  const names = /\{.*\}/.exec(line)?.[0].replace(/\s+as\s+/g, ': ');
  const destructured = names === undefined ? '' : `const ${names} = pkg;\n`;
  return `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not support all module.exports as named exports.
CommonJS modules can always be imported via the default export, for example using:

import pkg from '${specifier}';
${destructured}`;
}
