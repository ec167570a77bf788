import {
  createGate,
  type FileWorkerReply,
  type FileWorkerRequest,
  PortCalls,
  shutGate,
} from '../files/index.ts';
import { kernelPid } from '../processes/processTable.ts';

type Tail = Extract<FileWorkerRequest, { type: 'close' }>['tail'];

/** The kernel's side of the file worker: who has a port, who may still change something. */
export class FilePorts {
  readonly #ask: (request: FileWorkerRequest, transfer: Transferable[]) => void;
  readonly #frozen = new Map<number, () => void>();
  #own: PortCalls | null = null;
  readonly #closed = new Map<number, () => void>();
  readonly #gates = new Map<number, SharedArrayBuffer>();
  readonly #sharedMemory: boolean;

  constructor(
    ask: (request: FileWorkerRequest, transfer: Transferable[]) => void,
    options: { readonly sharedMemory: boolean },
  ) {
    this.#ask = ask;
    this.#sharedMemory = options.sharedMemory;
  }

  /** The process's end of a new port. With `memory` it is one for blocking calls. */
  open(pid: number, options: { readonly spool?: boolean; readonly memory?: SharedArrayBuffer }): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const { spool = false, memory = null } = options;
    const gate = this.#sharedMemory && pid !== kernelPid ? createGate() : null;
    if (gate) this.#gates.set(pid, gate);
    this.#ask({ type: 'open', pid, spool, port: port1, memory, gate }, [port1]);
    return port2;
  }

  /** Resolves when the process can change no file any more; its spool still fills. */
  async freeze(pid: number): Promise<void> {
    const gate = this.#gates.get(pid);
    if (gate && shutGate(gate)) return;
    await this.#asked(this.#frozen, pid, { type: 'freeze', pid });
  }

  /** Resolves when nothing of the process has an effect any more. */
  close(pid: number, tail: Tail): Promise<void> {
    this.#gates.delete(pid);
    return this.#asked(this.#closed, pid, { type: 'close', pid, tail });
  }

  /** The kernel's own, for processes without a parent. Takes the bytes over. */
  async append(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#own ??= new PortCalls(this.open(kernelPid, {}));
    await this.#own.ask('appendFile', [path, bytes], [bytes.buffer]);
  }

  replied({ type, pid }: FileWorkerReply): void {
    const waiting = type === 'frozen' ? this.#frozen : this.#closed;
    const resolve = waiting.get(pid);
    waiting.delete(pid);
    resolve?.();
  }

  #asked(waiting: Map<number, () => void>, pid: number, request: FileWorkerRequest): Promise<void> {
    return new Promise((resolve) => {
      waiting.set(pid, resolve);
      this.#ask(request, []);
    });
  }
}
