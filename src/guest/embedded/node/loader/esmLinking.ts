import { noteSyntaxPlace } from '../errors/uncaught.ts';
import { type EsModule, starters } from './esModule.ts';
import { getterOf, namesOf } from './esmGraph.ts';

type ReadText = (path: string) => string;

/**
 * Starts every module below, then checks what each imports and gives it its bindings. Throws the SyntaxError of a name
 * that is not there.
 */
export function linkModule(module: EsModule, readText: ReadText): void {
  const order: EsModule[] = [];
  const collect = (each: EsModule) => {
    if (each.state !== 'linking' || order.includes(each)) return;
    order.push(each);
    for (const dependency of each.dependencies) collect(dependency);
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
      if (getter) Object.defineProperty(each.bindings, name, { get: getter, enumerable: true });
    }
  }
  for (const each of order) {
    check(each, readText);
    each.state = 'linked';
  }
}

function check(module: EsModule, readText: ReadText): void {
  module.requests.forEach(({ names, specifier }, index) => {
    const dependency = module.dependencies[index];
    for (const { name, start, end } of names) {
      if (!dependency || getterOf(dependency, name, new Set())) continue;
      const error = new SyntaxError(
        dependency.isCommonJs
          ? notInCommonJs(name, specifier)
          : `The requested module '${specifier}' does not provide an export named '${name}'`,
      );
      const source = sourceOf(module, readText);
      const before = source.slice(0, start).split('\n');
      noteSyntaxPlace(error, {
        file: module.url,
        line: before.length,
        column: (before.at(-1)?.length ?? 0) + 1,
        length: end - start,
        isTight: true,
      });
      throw error;
    }
  });
}

function sourceOf(module: EsModule, readText: ReadText): string {
  const path = module.url.startsWith('file:') ? decodeURIComponent(new URL(module.url).pathname) : null;
  return path === null ? '' : readText(path);
}

function notInCommonJs(name: string, specifier: string): string {
  return `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not support all module.exports as named exports.
CommonJS modules can always be imported via the default export, for example using:

import pkg from '${specifier}';
const {${name}} = pkg;
`;
}
