import { once } from 'node:events';
import { connect } from 'node:net';
import type { DialGuest } from '../../../../../../src/guest/embedded/shell/network.ts';
import { createGuestFetch } from '../../../../../../src/guest/network/client/index.ts';
import { testBroker } from '../../../network/brokerBench.ts';
import { type Ran, TestShell } from '../shellHarness.ts';

/** Ports of this machine stand for those of the guest. */
const dialHere: DialGuest = async (port) => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  return {
    input: socket,
    write: async (bytes) => {
      if (!socket.write(bytes)) await once(socket, 'drain').catch(() => {});
      return socket.writable;
    },
    close: () => socket.destroy(),
  };
};

/** A shell whose own servers are this machine's, and whose network is a broker that allows what the test says. */
export class NetShell {
  readonly shell = new TestShell();
  readonly broker = testBroker();
  readonly #fetch = createGuestFetch((port) => this.broker.accept(1, port));

  run(command: string): Promise<Ran> {
    return this.shell.run(command, { fetch: this.#fetch, dial: dialHere });
  }

  /** No servers of the guest: loopback is asked over the broker, as any other host. */
  runBrokered(command: string): Promise<Ran> {
    return this.shell.run(command, { fetch: this.#fetch });
  }
}
