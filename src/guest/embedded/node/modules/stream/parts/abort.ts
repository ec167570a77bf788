/** What `readable-stream` finds when it requires "abort-controller". */
export const { AbortController, AbortSignal } = globalThis;
