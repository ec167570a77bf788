import type { PortCalls } from '../files/index.ts';
import type { ProcessCalls, ProcessEnd, ProcessInfo } from './contract.ts';

/** The kernel at the far end of a process's port; it is ours, so answers are taken as typed. */
export function createProcessCalls(calls: PortCalls): ProcessCalls {
  const ask = <Value>(operation: string, ...values: readonly unknown[]): Promise<Value> =>
    calls.ask(operation, values) as Promise<Value>;
  return {
    spawn: (spec, stdio, options) => ask<number>('spawn', spec, stdio, options ?? {}),
    wait: (pid) => ask<ProcessEnd>('wait', pid),
    signal: (pid, signal) => ask<boolean>('signal', pid, signal),
    list: () => ask<readonly ProcessInfo[]>('list'),
    loadingMs: (settled) => ask<number>('loadingMs', settled),
    lock: (path, options) => ask<number | null>('lock', path, options),
    unlock: (id) => ask<void>('unlock', id),
    openPipe: (number, mode) => ask<number>('openPipe', number, mode),
    pipeOpened: (id) => ask<void>('pipeOpened', id),
    readPipe: (id) => ask<Uint8Array | null>('readPipe', id),
    unreadPipe: (id, bytes) => ask<void>('unreadPipe', id, bytes),
    writePipe: (id, bytes) => ask<boolean>('writePipe', id, bytes),
    closePipe: (id) => ask<void>('closePipe', id),
    leave: (pid, paths) => ask<void>('leave', pid, paths),
  };
}
