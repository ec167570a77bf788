import type NodeStream from 'node:stream';
import type { NodeSystem } from '../../system.ts';

type Streams = Pick<typeof NodeStream, 'Readable' | 'Writable' | 'Duplex' | 'finished'>;

/** `Readable.fromWeb`, `toWeb` and their like: streams of Node over those of the web and back. */
export function createWebAdapters(system: NodeSystem, { Readable, Writable, Duplex, finished }: Streams) {
  const bufferOf = (chunk: unknown): unknown => {
    if (!(chunk instanceof Uint8Array)) return chunk;
    const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  };

  function readableFromWeb(source: ReadableStream, options: object = {}): NodeStream.Readable {
    const reader = source.getReader();
    return new Readable({
      ...options,
      read(this: NodeStream.Readable) {
        reader.read().then(
          ({ done, value }) => this.push(done ? null : bufferOf(value)),
          (error) => this.destroy(error),
        );
      },
      destroy(error, done) {
        reader.cancel(error).then(
          () => done(error),
          () => done(error),
        );
      },
    });
  }

  function readableToWeb(source: NodeStream.Readable): ReadableStream {
    source.pause();
    return new ReadableStream(
      {
        start(controller) {
          source.on('data', (chunk: unknown) => {
            controller.enqueue(chunk instanceof Uint8Array ? new Uint8Array(chunk) : chunk);
            if ((controller.desiredSize ?? 0) <= 0) source.pause();
          });
          source.pause();
          finished(source, { writable: false }, (error) => {
            if (error) controller.error(error);
            else controller.close();
          });
        },
        pull: () => void source.resume(),
        cancel: (reason) => void source.destroy(reason),
      },
      { highWaterMark: source.readableObjectMode ? source.readableHighWaterMark : 1 },
    );
  }

  function writableFromWeb(target: WritableStream, options: object = {}): NodeStream.Writable {
    const writer = target.getWriter();
    return new Writable({
      ...options,
      write(chunk, _encoding, done) {
        writer.ready.then(() => writer.write(chunk)).then(() => done(), done);
      },
      final(done) {
        writer.close().then(() => done(), done);
      },
      destroy(error, done) {
        const ending = error ? writer.abort(error) : Promise.resolve();
        ending.then(
          () => done(error),
          () => done(error),
        );
      },
    });
  }

  function writableToWeb(target: NodeStream.Writable): WritableStream {
    return new WritableStream({
      start(controller) {
        finished(target, { readable: false }, (error) => {
          if (error) controller.error(error);
        });
      },
      async write(chunk) {
        if (target.writableNeedDrain || !target.write(chunk)) {
          await new Promise<void>((resolve) => target.once('drain', () => resolve()));
        }
      },
      close: () =>
        new Promise<void>((resolve) => {
          target.end(() => resolve());
        }),
      abort: (reason) => void target.destroy(reason),
    });
  }

  return {
    readableFromWeb,
    readableToWeb,
    writableFromWeb,
    writableToWeb,
    duplexFromWeb: (pair: { readable: ReadableStream; writable: WritableStream }, options: object = {}) =>
      Duplex.from({
        readable: readableFromWeb(pair.readable, options),
        writable: writableFromWeb(pair.writable, options),
      }),
    duplexToWeb: (duplex: NodeStream.Duplex) => ({
      readable: readableToWeb(duplex),
      writable: writableToWeb(duplex),
    }),
  };
}
