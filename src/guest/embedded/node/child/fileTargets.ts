import { createPipe, PipeWriter } from '../../pipes/index.ts';
import { pathOfDescriptor } from '../fs/fsBase.ts';
import type { NodeSystem } from '../system.ts';
import type { ChildStream } from './stdio.ts';

type FsModule = typeof import('node:fs');

/** Where a stream of a child goes that is one of this process's descriptors. */
export interface Target {
  write(bytes: Uint8Array): void;
  close(): void;
}

/** What the child's output leads to; null where it is not passed on. */
export function targetOf(system: NodeSystem, stream: ChildStream | undefined): Target | null {
  if (stream?.kind !== 'inherit') return null;
  const { fd } = stream;
  if (fd <= 2) return { write: (bytes) => system.write(fd === 2 ? 2 : 1, bytes), close() {} };
  // A descriptor of its own, since the program closes the one that it gave: appends, as both would share one offset.
  const fs = system.builtin<FsModule>('fs');
  const own = fs.openSync(filePathOf(system, stream) ?? '/dev/null', 'a');
  return { write: (bytes) => void fs.writeSync(own, bytes), close: () => fs.closeSync(own) };
}

/** Path of the file that the stream leads to; null where it is none. */
export function filePathOf(system: NodeSystem, stream: ChildStream | undefined): string | null {
  if (stream?.kind !== 'inherit' || stream.fd <= 2) return null;
  system.builtin('fs');
  return pathOfDescriptor(system, stream.fd);
}

/** Standard input from an open file: all that is left of it, in a pipe that has an end. Else the stream as it is. */
export function inputFromFile(system: NodeSystem, stream: ChildStream | undefined): ChildStream | undefined {
  if (stream?.kind !== 'inherit' || stream.fd <= 2) return stream;
  return { kind: 'inherit', fd: stream.fd, memory: filledPipe(readRest(system, stream.fd)) };
}

function readRest(system: NodeSystem, fd: number): Uint8Array {
  return system.builtin<FsModule>('fs').readFileSync(fd);
}

/** A pipe that holds all of `bytes` at once, so that nobody has to go on writing. */
export function filledPipe(bytes: Uint8Array): SharedArrayBuffer {
  const memory = createPipe(Math.max(1024, 2 ** Math.ceil(Math.log2(bytes.length + 64))));
  const writer = new PipeWriter(memory);
  writer.writeSync(bytes);
  writer.close();
  return memory;
}
