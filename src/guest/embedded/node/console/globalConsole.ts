import type { Writable } from 'node:stream';
import type { NodeSystem } from '../system.ts';
import { createConsoleClass } from './console.ts';

/**
 * The global console. It writes through `process.stdout` once a program has looked at that, so that a replaced
 * `write` sees the lines; until then straight to the pipe.
 */
export function createGlobalConsole(system: NodeSystem): object {
  const Console = createConsoleClass(system);
  const encoder = new TextEncoder();
  const sinkOf = (name: 'stdout' | 'stderr', fd: 1 | 2) => ({
    write(text: string): void {
      const descriptor = Object.getOwnPropertyDescriptor(system.process, name);
      const stream = descriptor?.value as { write?: (text: string) => unknown } | undefined;
      if (typeof stream?.write === 'function') stream.write(text);
      // Nobody reads any more: the stream makes of that what it does for everyone who writes (EPIPE).
      else if (!system.write(fd, encoder.encode(text))) (system.process[name] as Writable).write(text);
    },
  });
  const console = new Console({ stdout: sinkOf('stdout', 1), stderr: sinkOf('stderr', 2) });
  // Listed, so that it can be imported by its name.
  Object.assign(console, { Console });
  const none = () => {};
  for (const name of ['profile', 'profileEnd', 'timeStamp', 'context']) {
    Object.defineProperty(console, name, {
      value: none,
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
  Object.defineProperty(console, Symbol.toStringTag, { value: 'console', configurable: true });
  return console;
}
