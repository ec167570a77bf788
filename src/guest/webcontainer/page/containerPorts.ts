import type { PortListener, ServerReadyListener } from '@webcontainer/api';

/** What StackBlitz's runtime gives servers addresses below; the page's policy lets no other be framed. */
const previewsBelow = '.webcontainer-api.io';

/** What is listened to of a container. */
export interface PortSource {
  on(event: 'port', listener: PortListener): () => void;
  on(event: 'server-ready', listener: ServerReadyListener): () => void;
}

/** Which ports of the container are open and where, as it says. */
export class ContainerPorts {
  readonly #open = new Map<number, string>();
  readonly #listeners = new Set<(port: number) => void>();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(container: PortSource) {
    this.#unsubscribe = [
      container.on('port', (port, how, url) => {
        if (how === 'open') this.#open.set(port, url);
        else this.#open.delete(port);
      }),
      container.on('server-ready', (port, url) => {
        this.#open.set(port, url);
        for (const tell of this.#listeners) tell(port);
      }),
    ];
  }

  list(): readonly number[] {
    return [...this.#open.keys()].sort((a, b) => a - b);
  }

  /** Hears each server as it begins to answer. Returns a disposer. */
  onServer(listener: (port: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Null where nothing listens, or the address is none that the page may frame. */
  previewUrl(port: number): string | null {
    const told = this.#open.get(port) ?? '';
    if (!URL.canParse(told)) return null;
    const { protocol, hostname, href } = new URL(told);
    return protocol === 'https:' && hostname.endsWith(previewsBelow) ? href : null;
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#listeners.clear();
  }
}
