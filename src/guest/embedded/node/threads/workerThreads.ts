import type { NodeSystem } from '../system.ts';
import { extendMessagePorts } from './messagePorts.ts';
import { createParentPort } from './parentPort.ts';
import { createWorkerClass, shareEnv } from './worker.ts';

/** `require('worker_threads')`. */
export function createWorkerThreads(system: NodeSystem): object {
  const { thread, natives } = system;
  const environmentData = new Map<unknown, unknown>(thread?.environmentData ?? []);
  const { MessageChannel, receiveMessageOnPort } = extendMessagePorts(system);
  return {
    BroadcastChannel: globalThis.BroadcastChannel,
    MessageChannel,
    MessagePort: natives.MessagePort,
    SHARE_ENV: shareEnv,
    Worker: createWorkerClass(system, environmentData),
    getEnvironmentData: (key: unknown) => environmentData.get(key),
    setEnvironmentData: (key: unknown, value: unknown) => {
      if (value === undefined) environmentData.delete(key);
      else environmentData.set(key, value);
    },
    isMainThread: thread === null,
    markAsUntransferable: () => {},
    moveMessagePortToContext: (port: MessagePort) => port,
    parentPort: thread ? createParentPort(system, thread.port) : null,
    receiveMessageOnPort,
    resourceLimits: {},
    threadId: thread?.threadId ?? 0,
    workerData: thread?.workerData ?? null,
  };
}
