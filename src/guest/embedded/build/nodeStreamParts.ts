import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const parts: Readonly<Record<string, string>> = {
  buffer: 'buffer.ts',
  events: 'events.ts',
  'string_decoder/': 'stringDecoder.ts',
  'process/': 'process.ts',
  'abort-controller': 'abort.ts',
  './util/inspect': 'inspect.ts',
  './errors': 'errors.ts',
  '../ours/errors': 'errors.ts',
  '../../ours/errors': 'errors.ts',
};

/**
 * Gives `readable-stream` the guest's own events, buffers, errors and process in place of the packages of those names and of
 * its own: its streams are then emitters that the guest's `require('events')` knows, and its errors are Node's.
 */
export function nodeStreamParts(): Plugin {
  return {
    name: 'spillway-node-stream-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      const part = importer?.includes('/node_modules/readable-stream/') ? parts[source] : undefined;
      if (part === undefined) return null;
      return fileURLToPath(new URL(`../node/modules/stream/parts/${part}`, import.meta.url));
    },
  };
}
