/** Packages without types of their own, or whose types say less than they do. */

declare module 'node-inspect-extracted' {
  export const inspect: typeof import('node:util').inspect;
  export const format: typeof import('node:util').format;
  export const formatWithOptions: typeof import('node:util').formatWithOptions;
  export const stripVTControlCharacters: typeof import('node:util').stripVTControlCharacters;
  /** Makes proxies that `inspect` recognises; it is itself no subclass of the global one. */
  // biome-ignore lint/suspicious/noShadowRestrictedNames: that is its name
  export const Proxy: ProxyConstructor;
}

declare module 'readable-stream/lib/stream.js' {
  const stream: typeof import('node:stream');
  export default stream;
}

declare module 'punycode/punycode.es6.js' {
  const punycode: {
    readonly version: string;
    readonly ucs2: object;
    decode(text: string): string;
    encode(text: string): string;
    toASCII(domain: string): string;
    toUnicode(domain: string): string;
  };
  export default punycode;
}
