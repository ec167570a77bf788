/** `process.env`: an ordinary object in which everything becomes text. */
export function createEnvironment(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const put = (target: object, name: PropertyKey, value: unknown): boolean => {
    if (typeof name === 'symbol' || typeof value === 'symbol') {
      throw new TypeError('Cannot convert a Symbol value to a string');
    }
    return Reflect.defineProperty(target, name, {
      value: String(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  };
  return new Proxy<Record<string, string | undefined>>(
    { ...env },
    {
      set: put,
      defineProperty(target, name, descriptor) {
        return 'value' in descriptor ? put(target, name, descriptor.value) : false;
      },
    },
  );
}
