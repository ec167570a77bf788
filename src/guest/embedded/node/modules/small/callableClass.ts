type AnyClass = abstract new (...args: never[]) => object;
type PlainConstructor = (this: object, ...args: unknown[]) => unknown;

/**
 * A class that old code may call without `new`, as many of Node's can be: to have one made, or on an object of its own
 * that inherits from it (`Server.call(this)`). It can be extended like the class.
 */
export function callableClass<Class extends AnyClass>(Target: Class, name: string): Class {
  const made = function (this: unknown, ...args: unknown[]): object {
    if (new.target === undefined && this instanceof (made as unknown as AnyClass))
      return initialise(Target, this, args);
    return Reflect.construct(Target, args, new.target ?? Target);
  };
  Object.defineProperty(made, 'name', { value: name, configurable: true });
  Object.defineProperty(made, 'prototype', { value: Target.prototype, writable: false });
  Object.setPrototypeOf(made, Object.getPrototypeOf(Target));
  Object.defineProperty(Target.prototype, 'constructor', { value: made, writable: true, configurable: true });
  return made as unknown as Class;
}

/** What a callable class extends that has no other parent: a class without one can only make objects of its own. */
export const CallableRoot = plainRoot as unknown as new () => object;
function plainRoot(): void {}
plainRoot.prototype = Object.prototype;

/**
 * Runs the constructor of `Target`, private fields included, on an object that is there already. A class takes the
 * object that its parent's constructor returns; the first parent that is a plain function is for this one call replaced
 * by one that returns `instance`.
 */
function initialise(Target: AnyClass, instance: object, args: readonly unknown[]): object {
  let lowest: object = Target;
  let above = Object.getPrototypeOf(lowest) as PlainConstructor;
  while (isClass(above)) {
    lowest = above;
    above = Object.getPrototypeOf(lowest) as PlainConstructor;
  }
  const restore = () => Object.setPrototypeOf(lowest, above);
  function adopt(...given: unknown[]): object {
    restore();
    above.apply(instance, given);
    return instance;
  }
  Object.setPrototypeOf(lowest, adopt);
  try {
    return Reflect.construct(Target, args);
  } finally {
    restore();
  }
}

function isClass(value: unknown): boolean {
  return Function.prototype.toString.call(value).startsWith('class');
}
