import { custom } from './inspect.ts';

type Inspect = (value: unknown, options: object) => string;

/** Printed as what it holds; members of a set stay apart although they are equal. */
class Shown {
  constructor(readonly value: unknown) {}

  [custom](_depth: number, options: object, inspect: Inspect): string {
    return inspect(this.value, options);
  }
}

/**
 * Lets `inspect` show what an iterator of a Map or Set has left, which only the engine can see without taking it: it is
 * taken, and given again by a `next` of the iterator's own. What is added to the Map afterwards is not seen by it.
 */
export function showIterators(): void {
  for (const [kind, iterator] of [
    ['Map', new Map().entries()],
    ['Set', new Set().entries()],
  ] as const) {
    const prototype = Object.getPrototypeOf(iterator) as Iterator<unknown>;
    const nativeNext = prototype.next;
    Object.defineProperty(prototype, custom, {
      value: function inspected(
        this: Iterator<unknown>,
        _depth: number,
        options: object,
        inspect: unknown,
      ): unknown {
        if (this === prototype || typeof inspect !== 'function') return this;
        const left = takeAll(this, nativeNext);
        giveAgain(this, left);
        const isPairs =
          left.length > 0 &&
          left.every(
            (item) => Array.isArray(item) && item.length === 2 && (kind === 'Map' || item[0] === item[1]),
          );
        const head = `[${kind} ${isPairs ? 'Entries' : 'Iterator'}] {`;
        if (left.length === 0) return `${head}  }`;
        const text = (inspect as Inspect)(new Set(left.map((item) => new Shown(item))), options);
        return text.replace(/^Set\(\d+\) \{/, head);
      },
      writable: true,
      configurable: true,
      enumerable: false,
    });
  }
}

function takeAll(iterator: Iterator<unknown>, nativeNext: Iterator<unknown>['next']): unknown[] {
  const next = Object.hasOwn(iterator, 'next') ? iterator.next : nativeNext;
  const left: unknown[] = [];
  for (let item = next.call(iterator); !item.done; item = next.call(iterator)) left.push(item.value);
  return left;
}

function giveAgain(iterator: Iterator<unknown>, left: readonly unknown[]): void {
  let at = 0;
  const next = (): IteratorResult<unknown> =>
    at < left.length ? { value: left[at++], done: false } : { value: undefined, done: true };
  Object.defineProperty(iterator, 'next', {
    value: next,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}
