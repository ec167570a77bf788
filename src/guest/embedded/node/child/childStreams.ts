import type { Readable, Writable } from 'node:stream';
import { PipeReader, PipeWriter } from '../../pipes/index.ts';
import { errnoOf } from '../nodeErrors/errno.ts';
import type { NodeSystem } from '../system.ts';

type StreamModule = typeof import('node:stream');

/** What a child writes. */
export function outputStream(system: NodeSystem, memory: SharedArrayBuffer): Readable {
  const { loop } = system;
  const { Readable: ReadableBase } = system.builtin<StreamModule>('stream');
  const bufferOf = (bytes: Uint8Array<ArrayBuffer>) =>
    system
      .builtin<typeof import('node:buffer')>('buffer')
      .Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const reader = new PipeReader(memory);
  let reading = false;
  const stream = new ReadableBase({
    read() {
      if (reading) return;
      reading = true;
      void reader.read(65_536).then((bytes) =>
        loop.enqueue(() => {
          reading = false;
          stream.push(bytes && bufferOf(bytes));
        }),
      );
    },
    destroy(error, done) {
      reader.close();
      done(error);
    },
  });
  return stream;
}

/** What a child reads. */
export function inputStream(system: NodeSystem, memory: SharedArrayBuffer): Writable {
  const { loop } = system;
  const { Writable: WritableBase } = system.builtin<StreamModule>('stream');
  const writer = new PipeWriter(memory);
  return new WritableBase({
    write(chunk: Uint8Array, _encoding, done) {
      const release = loop.hold();
      void writer.write(chunk).then((isRead) =>
        loop.enqueue(() => {
          release();
          done(
            isRead
              ? null
              : Object.assign(new Error('write EPIPE'), {
                  errno: errnoOf.EPIPE,
                  code: 'EPIPE',
                  syscall: 'write',
                }),
          );
        }),
      );
    },
    final(done) {
      writer.close();
      done();
    },
    destroy(error, done) {
      writer.close();
      done(error);
    },
  });
}
