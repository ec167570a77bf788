import type { WebContainer } from '@webcontainer/api';

export type Container = WebContainer;
export type ContainerProcess = Awaited<ReturnType<WebContainer['spawn']>>;

/** How long one call to the container may take: the client itself waits for ever. */
export const callLimitMs = 20_000;

/** Rejects with a sentence where `work` takes longer. What comes later is nobody's. */
export function within<Value>(limitMs: number, what: string, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`${what} took longer than ${limitMs / 1000} s`));
    }, limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
