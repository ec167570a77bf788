import { GuestFsError } from '../../port.ts';
import { createPipe, isReaderClosed, sealPipe } from '../pipes/index.ts';

/** A connection as one of its two sides has it: a pipe to read and one to write. */
export interface PortConnection {
  readonly incoming: SharedArrayBuffer;
  readonly outgoing: SharedArrayBuffer;
  /** The port at this side and at the other. */
  readonly localPort: number;
  readonly remotePort: number;
}

interface Listener {
  readonly owner: number;
  /** Connections that nobody has accepted yet. */
  readonly waiting: PortConnection[];
  readonly accepting: ((connection: PortConnection | null) => void)[];
}

interface OpenConnection {
  /** Process ids of who connected and who listened; null is the page. */
  readonly sides: readonly [client: number | null, server: number];
  readonly toServer: SharedArrayBuffer;
  readonly toClient: SharedArrayBuffer;
}

/** As Linux gives them to who asks for port 0. */
const firstEphemeral = 32_768;
const lastPort = 65_535;
/** Connections that wait to be accepted; more are refused. */
const longestQueue = 511;
const connectionBytes = 64 * 1024;
/** Connections of the whole guest: each holds memory, and guest code could ask for any number. */
const mostConnections = 1024;

/**
 * The loopback of the guest: which process listens on which port, and the connections between them. A connection
 * is two pipes in shared memory, so that its bytes never pass through the kernel.
 */
export class PortTable {
  readonly #listeners = new Map<number, Listener>();
  #open: OpenConnection[] = [];
  #nextEphemeral = firstEphemeral;

  /** Answers the port; 0 asks for one that is free. Throws EADDRINUSE. */
  listen(owner: number, port: number): number {
    const wanted = port === 0 ? this.#freePort() : port;
    if (this.#listeners.has(wanted))
      throw new GuestFsError('EADDRINUSE', '', 'EADDRINUSE: address already in use');
    this.#listeners.set(wanted, { owner, waiting: [], accepting: [] });
    return wanted;
  }

  /** The next connection to a port of the process's own; null when it listens no more. */
  accept(owner: number, port: number): Promise<PortConnection | null> {
    const listener = this.#listeners.get(port);
    if (listener?.owner !== owner) return Promise.resolve(null);
    const next = listener.waiting.shift();
    if (next) return Promise.resolve(next);
    return new Promise((resolve) => listener.accepting.push(resolve));
  }

  /** Those that are connected stay so. */
  unlisten(owner: number, port: number): void {
    const listener = this.#listeners.get(port);
    if (listener?.owner !== owner) return;
    this.#listeners.delete(port);
    for (const { incoming, outgoing } of listener.waiting) {
      sealPipe(incoming, 'reader');
      sealPipe(outgoing, 'writer');
    }
    for (const resolve of listener.accepting) resolve(null);
  }

  /** `client` null is the page. Throws ECONNREFUSED. */
  connect(client: number | null, port: number): PortConnection {
    const listener = this.#listeners.get(port);
    // Those that both sides have left are held no longer.
    this.#open = this.#open.filter(
      ({ toServer, toClient }) => !(isReaderClosed(toServer) && isReaderClosed(toClient)),
    );
    const isFull = this.#open.length >= mostConnections;
    if (!listener || listener.waiting.length >= longestQueue || isFull) {
      throw new GuestFsError('ECONNREFUSED', '', 'ECONNREFUSED: connection refused');
    }
    const clientPort = this.#freePort();
    const [toServer, toClient] = [createPipe(connectionBytes), createPipe(connectionBytes)];
    this.#open.push({ sides: [client, listener.owner], toServer, toClient });
    const served = { incoming: toServer, outgoing: toClient, localPort: port, remotePort: clientPort };
    const accept = listener.accepting.shift();
    if (accept) accept(served);
    else listener.waiting.push(served);
    return { incoming: toClient, outgoing: toServer, localPort: clientPort, remotePort: port };
  }

  /** A process is gone: nobody is left at its ends. */
  ended(pid: number): void {
    for (const [port, { owner }] of [...this.#listeners]) if (owner === pid) this.unlisten(pid, port);
    this.#open = this.#open.filter(({ sides: [client, server], toServer, toClient }) => {
      if (client === pid) {
        sealPipe(toClient, 'reader');
        sealPipe(toServer, 'writer');
      }
      if (server === pid) {
        sealPipe(toServer, 'reader');
        sealPipe(toClient, 'writer');
      }
      return client !== pid && server !== pid;
    });
  }

  /** Ports that are listened on, in order. */
  list(): number[] {
    return [...this.#listeners.keys()].sort((left, right) => left - right);
  }

  /** Throws EADDRNOTAVAIL where every one is listened on. */
  #freePort(): number {
    for (let tries = firstEphemeral; tries <= lastPort; tries++) {
      const port = this.#nextEphemeral;
      this.#nextEphemeral = port === lastPort ? firstEphemeral : port + 1;
      if (!this.#listeners.has(port)) return port;
    }
    throw new GuestFsError('EADDRNOTAVAIL', '', 'EADDRNOTAVAIL: address not available');
  }
}
