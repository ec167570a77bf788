import { GuestFsError } from '../../port.ts';
import type { RequestTime } from './requestTimes.ts';

/**
 * The asking side of a file port. What comes back is checked for shape only; the caller of `ask` parses the
 * value, because on the page the answer comes from a place that guest code may have broken into.
 */
export class PortCalls {
  readonly #port: MessagePort;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  readonly #timeOf: RequestTime;
  #lastId = 0;
  #closed: string | null = null;

  /** `onEvent` gets every message that answers nothing. */
  constructor(
    port: MessagePort,
    onEvent: (data: unknown) => void = () => {},
    timeOf: RequestTime = () => undefined,
  ) {
    this.#port = port;
    this.#timeOf = timeOf;
    port.onmessage = (event: MessageEvent<unknown>) => {
      const answer = this.#answerIn(event.data);
      if (!answer) onEvent(event.data);
    };
    port.start();
  }

  ask(
    operation: string,
    values: readonly unknown[],
    transfer: Transferable[] = [],
    timeMs = this.#timeOf(operation, values),
  ): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(new GuestFsError('EIO', '', this.#closed));
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      this.#port.postMessage([this.#lastId, operation, values, timeMs], transfer);
    });
  }

  /** Asks for no answer. */
  tell(operation: string, values: readonly unknown[], transfer: Transferable[] = []): void {
    if (this.#closed === null) this.#port.postMessage([0, operation, values], transfer);
  }

  /** Rejects everything that waits with EIO. */
  close(reason: string): void {
    if (this.#closed !== null) return;
    this.#closed = `EIO: i/o error, ${reason}`;
    this.#port.onmessage = null;
    this.#port.close();
    for (const { reject } of this.#waiting.values()) reject(new GuestFsError('EIO', '', this.#closed));
    this.#waiting.clear();
  }

  #answerIn(data: unknown): boolean {
    if (!Array.isArray(data)) return false;
    const [id, ok, value] = data as readonly unknown[];
    if (typeof id !== 'number' || typeof ok !== 'boolean') return false;
    const waiting = this.#waiting.get(id);
    if (!waiting) return true;
    this.#waiting.delete(id);
    if (ok) waiting.resolve(value);
    else waiting.reject(errorOf(value));
    return true;
  }
}

/** A copy of `bytes` alone in its buffer, to be transferred; a view would drag its whole buffer along. */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
}

function errorOf(fault: unknown): GuestFsError {
  if (typeof fault === 'object' && fault !== null && 'code' in fault && 'message' in fault) {
    const path = 'path' in fault && typeof fault.path === 'string' ? fault.path : '';
    if (typeof fault.code === 'string' && /^[A-Z]{2,20}$/.test(fault.code)) {
      return new GuestFsError(fault.code, path.slice(0, 4096), String(fault.message).slice(0, 8192));
    }
  }
  return new GuestFsError('EIO', '', 'EIO: i/o error, the guest answered with nonsense');
}
