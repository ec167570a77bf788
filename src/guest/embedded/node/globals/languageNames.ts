/**
 * The names that the language's own objects have in Node 20 (V8 11.3), as `Object.getOwnPropertyNames` gives them
 * there. A browser knows newer ones; a program that asks whether they exist must be told what Node would tell it.
 */
export const languageNames: Readonly<Record<string, string>> = {
  AggregateError: '',
  'AggregateError.prototype': 'constructor message',
  Array: 'from isArray of',
  'Array.prototype':
    'at concat constructor copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted toSpliced toString unshift values with',
  ArrayBuffer: 'isView',
  'ArrayBuffer.prototype': 'byteLength constructor maxByteLength resizable resize slice',
  Atomics: 'add and compareExchange exchange isLockFree load notify or store sub wait waitAsync xor',
  BigInt: 'asIntN asUintN',
  'BigInt.prototype': 'constructor toLocaleString toString valueOf',
  BigInt64Array: 'BYTES_PER_ELEMENT',
  'BigInt64Array.prototype': 'BYTES_PER_ELEMENT constructor',
  Boolean: '',
  'Boolean.prototype': 'constructor toString valueOf',
  DataView: '',
  'DataView.prototype':
    'buffer byteLength byteOffset constructor getBigInt64 getBigUint64 getFloat32 getFloat64 getInt16 getInt32 getInt8 getUint16 getUint32 getUint8 setBigInt64 setBigUint64 setFloat32 setFloat64 setInt16 setInt32 setInt8 setUint16 setUint32 setUint8',
  Date: 'UTC now parse',
  'Date.prototype':
    'constructor getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getYear setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setYear toDateString toGMTString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString toUTCString valueOf',
  Error: 'captureStackTrace prepareStackTrace stackTraceLimit',
  'Error.prototype': 'constructor message toString',
  FinalizationRegistry: '',
  'FinalizationRegistry.prototype': 'constructor register unregister',
  Float32Array: 'BYTES_PER_ELEMENT',
  'Float32Array.prototype': 'BYTES_PER_ELEMENT constructor',
  Function: '',
  'Function.prototype': 'apply bind call constructor toString',
  Intl: 'Collator DateTimeFormat DisplayNames ListFormat Locale NumberFormat PluralRules RelativeTimeFormat Segmenter getCanonicalLocales supportedValuesOf',
  JSON: 'parse stringify',
  Map: '',
  'Map.prototype': 'clear constructor delete entries forEach get has keys set size values',
  Math: 'E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc',
  Number:
    'EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY isFinite isInteger isNaN isSafeInteger parseFloat parseInt',
  'Number.prototype': 'constructor toExponential toFixed toLocaleString toPrecision toString valueOf',
  Object:
    'assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal setPrototypeOf values',
  'Object.prototype':
    '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf',
  Promise: 'all allSettled any race reject resolve',
  'Promise.prototype': 'catch constructor finally then',
  Proxy: 'revocable',
  Reflect:
    'apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf',
  RegExp: 'input lastMatch lastParen leftContext rightContext',
  'RegExp.prototype':
    'compile constructor dotAll exec flags global hasIndices ignoreCase multiline source sticky test toString unicode unicodeSets',
  Set: '',
  'Set.prototype': 'add clear constructor delete entries forEach has keys size values',
  SharedArrayBuffer: '',
  'SharedArrayBuffer.prototype': 'byteLength constructor grow growable maxByteLength slice',
  String: 'fromCharCode fromCodePoint raw',
  'String.prototype':
    'anchor at big blink bold charAt charCodeAt codePointAt concat constructor endsWith fixed fontcolor fontsize includes indexOf isWellFormed italics lastIndexOf link localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice small split startsWith strike sub substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf',
  Symbol:
    'asyncDispose asyncIterator dispose for hasInstance isConcatSpreadable iterator keyFor match matchAll replace search species split toPrimitive toStringTag unscopables',
  'Symbol.prototype': 'constructor description toString valueOf',
  Uint8Array: 'BYTES_PER_ELEMENT',
  'Uint8Array.prototype': 'BYTES_PER_ELEMENT constructor',
  WeakMap: '',
  'WeakMap.prototype': 'constructor delete get has set',
  WeakRef: '',
  'WeakRef.prototype': 'constructor deref',
  WeakSet: '',
  'WeakSet.prototype': 'add constructor delete has',
  '%TypedArray%': 'from of',
  '%TypedArray%.prototype':
    'at buffer byteLength byteOffset constructor copyWithin entries every fill filter find findIndex findLast findLastIndex forEach includes indexOf join keys lastIndexOf map reduce reduceRight reverse set slice some sort subarray toLocaleString toReversed toSorted toString values with',
  '%Iterator%.prototype': '',
};

/** Global names of Node 20, without those of the language and of `vm` scripts. */
export const globalNames: ReadonlySet<string> = new Set(
  `AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array
  BigUint64Array Blob Boolean BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream
  CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DataView Date DecompressionStream
  Error EvalError Event EventTarget File FinalizationRegistry Float32Array Float64Array FormData
  Function Headers Infinity Int16Array Int32Array Int8Array Intl JSON Map Math MessageChannel
  MessageEvent MessagePort NaN Number Object Performance PerformanceEntry PerformanceMark
  PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming
  Promise Proxy RangeError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader
  ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError
  Reflect RegExp Request Response Set SharedArrayBuffer String SubtleCrypto Symbol SyntaxError
  TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream
  TransformStreamDefaultController TypeError URIError URL URLSearchParams Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WritableStream
  WritableStreamDefaultController WritableStreamDefaultWriter atob btoa clearImmediate clearInterval
  clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval
  fetch global globalThis isFinite isNaN parseFloat parseInt performance process queueMicrotask
  setImmediate setInterval setTimeout structuredClone undefined unescape`.split(/\s+/),
);
