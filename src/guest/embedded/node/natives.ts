/**
 * The browser's functions that this `node` itself needs, taken before the program runs: it sees Node's in their
 * place and may replace those too.
 */
export function takeNatives() {
  const scope = globalThis;
  return {
    setTimeout: scope.setTimeout.bind(scope) as (callback: () => void, ms?: number) => number,
    clearTimeout: scope.clearTimeout.bind(scope) as (id: number | undefined) => void,
    queueMicrotask: scope.queueMicrotask.bind(scope),
    structuredClone: scope.structuredClone.bind(scope),
    MessageChannel: scope.MessageChannel,
    MessagePort: scope.MessagePort,
    Blob: scope.Blob,
    crypto: scope.crypto,
    performance: scope.performance,
    CompressionStream: scope.CompressionStream,
    DecompressionStream: scope.DecompressionStream,
    /** Indirect, so that what it evaluates sees the global scope only. */
    evaluate: scope.eval as (code: string) => unknown,
  };
}

export type Natives = ReturnType<typeof takeNatives>;
