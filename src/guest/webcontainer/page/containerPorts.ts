import type { Container } from './client.ts';

/** Which ports of the container are open, as it says. */
export class ContainerPorts {
  readonly #open = new Set<number>();
  readonly #unsubscribe: () => void;

  constructor(container: Container) {
    this.#unsubscribe = container.on('port', (port, how) => {
      if (how === 'open') this.#open.add(port);
      else this.#open.delete(port);
    });
  }

  list(): readonly number[] {
    return [...this.#open].sort((a, b) => a - b);
  }

  dispose(): void {
    this.#unsubscribe();
  }
}
