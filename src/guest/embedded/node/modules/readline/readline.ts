import type { NodeSystem } from '../../system.ts';
import { callableClass } from '../small/callableClass.ts';
import { StringDecoder } from '../text/stringDecoder.ts';
import { promisifyCustom } from '../util/promisify.ts';
import { clearLine, clearScreenDown, cursorTo, moveCursor, Readline } from './cursor.ts';
import { createInterfaceClass, createPromisesInterface } from './interface.ts';
import { keysOf } from './keys.ts';

interface KeySource {
  on(event: string, listener: (chunk: string | Uint8Array) => void): unknown;
  emit(event: string, ...args: unknown[]): boolean;
}

const watched = new WeakSet<object>();

function emitKeypressEvents(stream: KeySource): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  const decoder = new StringDecoder('utf8');
  stream.on('data', (chunk) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    for (const key of keysOf(text))
      stream.emit('keypress', key.sequence.length === 1 ? key.sequence : undefined, key);
  });
}

export function createReadline(system: NodeSystem): object {
  const Interface = createInterfaceClass(system);
  Object.defineProperty(Interface.prototype.question, promisifyCustom, {
    value(this: InstanceType<typeof Interface>, query: string, options: object = {}) {
      return new Promise((resolve) => this.question(query, options, resolve));
    },
    configurable: true,
  });
  return {
    Interface: callableClass(Interface, 'Interface'),
    clearLine,
    clearScreenDown,
    createInterface: (...args: unknown[]) => new Interface(...args),
    cursorTo,
    emitKeypressEvents,
    moveCursor,
    get promises() {
      return system.builtin('readline/promises');
    },
  };
}

export function createReadlinePromises(system: NodeSystem): object {
  const Interface = createPromisesInterface(createInterfaceClass(system));
  return {
    Interface: callableClass(Interface, 'Interface'),
    Readline,
    createInterface: (...args: unknown[]) => new Interface(...args),
  };
}
