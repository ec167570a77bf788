import type { noFaults } from './faults.mjs';

export type HostFaults = Partial<typeof noFaults>;

export interface WebContainerHost {
  /** Set `globalThis.WEBCONTAINER_API_IFRAME_URL` to this before the page boots. */
  readonly origin: string;
  /** Replaces all faults; what is not named is without a fault. */
  setFaults(faults: HostFaults): void;
  close(): Promise<void>;
}

/** `root`: a build to serve beside it, with the product's headers. `port` 0 is a free one. */
export function startWebContainerHost(options: {
  readonly root?: string;
  readonly port?: number;
  readonly faults?: HostFaults;
  /** Where a browser is told to have the server on a port: by itself where it really is. */
  readonly previewUrl?: (port: number) => string;
}): Promise<WebContainerHost>;
