import type NodeStream from 'node:stream';
import base from 'readable-stream/lib/stream.js';
import type { NodeSystem } from '../../system.ts';
import { createWebAdapters } from './webAdapters.ts';

/**
 * `stream`: Node's own streams, as `readable-stream` packs those of Node 18, with what Node 20 has more.
 */
export function createStream(system: NodeSystem): object {
  const stream = base as typeof NodeStream & Record<string, unknown>;
  const { Readable, Writable, Duplex } = stream;
  const adapters = createWebAdapters(system, stream);
  define(Readable, { fromWeb: adapters.readableFromWeb, toWeb: adapters.readableToWeb });
  define(Writable, { fromWeb: adapters.writableFromWeb, toWeb: adapters.writableToWeb });
  define(Duplex, { fromWeb: adapters.duplexFromWeb, toWeb: adapters.duplexToWeb });
  const asyncDispose = (Symbol as { asyncDispose?: symbol }).asyncDispose;
  if (asyncDispose && !(asyncDispose in Readable.prototype)) {
    Object.defineProperty(Readable.prototype, asyncDispose, {
      value: disposeReadable,
      configurable: true,
      writable: true,
    });
  }

  /** Two duplexes: what is written to one is read from the other. */
  function duplexPair(options?: object): [NodeStream.Duplex, NodeStream.Duplex] {
    const waiting: (((error?: Error | null) => void) | null)[] = [null, null];
    const pair: NodeStream.Duplex[] = [0, 1].map(
      (side) =>
        new Duplex({
          ...options,
          read() {
            const done = waiting[side];
            waiting[side] = null;
            done?.();
          },
          write(chunk, _encoding, done) {
            const other = 1 - side;
            if (chunk.length === 0) queueMicrotask(done);
            else {
              pair[other]?.push(chunk);
              waiting[other] = done;
            }
          },
          final(done) {
            pair[1 - side]?.on('end', done);
            pair[1 - side]?.push(null);
          },
        }),
    );
    return pair as [NodeStream.Duplex, NodeStream.Duplex];
  }

  // What Node 20 takes as bytes is any view of a buffer.
  const _isArrayBufferView = ArrayBuffer.isView;
  return Object.assign(stream, { duplexPair, _isArrayBufferView, _isUint8Array: _isArrayBufferView });
}

async function disposeReadable(this: NodeStream.Readable): Promise<void> {
  if (this.destroyed) return;
  const error = this.readableEnded
    ? undefined
    : Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' });
  this.destroy(error);
  await new Promise<void>((resolve) => this.once('close', () => resolve()));
}

function define(target: object, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

export function createWebStreams(): object {
  const names = [
    'ReadableStream',
    'ReadableStreamDefaultReader',
    'ReadableStreamBYOBReader',
    'ReadableStreamBYOBRequest',
    'ReadableByteStreamController',
    'ReadableStreamDefaultController',
    'TransformStream',
    'TransformStreamDefaultController',
    'WritableStream',
    'WritableStreamDefaultWriter',
    'WritableStreamDefaultController',
    'ByteLengthQueuingStrategy',
    'CountQueuingStrategy',
    'TextEncoderStream',
    'TextDecoderStream',
    'CompressionStream',
    'DecompressionStream',
  ];
  return Object.fromEntries(
    names.map((name) => [name, (globalThis as unknown as Record<string, unknown>)[name]]),
  );
}
