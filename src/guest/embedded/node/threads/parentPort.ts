import type { EventEmitter } from 'node:events';
import type { NodeSystem } from '../system.ts';
import { crossing, type ThreadMessage } from './messages.ts';

type Listener = (...args: unknown[]) => void;

/** The thread's end of the port to its starter. */
export interface ThreadLink {
  write(fd: 1 | 2, bytes: Uint8Array): void;
  failed(error: unknown): void;
  exit(code: number): void;
  online(): void;
}

export function linkToStarter(port: MessagePort): ThreadLink {
  const post = (message: ThreadMessage) => port.postMessage(message);
  return {
    write: (fd, bytes) => post({ kind: 'output', fd, bytes: bytes.slice() }),
    failed: (error) => post(crossing(error)),
    exit: (code) => post({ kind: 'exit', code }),
    online: () => post({ kind: 'online' }),
  };
}

/** `parentPort`: a port as Node has it. It keeps the thread alive while somebody listens for messages. */
export function createParentPort(system: NodeSystem, port: MessagePort): EventEmitter {
  const Emitter = system.builtin<new () => EventEmitter>('events');
  let release = () => {};
  let isOpen = true;
  let onmessage: Listener | null = null;

  class ParentPort extends Emitter {
    postMessage(value: unknown, transfer?: Transferable[] | { readonly transfer?: Transferable[] }): void {
      if (!isOpen) return;
      const list = Array.isArray(transfer) ? transfer : (transfer?.transfer ?? []);
      const message: ThreadMessage = { kind: 'message', value };
      port.postMessage(message, list);
    }

    start(): void {}

    ref(): void {
      release();
      if (isOpen) release = system.loop.hold();
    }

    unref(): void {
      release();
    }

    close(): void {
      if (!isOpen) return;
      isOpen = false;
      release();
      system.loop.enqueue(() => this.emit('close'));
    }

    addEventListener(name: string, listener: Listener | { handleEvent: Listener }): void {
      const call = typeof listener === 'function' ? listener : listener.handleEvent.bind(listener);
      this.on(name, (data: unknown) => call({ type: name, data, target: this }));
    }

    get onmessage(): Listener | null {
      return onmessage;
    }

    set onmessage(listener: Listener | null) {
      onmessage = typeof listener === 'function' ? listener : null;
      this.#update();
    }

    #update(): void {
      const listens = onmessage !== null || this.listenerCount('message') > 0;
      release();
      if (listens && isOpen) release = system.loop.hold();
    }

    watch(): void {
      this.on('newListener', (name: unknown) => {
        if (name === 'message') system.loop.nextTick(() => this.#update());
      });
      this.on('removeListener', () => this.#update());
      const waiting: unknown[] = [];
      const give = (value: unknown) => {
        onmessage?.({ type: 'message', data: value, target: this });
        this.emit('message', value);
      };
      port.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
        if (data.kind !== 'message' || !isOpen) return;
        waiting.push(data.value);
        system.loop.enqueue(() => {
          // A port that nobody listens to keeps its messages.
          if (onmessage === null && this.listenerCount('message') === 0) return;
          for (const value of waiting.splice(0)) give(value);
        });
      };
      this.on('newListener', (name: unknown) => {
        if (name !== 'message' || waiting.length === 0) return;
        system.loop.enqueue(() => {
          for (const value of waiting.splice(0)) give(value);
        });
      });
    }
  }
  const parentPort = new ParentPort();
  parentPort.watch();
  Object.defineProperty(parentPort, 'watch', { value: undefined });
  return parentPort;
}
