const namespaces = new WeakSet<object>();
/** The engine's own: the program's `Proxy` tells `inspect` what is behind it, and a namespace hides that. */
const HidingProxy = Proxy;

/** Whether `value` is the namespace object of a module of this `node`. */
export function isNamespace(value: unknown): boolean {
  return typeof value === 'object' && value !== null && namespaces.has(value);
}

/**
 * The namespace object of a module: its exports as they are now, sorted, nothing can be set. A proxy, because a
 * plain object would show getters where the language says values.
 */
export function createNamespace(bindings: object, names: () => readonly string[]): object {
  const tag = Symbol.toStringTag;
  const has = (key: PropertyKey) => typeof key === 'string' && names().includes(key);
  const read = (key: PropertyKey): unknown => Reflect.get(bindings, key);
  const namespace = new HidingProxy(Object.create(null) as object, {
    get: (_, key) => (key === tag ? 'Module' : has(key) ? read(key) : undefined),
    has: (_, key) => key === tag || has(key),
    ownKeys: () => [...names()].sort().concat() as (string | symbol)[],
    getOwnPropertyDescriptor: (_, key) =>
      has(key) ? { value: read(key), writable: true, enumerable: true, configurable: true } : undefined,
    set: (_, key) => {
      throw new TypeError(
        has(key)
          ? `Cannot assign to read only property '${String(key)}' of object '[object Module]'`
          : `Cannot add property ${String(key)}, object is not extensible`,
      );
    },
    defineProperty: () => false,
    deleteProperty: (_, key) => !has(key),
    getPrototypeOf: () => null,
    setPrototypeOf: (_, prototype) => prototype === null,
    isExtensible: () => true,
    preventExtensions: () => false,
  });
  namespaces.add(namespace);
  return namespace;
}
