import { Proxy as InspectableProxy } from 'node-inspect-extracted';

/**
 * Which objects are proxies: nothing in the language tells. The guest's `Proxy` is therefore one that notes
 * what it makes, so that `util.inspect` can look at the target without running the traps, as Node does.
 */
const proxies = new WeakSet<object>();

export function isProxy(value: unknown): boolean {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function') && proxies.has(value);
}

/** A `Proxy` that behaves as `Native` and is told apart from it by nothing but `===`. */
export function trackingProxy(Native: ProxyConstructor): ProxyConstructor {
  // The inspector's own class makes its proxies with the global `Proxy`, which is this one.
  let making = false;
  function make<T>(inspectable: () => T, native: () => T): T {
    if (making) return native();
    making = true;
    try {
      return inspectable();
    } finally {
      making = false;
    }
  }
  return new Native(Native, {
    construct(Target, [target, handler], newTarget) {
      const made = make<object>(
        () => new InspectableProxy(target, handler),
        () => Reflect.construct(Target, [target, handler], newTarget),
      );
      proxies.add(made);
      return made;
    },
    get(Target, name, receiver) {
      if (name !== 'revocable') return Reflect.get(Target, name, receiver);
      return function revocable<T extends object>(target: T, handler: ProxyHandler<T>) {
        const made = make(
          () => InspectableProxy.revocable(target, handler),
          () => Native.revocable(target, handler),
        );
        proxies.add(made.proxy);
        return made;
      };
    },
  });
}
