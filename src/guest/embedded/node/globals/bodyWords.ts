type Read = (this: { readonly bodyUsed: boolean }) => Promise<unknown>;

/**
 * `Response` and `Request` whose body fails in Node's words: a body that was read before, and JSON that is none, which
 * a browser puts down to a stream of its own.
 */
export function wordBodies(scope: Record<string, unknown>): void {
  for (const owner of ['Response', 'Request']) {
    const { prototype } = scope[owner] as { readonly prototype: Record<string, unknown> };
    const define = (name: string, value: unknown) =>
      Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: true });
    const reads: Record<string, Read> = {};
    for (const name of ['arrayBuffer', 'blob', 'formData', 'text']) {
      const own = prototype[name] as Read;
      const worded = {
        async [name](this: { readonly bodyUsed: boolean }): Promise<unknown> {
          if (this.bodyUsed) throw new TypeError('Body is unusable: Body has already been read');
          return own.call(this);
        },
      }[name] as Read;
      reads[name] = worded;
      define(name, worded);
    }
    const { json } = {
      async json(this: { readonly bodyUsed: boolean }): Promise<unknown> {
        return JSON.parse(String(await reads.text?.call(this)));
      },
    };
    define('json', json);
  }
}
