import { languageNames } from './languageNames.ts';

const kept: ReadonlySet<string> = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

function objectAt(path: string): object | null {
  const [first = '', ...rest] = path.split('.');
  let at: unknown;
  if (first === '%TypedArray%') at = Object.getPrototypeOf(Uint8Array) as unknown;
  else if (first === '%Iterator%') {
    const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
    return iterators;
  } else at = (globalThis as Record<string, unknown>)[first];
  for (const name of rest) at = (at as Record<string, unknown> | undefined)?.[name];
  return (typeof at === 'object' || typeof at === 'function') && at !== null ? at : null;
}

const newerInWebAssembly = ['JSTag', 'Suspending', 'SuspendError', 'promising'];

/** Takes away what the browser's language has and Node 20's has not. */
export function trimLanguage(): void {
  for (const [path, names] of Object.entries(languageNames)) {
    const object = objectAt(path);
    if (!object) continue;
    const known = new Set(names.split(' '));
    let isTrimmed = false;
    for (const name of Object.getOwnPropertyNames(object)) {
      // Names like `$1` of RegExp are older than both.
      const isWord = /^[A-Za-z_]\w*$/.test(name);
      if (isWord && !known.has(name) && !kept.has(name)) isTrimmed = Reflect.deleteProperty(object, name);
    }
    if (isTrimmed) restoreFastLookup(object);
  }
  for (const name of newerInWebAssembly) Reflect.deleteProperty(WebAssembly, name);
}

/**
 * V8 keeps an object that has lost a property as a table, in which each `Math.imul` of a loop is looked up anew: a
 * quarter of its time. Whoever becomes a prototype is laid out for fast access again.
 */
function restoreFastLookup(object: object): void {
  Object.create(object);
}
