import { isProxy } from './proxies.ts';

/** `util.types`: what kind of object something is by its inside, whatever its prototype says. */

type Test = (value: unknown) => boolean;

/** True where `method`, which only works on one kind of object, accepts the value. */
function accepts(method: ((this: never) => unknown) | undefined): Test {
  return (value) => {
    if (value === null || typeof value !== 'object' || !method) return false;
    try {
      Reflect.apply(method, value, []);
      return true;
    } catch {
      return false;
    }
  };
}

function getter(prototype: object, name: PropertyKey): ((this: never) => unknown) | undefined {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get;
}

const objectTag = Object.prototype.toString;
const tagged =
  (...tags: readonly string[]): Test =>
  (value) =>
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    tags.includes(objectTag.call(value).slice(8, -1));

const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype);
const typedArrayTag = getter(typedArrayPrototype, Symbol.toStringTag) as
  | ((this: unknown) => string | undefined)
  | undefined;
const typedArray =
  (name: string): Test =>
  (value) =>
    ArrayBuffer.isView(value) && typedArrayTag?.call(value) === name;

const isArrayBuffer = accepts(getter(ArrayBuffer.prototype, 'byteLength'));
const isSharedArrayBuffer: Test = (value) =>
  typeof SharedArrayBuffer !== 'undefined' &&
  accepts(getter(SharedArrayBuffer.prototype, 'byteLength'))(value);
const isNumberObject = accepts(Number.prototype.valueOf);
const isStringObject = accepts(String.prototype.valueOf);
const isBooleanObject = accepts(Boolean.prototype.valueOf);
const isBigIntObject = accepts(BigInt.prototype.valueOf);
const isSymbolObject = accepts(Symbol.prototype.valueOf);
/** `Error.isError` looks inside; where it is missing, the prototype chain has to do. */
const isError = (Error as { isError?: Test }).isError ?? ((value: unknown) => value instanceof Error);

const types: Readonly<Record<string, Test>> = {
  isExternal: () => false,
  isDate: accepts(Date.prototype.getTime),
  isArgumentsObject: tagged('Arguments'),
  isBigIntObject,
  isBooleanObject,
  isNumberObject,
  isStringObject,
  isSymbolObject,
  isNativeError: (value) => isError(value),
  isRegExp: (value) =>
    value !== null && typeof value === 'object' && value !== RegExp.prototype && isRegExpInside(value),
  isAsyncFunction: tagged('AsyncFunction', 'AsyncGeneratorFunction'),
  isGeneratorFunction: tagged('GeneratorFunction', 'AsyncGeneratorFunction'),
  isGeneratorObject: tagged('Generator', 'AsyncGenerator'),
  isPromise: (value) => value instanceof Promise,
  isMap: accepts(getter(Map.prototype, 'size')),
  isSet: accepts(getter(Set.prototype, 'size')),
  isMapIterator: tagged('Map Iterator'),
  isSetIterator: tagged('Set Iterator'),
  isWeakMap: accepts(function (this: WeakMap<object, unknown>) {
    return WeakMap.prototype.has.call(this, {});
  }),
  isWeakSet: accepts(function (this: WeakSet<object>) {
    return WeakSet.prototype.has.call(this, {});
  }),
  isArrayBuffer,
  isDataView: (value) => ArrayBuffer.isView(value) && typedArrayTag?.call(value) === undefined,
  isSharedArrayBuffer,
  isProxy,
  isModuleNamespaceObject: tagged('Module'),
  isAnyArrayBuffer: (value) => isArrayBuffer(value) || isSharedArrayBuffer(value),
  isBoxedPrimitive: (value) =>
    [isNumberObject, isStringObject, isBooleanObject, isBigIntObject, isSymbolObject].some((test) =>
      test(value),
    ),
  isArrayBufferView: ArrayBuffer.isView,
  isTypedArray: (value) => ArrayBuffer.isView(value) && typedArrayTag?.call(value) !== undefined,
  isUint8Array: typedArray('Uint8Array'),
  isUint8ClampedArray: typedArray('Uint8ClampedArray'),
  isUint16Array: typedArray('Uint16Array'),
  isUint32Array: typedArray('Uint32Array'),
  isInt8Array: typedArray('Int8Array'),
  isInt16Array: typedArray('Int16Array'),
  isInt32Array: typedArray('Int32Array'),
  isFloat32Array: typedArray('Float32Array'),
  isFloat64Array: typedArray('Float64Array'),
  isBigInt64Array: typedArray('BigInt64Array'),
  isBigUint64Array: typedArray('BigUint64Array'),
  isKeyObject: () => false,
  isCryptoKey: tagged('CryptoKey'),
};

const isRegExpInside = accepts(getter(RegExp.prototype, 'source'));

export const utilTypes = types as Readonly<Record<`is${string}`, Test>>;
