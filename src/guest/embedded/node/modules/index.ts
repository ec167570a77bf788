import type { ModuleFactory } from '../system.ts';
import { createAssert } from './assert/assert.ts';
import { createBuffer } from './buffer/buffer.ts';
import { createCrypto } from './crypto/crypto.ts';
import { createEvents } from './events/events.ts';
import { createPath } from './path/path.ts';
import { createConsumers } from './stream/consumers.ts';
import { createStream, createWebStreams } from './stream/stream.ts';
import { createOs } from './system/os.ts';
import { createPunycode } from './text/punycode.ts';
import { createQuerystring } from './text/querystring.ts';
import { createStringDecoder } from './text/stringDecoder.ts';
import { createUrl } from './url/url.ts';
import { createUtil, createUtilTypes } from './util/util.ts';
import { createZlib } from './zlib/zlib.ts';

/** The builtin modules that stand on the runtime, each made on first use. */
export const libraryModules: Readonly<Record<string, ModuleFactory>> = {
  assert: createAssert,
  'assert/strict': (system) => system.builtin<{ strict: unknown }>('assert').strict,
  buffer: createBuffer,
  crypto: createCrypto,
  events: createEvents,
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
