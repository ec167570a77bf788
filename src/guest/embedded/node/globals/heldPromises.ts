import type { NodeLoop } from '../system.ts';

/** What the browser does beside the program: Node's process lives until it is done. */
const works: readonly (readonly [owner: string, isStatic: boolean, names: readonly string[]])[] = [
  ['Blob', false, ['arrayBuffer', 'text', 'bytes']],
  ['Response', false, ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']],
  ['Request', false, ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']],
  ['ReadableStreamDefaultReader', false, ['read']],
  ['WebAssembly', true, ['compile', 'instantiate']],
];

/** Makes those of the browser's promises that no callback of the loop settles keep the process alive. */
export function holdBrowserPromises(scope: Record<string, unknown>, loop: NodeLoop): void {
  for (const [owner, isStatic, names] of works) {
    const found = scope[owner] as { readonly prototype?: object } | undefined;
    const target = (isStatic ? found : found?.prototype) as Record<string, unknown> | undefined;
    if (!target) continue;
    for (const name of names) {
      const native = target[name];
      if (typeof native !== 'function') continue;
      const held = {
        [name](this: unknown, ...args: unknown[]): unknown {
          const answer: unknown = Reflect.apply(native, this, args);
          if (!(answer instanceof Promise)) return answer;
          const release = loop.hold();
          // In a turn of its own: what awaits the promise comes first. The program gets the promise behind that: a
          // rejection that it does not handle must stay one that nobody has handled.
          return answer.finally(() => loop.enqueue(release));
        },
      }[name];
      Object.defineProperty(target, name, {
        value: held,
        writable: true,
        configurable: true,
        enumerable: true,
      });
    }
  }
}
