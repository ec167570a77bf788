import { createCallMemory } from '../files/index.ts';
import type { BlockingPort } from '../node/contract.ts';
import type { Process } from '../processes/processTable.ts';
import { type SystemCalls, serveBlockingSystemCalls, serveSystemCalls } from '../processes/systemServer.ts';

/** The ports on which processes ask the kernel; each is closed when its process ends. */
export class SystemPorts {
  readonly #callsOf: (process: Process) => SystemCalls;
  readonly #closers = new Map<number, (() => void)[]>();

  constructor(callsOf: (process: Process) => SystemCalls) {
    this.#callsOf = callsOf;
  }

  /** The process's end of a port whose answers are awaited. */
  open(process: Process): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#onClose(process, serveSystemCalls(port1, this.#callsOf(process)));
    return port2;
  }

  /** The same for a process that blocks until its answer is there. */
  openBlocking(process: Process): BlockingPort {
    const { port1, port2 } = new MessageChannel();
    const memory = createCallMemory();
    this.#onClose(process, serveBlockingSystemCalls(port1, memory, this.#callsOf(process)));
    return { port: port2, memory };
  }

  close({ pid }: Process): void {
    for (const close of this.#closers.get(pid) ?? []) close();
    this.#closers.delete(pid);
  }

  #onClose({ pid }: Process, close: () => void): void {
    this.#closers.set(pid, [...(this.#closers.get(pid) ?? []), close]);
  }
}
