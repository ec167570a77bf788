/** What this `node` says of itself. It is made after Node 20 and says so, that programs may choose by it. */
export const version = 'v20.20.2';

export const versions: Readonly<Record<string, string>> = {
  node: '20.20.2',
  acorn: '8.15.0',
  ada: '2.9.2',
  ares: '1.34.6',
  brotli: '1.1.0',
  cjs_module_lexer: '1.4.1',
  cldr: '47.0',
  icu: '77.1',
  llhttp: '8.1.2',
  modules: '115',
  napi: '9',
  nghttp2: '1.61.0',
  openssl: '3.0.17',
  simdutf: '6.0.3',
  tz: '2025b',
  undici: '6.22.0',
  unicode: '16.0',
  uv: '1.46.0',
  uvwasi: '0.0.21',
  v8: '11.3.244.8-node.30',
  zlib: '1.3.0.1-motley',
};

export const release = {
  name: 'node',
  lts: 'Iron',
  sourceUrl: 'https://nodejs.org/download/release/v20.20.2/node-v20.20.2.tar.gz',
  headersUrl: 'https://nodejs.org/download/release/v20.20.2/node-v20.20.2-headers.tar.gz',
};

export const features = {
  inspector: true,
  debug: false,
  uv: true,
  ipv6: true,
  tls_alpn: true,
  tls_sni: true,
  tls_ocsp: true,
  tls: true,
  cached_builtins: true,
  require_module: true,
};

export const execPath = '/usr/bin/node';
