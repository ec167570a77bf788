import type { EventEmitter } from 'node:events';
import { PipeReader, PipeWriter } from '../../pipes/index.ts';
import { invalidArgType } from '../nodeErrors/argumentErrors.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../system.ts';

/** One end of the channel between a process and one that it forked: a JSON message a line, over two pipes. */
export interface IpcChannel {
  send(message: unknown, callback?: (error: Error | null) => void): boolean;
  disconnect(): void;
  /** The other side has ended. */
  ended(): void;
  ref(): void;
  unref(): void;
}

interface Owner extends EventEmitter {
  connected: boolean;
}

export function createChannel(
  system: NodeSystem,
  owner: Owner,
  pipes: { readonly incoming: SharedArrayBuffer; readonly outgoing: SharedArrayBuffer },
  onClosed: () => void = () => {},
): IpcChannel {
  const { loop } = system;
  const reader = new PipeReader(pipes.incoming);
  const writer = new PipeWriter(pipes.outgoing);
  let isOpen = true;
  let sending = Promise.resolve();

  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    owner.connected = false;
    writer.close();
    reader.close();
    onClosed();
    loop.enqueue(() => owner.emit('disconnect'));
  };

  const receive = async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for (let bytes = await reader.read(); bytes !== null; bytes = await reader.read()) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isOpen) loop.enqueue(() => owner.emit('message', JSON.parse(line) as unknown, undefined));
      }
    }
    loop.enqueue(close);
  };
  void receive();

  return {
    send(message, callback) {
      if (message === undefined) {
        throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "message" argument must be specified');
      }
      if (typeof message === 'function' || typeof message === 'symbol') {
        throw invalidArgType('message', ['string', 'object', 'number', 'boolean'], message);
      }
      if (!isOpen) {
        const error = nodeError(Error, 'ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
        loop.nextTick(() => (callback ? callback(error) : owner.emit('error', error)));
        return false;
      }
      const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
      const release = loop.hold();
      sending = sending
        .then(() => writer.write(bytes))
        .then(() => {
          release();
          if (callback) loop.enqueue(() => callback(null));
        });
      return true;
    },
    disconnect() {
      void sending.then(close);
    },
    ended: () => writer.close(),
    ref: () => {},
    unref: () => {},
  };
}

/** The forked side: `process.send`, `message` and `disconnect`. It stays alive while it listens. */
export function joinChannel(
  system: NodeSystem,
  pipes: { readonly incoming: SharedArrayBuffer; readonly outgoing: SharedArrayBuffer },
): void {
  const process = system.process as unknown as Owner & Record<string, unknown>;
  let release = () => {};
  const update = () => {
    const listens = process.listenerCount('message') > 0 || process.listenerCount('disconnect') > 0;
    release();
    release = listens && process.connected ? system.loop.hold() : () => {};
  };
  process.connected = true;
  const channel = createChannel(system, process, pipes, () => update());
  process.channel = {
    ref: update,
    unref: () => release(),
  };
  process.send = (message: unknown, ...rest: unknown[]) =>
    channel.send(
      message,
      rest.find((each) => typeof each === 'function') as ((error: Error | null) => void) | undefined,
    );
  process.disconnect = () => channel.disconnect();
  process.on('newListener', (name: unknown) => {
    if (name === 'message' || name === 'disconnect') system.loop.nextTick(update);
  });
  process.on('removeListener', update);
}
