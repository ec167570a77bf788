import type { Readable, Writable } from 'node:stream';
import type { InputPipe } from '../host/nodeHost.ts';
import { errnoOf } from '../nodeErrors/errno.ts';
import type { NodeSystem } from '../system.ts';

type StreamModule = typeof import('node:stream');

function brokenPipe(): Error {
  const error = new Error('write EPIPE');
  return Object.assign(error, { errno: errnoOf.EPIPE, code: 'EPIPE', syscall: 'write' });
}

/** `process.stdout` or `stderr`: writes block until they are in the pipe, so nothing is lost at an exit. */
export function createOutputStream(system: NodeSystem, fd: 1 | 2): Writable {
  const { Writable: Base } = system.builtin<StreamModule>('stream');
  const stream = new Base({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, done) {
      done(system.write(fd, chunk) ? null : brokenPipe());
    },
  });
  stream.destroy = function destroy(error?: Error) {
    // Node never closes these two; an error must still be heard.
    if (error) system.loop.nextTick(() => stream.emit('error', error));
    return stream;
  };
  return Object.assign(stream, { fd, _type: 'pipe', _isStdio: true, destroySoon: stream.destroy });
}

/** `process.stdin`: reads only while somebody wants data, and keeps the process alive only then. */
export function createInputStream(system: NodeSystem, pipe: InputPipe | null): Readable {
  const { Readable: Base } = system.builtin<StreamModule>('stream');
  const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
  let reading = false;
  let isUnrefed = false;
  /** Told to stop: more is read into the buffer, but nobody waits for it. */
  let isPaused = false;
  let release = () => {};
  const stream = new Base({
    highWaterMark: 65_536,
    read() {
      if (reading) return;
      if (!pipe) {
        stream.push(null);
        return;
      }
      reading = true;
      hold();
      void pipe.read(65_536).then((bytes) => {
        system.loop.enqueue(() => {
          reading = false;
          release();
          stream.push(bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
        });
      });
    },
  });

  function hold(): void {
    release();
    const isWanted = !isPaused || stream.listenerCount('readable') > 0;
    if (!isUnrefed && isWanted) release = system.loop.hold();
  }
  stream.on('pause', () => {
    isPaused = true;
    release();
  });
  stream.on('resume', () => {
    isPaused = false;
    if (reading) hold();
  });
  return Object.assign(stream, {
    fd: 0,
    isRaw: false,
    ref: () => {
      isUnrefed = false;
      if (reading) hold();
      return stream;
    },
    unref: () => {
      isUnrefed = true;
      release();
      return stream;
    },
    setRawMode: undefined,
  });
}
