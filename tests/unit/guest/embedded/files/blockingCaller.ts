import { BlockingCalls } from '../../../../../src/guest/embedded/files/blockingPort.ts';

interface Work {
  readonly port: MessagePort;
  readonly memory: SharedArrayBuffer;
  readonly calls: readonly (readonly [string, ...unknown[]])[];
}

/** The worker of a test: makes the calls it is sent one after the other and posts what they gave. */
self.onmessage = ({ data: { port, memory, calls } }: MessageEvent<Work>) => {
  const blocking = new BlockingCalls(port, memory);
  const answers = calls.map(([operation, ...values]) => {
    try {
      return blocking.call(operation, values);
    } catch (error) {
      const { code, message, path } = error as {
        readonly code: string;
        readonly message: string;
        readonly path: string;
      };
      return `${code} ${message} ${path}`;
    }
  });
  self.postMessage(answers);
};
