import { checkFunction } from '../../nodeErrors/argumentErrors.ts';
import { systemError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';

const codes = {
  NODATA: 'ENODATA',
  FORMERR: 'EFORMERR',
  SERVFAIL: 'ESERVFAIL',
  NOTFOUND: 'ENOTFOUND',
  NOTIMP: 'ENOTIMP',
  REFUSED: 'EREFUSED',
  BADQUERY: 'EBADQUERY',
  BADNAME: 'EBADNAME',
  BADFAMILY: 'EBADFAMILY',
  BADRESP: 'EBADRESP',
  CONNREFUSED: 'ECONNREFUSED',
  TIMEOUT: 'ETIMEOUT',
  EOF: 'EOF',
  FILE: 'EFILE',
  NOMEM: 'ENOMEM',
  DESTRUCTION: 'EDESTRUCTION',
  BADSTR: 'EBADSTR',
  BADFLAGS: 'EBADFLAGS',
  NONAME: 'ENONAME',
  BADHINTS: 'EBADHINTS',
  NOTINITIALIZED: 'ENOTINITIALIZED',
  LOADIPHLPAPI: 'ELOADIPHLPAPI',
  ADDRGETNETWORKPARAMS: 'EADDRGETNETWORKPARAMS',
  CANCELLED: 'ECANCELLED',
};

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}
interface LookupOptions {
  readonly all?: boolean;
  readonly family?: number | string;
}

/** The guest's own names; there is no name server. */
export function addressOf(hostname: string, family: number): Address | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return { address: hostname, family: 4 };
  if (hostname.includes(':')) return { address: hostname, family: 6 };
  if (!/^(.+\.)?localhost\.?$/i.test(hostname)) return null;
  return family === 6 ? { address: '::1', family: 6 } : { address: '127.0.0.1', family: 4 };
}

const queries = [
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveCaa',
  'resolveCname',
  'resolveMx',
  'resolveNaptr',
  'resolveNs',
  'resolvePtr',
  'resolveSoa',
  'resolveSrv',
  'resolveTxt',
  'reverse',
];

function find(hostname: string, options: LookupOptions): Address {
  const family = options.family === 'IPv6' ? 6 : options.family === 'IPv4' ? 4 : Number(options.family ?? 0);
  const found = addressOf(hostname, family);
  if (!found) throw systemError('ENOTFOUND', 'getaddrinfo', { hostname });
  return found;
}

function refuse(name: string, hostname: string): Error {
  const syscall = `query${name.replace(/^resolve/, '').replace(/^(4|6)$/, (digit) => (digit === '4' ? 'A' : 'Aaaa')) || 'A'}`;
  const { message, code } = systemError('ENOTFOUND', syscall, { hostname });
  return Object.assign(new Error(message), { errno: undefined, code, syscall, hostname });
}

export function createDns(system: NodeSystem): object {
  function lookup(hostname: string, ...rest: unknown[]): void {
    const callback = rest.pop();
    checkFunction(callback, 'callback');
    const options = (typeof rest[0] === 'number' ? { family: rest[0] } : (rest[0] ?? {})) as LookupOptions;
    system.loop.enqueue(() => {
      let found: Address;
      try {
        found = find(hostname, options);
      } catch (error) {
        callback(error);
        return;
      }
      if (options.all) callback(null, [found]);
      else callback(null, found.address, found.family);
    });
  }
  class Resolver {
    getServers(): string[] {
      return [];
    }
    setServers(): void {}
    cancel(): void {}
  }
  const query =
    (name: string) =>
    (hostname: string, ...rest: unknown[]) => {
      const callback = rest.pop();
      checkFunction(callback, 'callback');
      system.loop.enqueue(() => callback(refuse(name, hostname)));
    };
  const shared = {
    Resolver,
    getDefaultResultOrder: () => 'verbatim',
    setDefaultResultOrder() {},
    setServers() {},
    getServers: () => [],
    ...codes,
  };
  const promises = {
    ...shared,
    async lookup(hostname: string, options: LookupOptions | number = {}) {
      const found = find(hostname, typeof options === 'number' ? { family: options } : options);
      return typeof options === 'object' && options.all ? [found] : found;
    },
    async lookupService() {
      return { hostname: 'localhost', service: '' };
    },
    ...Object.fromEntries(
      queries.map((name) => [name, async (hostname: string) => Promise.reject(refuse(name, hostname))]),
    ),
  };
  return {
    ...shared,
    lookup,
    lookupService: (_address: string, port: number, callback: unknown) => {
      checkFunction(callback, 'callback');
      system.loop.enqueue(() => callback(null, 'localhost', String(port)));
    },
    ADDRCONFIG: 32,
    ALL: 16,
    V4MAPPED: 8,
    ...Object.fromEntries(queries.map((name) => [name, query(name)])),
    promises,
  };
}
