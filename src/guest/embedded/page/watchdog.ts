import type { WatchdogReply, WatchdogRequest } from './watchdogWorker.ts';

interface WatchdogParts {
  /** The kernel's port for beats; taken over. */
  readonly port: MessagePort;
  /** Asks the kernel on the page's own port; resolves with its answer, never without. */
  readonly ask: () => Promise<void>;
  readonly onSilence: (silentMs: number) => void;
}

/**
 * Notices that the guest is gone, within two seconds unless the machine is so busy that it answers late: a process that ends closes its ports without a word (Chromium
 * 156), so silence is what tells. A worker listens; before it believes that the guest is gone the page asks as well,
 * for both may just have woken up from a sleep that the guest has not noticed yet.
 */
export class Watchdog {
  readonly #worker: Worker;

  constructor({ port, ask, onSilence }: WatchdogParts) {
    this.#worker = new Worker(new URL('./watchdogWorker.ts', import.meta.url), {
      type: 'module',
      name: 'guest-watchdog',
    });
    this.#worker.onmessage = ({ data }: MessageEvent<WatchdogReply>) => {
      if (data === 'awake') this.#tell('awake');
      else if (data === 'doubt') void ask().then(() => this.#tell('lives'));
      else onSilence(data);
    };
    this.#worker.postMessage(null, [port]);
  }

  /** The guest has started; before that its silence is borne for longer. */
  guestReady(): void {
    this.#tell('ready');
  }

  #tell(message: WatchdogRequest): void {
    this.#worker.postMessage(message);
  }

  dispose(): void {
    this.#worker.terminate();
  }
}
