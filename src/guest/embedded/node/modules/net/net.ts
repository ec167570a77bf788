import type { NodeSystem } from '../../system.ts';
import { callableClass } from '../small/callableClass.ts';
import { unavailableMembers } from '../small/unavailableMembers.ts';
import { createServerClass } from './server.ts';
import { connectArguments, createSocketClass } from './socket.ts';

export function isIPv4(text: unknown): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(String(text));
}

export function isIPv6(text: unknown): boolean {
  const address = String(text).replace(/%[0-9a-zA-Z.-]+$/, '');
  if (!address.includes(':') || /[^0-9a-fA-F:.]/.test(address)) return false;
  try {
    return new globalThis.URL(`http://[${address}]/`).hostname !== '';
  } catch {
    return false;
  }
}

export function createNet(system: NodeSystem): object {
  const Socket = createSocketClass(system);
  const Server = createServerClass(system, Socket);
  const connect = (...args: unknown[]) => {
    const { options, callback } = connectArguments(args);
    return new Socket(options).connect(options, ...(callback ? [callback] : []));
  };
  const PublicSocket = callableClass(Socket, 'Socket');
  return {
    ...unavailableMembers('net', ['BlockList', 'SocketAddress']),
    connect,
    createConnection: connect,
    createServer: (...args: unknown[]) => new Server(...args),
    isIP: (text: unknown) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0),
    isIPv4,
    isIPv6,
    Server: callableClass(Server, 'Server'),
    Socket: PublicSocket,
    Stream: PublicSocket,
    getDefaultAutoSelectFamily: () => true,
    setDefaultAutoSelectFamily() {},
    getDefaultAutoSelectFamilyAttemptTimeout: () => 250,
    setDefaultAutoSelectFamilyAttemptTimeout() {},
  };
}
