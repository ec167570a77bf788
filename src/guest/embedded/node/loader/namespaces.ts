const namespaces = new WeakSet<object>();
/** The engine's own: the program's `Proxy` tells `inspect` what is behind it, and a namespace hides that. */
const HidingProxy = Proxy;

/** Whether `value` is the namespace object of a module of this `node`. */
export function isNamespace(value: unknown): boolean {
  return typeof value === 'object' && value !== null && namespaces.has(value);
}

/**
 * The namespace object of a module: its exports as they are now, sorted, nothing can be set. A proxy, because a
 * plain object would show getters where the language says values. `names` is asked once, when somebody first looks.
 */
export function createNamespace(bindings: object, names: () => readonly string[]): object {
  const target = Object.create(null) as object;
  let exported: ReadonlySet<PropertyKey> | null = null;
  /** What a proxy says of its properties must hold for what is behind it. */
  const sealed = (): ReadonlySet<PropertyKey> => {
    if (exported) return exported;
    const sorted = [...names()].sort();
    for (const name of sorted) {
      Object.defineProperty(target, name, { value: undefined, writable: true, enumerable: true });
    }
    Object.defineProperty(target, Symbol.toStringTag, { value: 'Module' });
    Object.preventExtensions(target);
    exported = new Set<PropertyKey>(sorted);
    return exported;
  };
  const read = (key: PropertyKey): unknown => Reflect.get(bindings, key);
  const namespace = new HidingProxy(target, {
    get: (_, key) => {
      if (sealed().has(key)) return read(key);
      return key === Symbol.toStringTag ? 'Module' : undefined;
    },
    has: (_, key) => sealed().has(key) || key === Symbol.toStringTag,
    ownKeys: () => {
      sealed();
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor: (_, key) =>
      sealed().has(key)
        ? { value: read(key), writable: true, enumerable: true, configurable: false }
        : Reflect.getOwnPropertyDescriptor(target, key),
    set: (_, key) => {
      throw new TypeError(
        sealed().has(key)
          ? `Cannot assign to read only property '${String(key)}' of object '[object Module]'`
          : `Cannot add property ${String(key)}, object is not extensible`,
      );
    },
    defineProperty: () => false,
    deleteProperty: (_, key) => {
      if (!sealed().has(key)) return true;
      throw new TypeError(`Cannot delete property '${String(key)}' of [object Module]`);
    },
    getPrototypeOf: () => null,
    setPrototypeOf: (_, prototype) => prototype === null,
    isExtensible: () => {
      sealed();
      return false;
    },
    preventExtensions: () => {
      sealed();
      return true;
    },
  });
  namespaces.add(namespace);
  return namespace;
}
