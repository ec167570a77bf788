import { nodeError } from '../nodeErrors/nodeError.ts';

const refused = (message: string) => nodeError(TypeError, 'ERR_INVALID_OBJECT_DEFINE_PROPERTY', message);

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
        const { configurable, writable, enumerable } = descriptor;
        if (!('value' in descriptor)) {
          throw refused("'process.env' does not accept an accessor(getter/setter) descriptor");
        }
        if (!configurable || !writable || !enumerable) {
          throw refused(
            "'process.env' only accepts a configurable, writable, and enumerable data descriptor",
          );
        }
        return put(target, name, descriptor.value);
      },
    },
  );
}
