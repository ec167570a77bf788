import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { osConstants } from './osConstants.ts';

/** A machine of a stated size: nothing in a page may know the real one. */
const totalBytes = 4 * 1024 ** 3;
const freeBytes = 2 * 1024 ** 3;
const processors = 2;

/** `os`: a small Linux. */
export function createOs(system: NodeSystem): object {
  const env = () => system.process.env;
  const cpu = () => ({
    model: 'Spillway virtual CPU',
    speed: 2000,
    times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 },
  });
  const homedir = () => env().HOME ?? '/home/user';
  function userInfo(options?: { readonly encoding?: string }): object {
    const encode = (text: string): unknown =>
      options?.encoding === 'buffer'
        ? system.builtin<typeof import('node:buffer')>('buffer').Buffer.from(text)
        : text;
    const username = env().USER ?? env().LOGNAME ?? 'user';
    return {
      uid: 1000,
      gid: 1000,
      username: encode(username),
      homedir: encode(homedir()),
      shell: encode(env().SHELL ?? '/bin/bash'),
    };
  }
  const functions = {
    arch: () => 'x64',
    availableParallelism: () => processors,
    cpus: () => Array.from({ length: processors }, cpu),
    endianness: () => 'LE',
    freemem: () => freeBytes,
    getPriority: () => 0,
    homedir,
    hostname: () => env().HOSTNAME ?? 'spillway',
    loadavg: () => [0, 0, 0],
    networkInterfaces: () => ({
      lo: [
        {
          address: '127.0.0.1',
          netmask: '255.0.0.0',
          family: 'IPv4',
          mac: '00:00:00:00:00:00',
          internal: true,
          cidr: '127.0.0.1/8',
        },
      ],
    }),
    platform: () => 'linux',
    release: () => '6.1.0',
    setPriority() {
      throw nodeError(
        Error,
        'ERR_SYSTEM_ERROR',
        'A system error occurred: uv_os_setpriority returned EPERM (operation not permitted)',
      );
    },
    tmpdir: () => (env().TMPDIR ?? env().TMP ?? env().TEMP ?? '/tmp').replace(/(.)\/$/, '$1'),
    totalmem: () => totalBytes,
    type: () => 'Linux',
    userInfo,
    uptime: () => Math.floor(system.clock.elapsedMs()) / 1000,
    version: () => '#1 SMP',
    machine: () => 'x86_64',
  };
  // Node's own print their value when they are made text: `${os.arch}`.
  for (const name of [
    'arch',
    'availableParallelism',
    'endianness',
    'freemem',
    'homedir',
    'hostname',
    'platform',
    'release',
    'tmpdir',
    'totalmem',
    'type',
    'uptime',
    'version',
    'machine',
  ] as const) {
    const read: () => unknown = functions[name];
    Object.defineProperty(read, Symbol.toPrimitive, { value: () => read(), configurable: true });
  }
  return { ...functions, constants: osConstants, EOL: '\n', devNull: '/dev/null' };
}
