import type { PortCalls } from '../files/index.ts';
import { PipeReader, PipeWriter } from '../pipes/index.ts';
import type { DialGuest, GuestConnection } from '../shell/index.ts';
import type { PortConnection } from './portTable.ts';

/** The pipes of a connection as two streams of bytes. */
export function openConnection({ incoming, outgoing }: PortConnection): GuestConnection {
  const [reader, writer] = [new PipeReader(incoming), new PipeWriter(outgoing)];
  return {
    input: reader,
    write: (bytes) => writer.write(bytes),
    close() {
      writer.close();
      reader.close();
    },
  };
}

/** Connects a process that has the kernel's calls to servers of the guest. */
export function createDial(calls: PortCalls): DialGuest {
  return async (port) => {
    try {
      return openConnection((await calls.ask('connectPort', [port])) as PortConnection);
    } catch {
      return null;
    }
  };
}
