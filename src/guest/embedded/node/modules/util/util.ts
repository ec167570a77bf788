import { stripVTControlCharacters } from 'node-inspect-extracted';
import { checkInteger } from '../../nodeErrors/argumentErrors.ts';
import { errnoTable } from '../../nodeErrors/errno.ts';
import type { NodeSystem } from '../../system.ts';
import { isDeepEqual } from './deepEqual.ts';
import { format, formatWithOptions, inspect } from './inspect.ts';
import { inherits, makeDebuglog, makeDeprecate, oldTypeChecks, timestamped } from './legacy.ts';
import { MIMEParams, MIMEType } from './mimeType.ts';
import { makeParseArgs } from './parseArgs.ts';
import { parseEnv } from './parseEnv.ts';
import { makeCallbackify, promisify } from './promisify.ts';
import { aborted } from './signals.ts';
import { styleText } from './styleText.ts';
import { utilTypes } from './types.ts';

/** `util.types`, with namespaces of the guest's own ES modules. */
export function createUtilTypes(system: NodeSystem): Record<string, (value: unknown) => boolean> {
  return {
    ...utilTypes,
    isModuleNamespaceObject: (value) =>
      system.isModuleNamespace(value) || utilTypes.isModuleNamespaceObject?.(value) === true,
  };
}

export function createUtil(system: NodeSystem): object {
  const debuglog = makeDebuglog(system);
  return {
    _errnoException: errnoException,
    _exceptionWithHostPort: (errno: number, syscall: string, address: string, port?: number) =>
      errnoException(errno, syscall, port ? `${address}:${port}` : address),
    _extend: (target: object, source: unknown) =>
      source !== null && typeof source === 'object' ? Object.assign(target, source) : target,
    callbackify: makeCallbackify(system.loop.nextTick.bind(system.loop)),
    debug: debuglog,
    debuglog,
    deprecate: makeDeprecate(system),
    format,
    styleText,
    formatWithOptions,
    getSystemErrorMap: () => new Map(errnoTable.map(([name, number, text]) => [number, [name, text]])),
    getSystemErrorName(errno: unknown) {
      checkInteger(errno, 'err', undefined, -1);
      return errnoTable.find(([, number]) => number === errno)?.[0] ?? `Unknown system error ${errno}`;
    },
    inherits,
    inspect,
    ...oldTypeChecks,
    isBuffer: (value: unknown) =>
      system.builtin<typeof import('node:buffer')>('buffer').Buffer.isBuffer(value),
    isDeepStrictEqual: (left: unknown, right: unknown) => isDeepEqual(left, right, true),
    log(...args: unknown[]) {
      system.write(1, new TextEncoder().encode(`${timestamped(system.clock.nowMs(), args)}\n`));
    },
    promisify,
    stripVTControlCharacters,
    toUSVString: (text: unknown) => String(text).toWellFormed(),
    transferableAbortSignal: (signal: AbortSignal) => signal,
    transferableAbortController: () => new AbortController(),
    aborted,
    types: system.builtin('util/types'),
    parseEnv,
    parseArgs: makeParseArgs(() => system.process.argv.slice(system.job.args.some(isEval) ? 1 : 2)),
    TextDecoder: globalThis.TextDecoder,
    TextEncoder: globalThis.TextEncoder,
    MIMEType,
    MIMEParams,
  };
}

function errnoException(errno: number, syscall: string, what?: string): Error {
  const code = errnoTable.find(([, number]) => number === errno)?.[0] ?? `Unknown system error ${errno}`;
  return Object.assign(new Error(`${syscall} ${code}${what ? ` ${what}` : ''}`), { errno, code, syscall });
}

/** `node -e` has no script among its arguments. */
function isEval(arg: string): boolean {
  return /^(-e|--eval|-p|--print|-pe)(=|$)/.test(arg);
}
