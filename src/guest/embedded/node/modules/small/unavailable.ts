import type { NodeSystem } from '../../system.ts';
import { unavailableMembers } from './unavailableMembers.ts';

/** Modules that packages require and seldom use: they are there, and say so only when something of them is called. */
const functionsOf: Readonly<Record<string, readonly string[]>> = {
  cluster: ['fork', 'disconnect', 'setupPrimary', 'setupMaster', 'Worker'],
  dgram: ['createSocket', 'Socket'],
  http2: [
    'connect',
    'createServer',
    'createSecureServer',
    'getPackedSettings',
    'getUnpackedSettings',
    'performServerHandshake',
    'Http2ServerRequest',
    'Http2ServerResponse',
  ],
  inspector: ['open', 'close', 'waitForDebugger', 'Session'],
  repl: ['start', 'REPLServer', 'Recoverable'],
  tls: [
    'connect',
    'createServer',
    'createSecureContext',
    'createSecurePair',
    'checkServerIdentity',
    'convertALPNProtocols',
    'TLSSocket',
    'Server',
    'SecureContext',
  ],
  wasi: ['WASI'],
  trace_events: ['createTracing'],
};

const valuesOf: Readonly<Record<string, object>> = {
  cluster: {
    isMaster: true,
    isPrimary: true,
    isWorker: false,
    workers: {},
    settings: {},
    SCHED_NONE: 1,
    SCHED_RR: 2,
    schedulingPolicy: 2,
  },
  http2: {
    constants: {},
    sensitiveHeaders: Symbol('nodejs.http2.sensitiveHeaders'),
    getDefaultSettings: () => ({}),
  },
  inspector: { url: () => undefined, console: globalThis.console, Network: {} },
  repl: {
    REPL_MODE_SLOPPY: Symbol('repl-sloppy'),
    REPL_MODE_STRICT: Symbol('repl-strict'),
    writer: String,
    builtinModules: [],
  },
  tls: {
    CLIENT_RENEG_LIMIT: 3,
    CLIENT_RENEG_WINDOW: 600,
    DEFAULT_CIPHERS: '',
    DEFAULT_ECDH_CURVE: 'auto',
    DEFAULT_MIN_VERSION: 'TLSv1.2',
    DEFAULT_MAX_VERSION: 'TLSv1.3',
    rootCertificates: [],
    getCiphers: () => [],
  },
  trace_events: { getEnabledCategories: () => undefined },
};

export const unavailableModules: readonly string[] = Object.keys(functionsOf);

export function createUnavailable(name: string, system: NodeSystem): object {
  const values = { ...unavailableMembers(name, functionsOf[name] ?? []), ...valuesOf[name] };
  if (name !== 'cluster') return values;
  // An emitter in Node, and programs listen to it.
  const Emitter = system.builtin<new () => object>('events');
  return Object.assign(new Emitter(), values);
}
