import type { SpawnOptions, WebContainer } from '@webcontainer/api';

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

/** Starts a program. Rejects with a sentence where it cannot be started in time; one that comes later is ended. */
export async function spawnWithin(
  limitMs: number,
  container: Container,
  [command, ...args]: readonly [command: string, ...args: string[]],
  options?: SpawnOptions,
): Promise<ContainerProcess> {
  // What runs at a teardown has its exit rejected, whether anybody waits for it or not.
  const spawned = container.spawn(command, args, options).then((process) => {
    process.exit.catch(() => {});
    return process;
  });
  try {
    return await within(limitMs, `starting ${command}`, spawned);
  } catch (error) {
    spawned.then((late) => late.kill()).catch(() => {});
    throw error;
  }
}
