import type { ModuleFactory } from '../system.ts';
import { createAssert } from './assert/assert.ts';
import { createBrotli } from './brotli/brotli.ts';
import { createBuffer } from './buffer/buffer.ts';
import { createCrypto } from './crypto/crypto.ts';
import { createEvents } from './events/events.ts';
import { createFetch } from './http/fetch.ts';
import { createHttp, createHttps } from './http/http.ts';
import { createNet } from './net/net.ts';
import { createPath } from './path/path.ts';
import { createReadline, createReadlinePromises } from './readline/readline.ts';
import { createAsyncHooks } from './small/asyncHooks.ts';
import { createConstants } from './small/constants.ts';
import { createDiagnosticsChannel } from './small/diagnosticsChannel.ts';
import { createDns } from './small/dns.ts';
import { createDomain } from './small/domain.ts';
import { createPerfHooks } from './small/perfHooks.ts';
import { createTty } from './small/tty.ts';
import { createUnavailable, unavailableModules } from './small/unavailable.ts';
import { createV8 } from './small/v8.ts';
import { createVm } from './small/vm.ts';
import { createConsumers } from './stream/consumers.ts';
import { createStream, createWebStreams } from './stream/stream.ts';
import { createOs } from './system/os.ts';
import { createReporters } from './test/runStream.ts';
import { createTest } from './test/testModule.ts';
import { createPunycode } from './text/punycode.ts';
import { createQuerystring } from './text/querystring.ts';
import { createStringDecoder } from './text/stringDecoder.ts';
import { createUrl } from './url/url.ts';
import { createUtil, createUtilTypes } from './util/util.ts';
import { createZlib } from './zlib/zlib.ts';

/** The builtin modules that stand on the runtime, each made on first use. */
export const libraryModules: Readonly<Record<string, ModuleFactory>> = {
  ...Object.fromEntries(
    unavailableModules.map((name) => [name, (system) => createUnavailable(name, system)]),
  ),
  'inspector/promises': (system) => system.builtin('inspector'),
  async_hooks: createAsyncHooks,
  constants: createConstants,
  diagnostics_channel: createDiagnosticsChannel,
  dns: createDns,
  'dns/promises': (system) => system.builtin<{ promises: unknown }>('dns').promises,
  domain: createDomain,
  perf_hooks: createPerfHooks,
  readline: createReadline,
  'readline/promises': createReadlinePromises,
  test: createTest,
  'test/reporters': createReporters,
  tty: createTty,
  v8: createV8,
  vm: createVm,
  assert: createAssert,
  'assert/strict': (system) => system.builtin<{ strict: unknown }>('assert').strict,
  buffer: createBuffer,
  'internal/brotli': createBrotli,
  crypto: createCrypto,
  events: createEvents,
  http: createHttp,
  https: createHttps,
  'internal/fetch': createFetch,
  net: createNet,
  os: createOs,
  path: createPath,
  'path/posix': (system) => system.builtin<{ posix: unknown }>('path').posix,
  'path/win32': (system) => system.builtin<{ win32: unknown }>('path').win32,
  punycode: createPunycode,
  querystring: createQuerystring,
  stream: createStream,
  'stream/consumers': createConsumers,
  'stream/promises': (system) => system.builtin<{ promises: unknown }>('stream').promises,
  'stream/web': createWebStreams,
  string_decoder: createStringDecoder,
  sys: (system) => system.builtin('util'),
  url: createUrl,
  util: createUtil,
  'util/types': createUtilTypes,
  zlib: createZlib,
};

export { runTestCommand } from './test/runStream.ts';
export { notePromises } from './util/inspect.ts';
export { parseEnv } from './util/parseEnv.ts';
export { trackingProxy } from './util/proxies.ts';
export { showIterators } from './util/shownIterators.ts';
