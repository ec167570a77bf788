type AnyClass = abstract new (...args: never[]) => object;

/** A class that old code may call without `new`, as many of Node's can be. It can be extended like the class. */
export function callableClass<Class extends AnyClass>(Target: Class, name: string): Class {
  const made = function (this: unknown, ...args: unknown[]): object {
    return Reflect.construct(Target, args, new.target ?? Target);
  };
  Object.defineProperty(made, 'name', { value: name, configurable: true });
  Object.defineProperty(made, 'prototype', { value: Target.prototype, writable: false });
  Object.setPrototypeOf(made, Object.getPrototypeOf(Target));
  Object.defineProperty(Target.prototype, 'constructor', { value: made, writable: true, configurable: true });
  return made as unknown as Class;
}
