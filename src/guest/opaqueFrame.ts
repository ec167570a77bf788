/** A document of the build's own that runs in an opaque origin. */
export interface OpaqueDocument {
  readonly url: string;
  /** What is asked for where a service worker answers: `url`, perhaps with a hash of its content behind a `?`. */
  readonly versionedUrl: string;
  /** An empty document of the page's origin with the policy that `url` has. */
  readonly outerUrl: string;
}

export interface OpaqueFrame {
  /** To the document, from the page. Its origin is opaque and has no name to aim at: the frame is what is aimed at. */
  send(message: unknown, transfer?: Transferable[]): void;
  remove(): void;
}

export interface OpaqueFrameOptions {
  readonly title: string;
  /** Sets what the outermost frame looks like. */
  readonly dress: (frame: HTMLIFrameElement) => void;
  readonly parent: HTMLElement;
  /** `origin` is `null`, as text, where the frame is what it should be. */
  readonly onMessage: (data: unknown, origin: string) => void;
  /** The document did not come; one sentence. */
  readonly onFailure: (message: string) => void;
}

/**
 * Shows a document of ours in a sandboxed frame without `allow-same-origin`: its opaque origin keeps the page's
 * storage, cookies and windows out of reach.
 *
 * A service worker never sees what such a frame navigates to (Chromium 156, and the standard), so without a network,
 * or on a host that sends no isolation headers, the frame would stay empty. Where a service worker serves the page,
 * the document is therefore fetched as text and given as `srcdoc` to a sandboxed frame inside an empty one, whose
 * policy it inherits.
 */
export function openOpaqueFrame(source: OpaqueDocument, options: OpaqueFrameOptions): OpaqueFrame {
  const inner = document.createElement('iframe');
  inner.setAttribute('sandbox', 'allow-scripts');
  inner.setAttribute('allow', 'cross-origin-isolated');
  inner.title = options.title;
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.source !== null && event.source === inner.contentWindow) {
      options.onMessage(event.data, event.origin);
    }
  };
  addEventListener('message', onMessage);
  // Not there on pages that are not secure.
  const isServed = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  const outermost = isServed ? nestedIn(source, inner, options) : inner;
  if (!isServed) inner.src = source.url;
  options.dress(outermost);
  options.parent.append(outermost);
  return {
    send: (message, transfer = []) => inner.contentWindow?.postMessage(message, '*', transfer),
    remove() {
      removeEventListener('message', onMessage);
      outermost.remove();
    },
  };
}

function nestedIn(
  source: OpaqueDocument,
  inner: HTMLIFrameElement,
  options: OpaqueFrameOptions,
): HTMLIFrameElement {
  const outer = document.createElement('iframe');
  outer.setAttribute('allow', 'cross-origin-isolated');
  outer.title = options.title;
  Object.assign(inner.style, { display: 'block', width: '100%', height: '100%', border: '0' });
  const text = fetch(source.versionedUrl).then((response) => {
    if (!response.ok) throw new Error(`${source.url}: ${response.status}`);
    return response.text();
  });
  const loaded = new Promise((resolve) => outer.addEventListener('load', resolve, { once: true }));
  outer.src = source.outerUrl;
  Promise.all([text, loaded]).then(
    ([html]) => {
      const { contentDocument } = outer;
      // Removed meanwhile, or an error page of the browser's.
      if (!contentDocument) return options.onFailure(`${source.outerUrl} did not load`);
      Object.assign(contentDocument.documentElement.style, { height: '100%' });
      Object.assign(contentDocument.body.style, { margin: '0', height: '100%' });
      inner.srcdoc = html;
      contentDocument.body.append(inner);
    },
    (error: unknown) => options.onFailure(error instanceof Error ? error.message : String(error)),
  );
  return outer;
}
