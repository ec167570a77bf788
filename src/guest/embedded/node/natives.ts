import { importedScripts, isDataWorker } from './errors/dataScripts.ts';

/** As it is, or with its errors caught. */
export type Guard = <Args extends unknown[]>(callback: (...args: Args) => void) => (...args: Args) => void;

/**
 * The browser's functions that this `node` itself needs, taken before the program runs: it sees Node's in their
 * place and may replace those too. `guard` goes around each callback of theirs, where it is needed.
 */
export function takeNatives(guard: Guard | null = null) {
  const scope = globalThis;
  const evaluate = scope.eval as (code: string) => unknown;
  const setTimeout = scope.setTimeout.bind(scope) as (callback: () => void, ms?: number) => number;
  const queueMicrotask = scope.queueMicrotask.bind(scope);
  return {
    ...(isDataWorker ? importedScripts(evaluate, importOf(scope)) : { compile: evaluate, run: evaluate }),
    guard: guard ?? unguarded,
    setTimeout: guard ? (callback: () => void, ms?: number) => setTimeout(guard(callback), ms) : setTimeout,
    clearTimeout: scope.clearTimeout.bind(scope) as (id: number | undefined) => void,
    queueMicrotask: guard ? (callback: () => void) => queueMicrotask(guard(callback)) : queueMicrotask,
    structuredClone: scope.structuredClone.bind(scope),
    MessageChannel: scope.MessageChannel,
    MessagePort: scope.MessagePort,
    Blob: scope.Blob,
    crypto: scope.crypto,
    performance: scope.performance,
    CompressionStream: scope.CompressionStream,
    DecompressionStream: scope.DecompressionStream,
    /** Indirect, so that what it evaluates sees the global scope only. */
    evaluate,
  };
}

const unguarded: Guard = (callback) => callback;

function importOf(scope: object): (url: string) => void {
  const { importScripts } = scope as { readonly importScripts: (url: string) => void };
  return importScripts.bind(scope);
}

export type Natives = ReturnType<typeof takeNatives>;
