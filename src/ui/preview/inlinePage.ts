/** A response of a server in the guest. */
export interface GuestResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** Asks the guest's server for a path with its query. */
export type FetchFromGuest = (path: string) => Promise<GuestResponse>;

/** A page that loads more than this from its server is shown without the rest. */
const mostResources = 60;
/** Bytes of all resources together. */
const mostBytes = 8 * 1024 * 1024;

/**
 * Puts what a page loads from its own server into the page, since the preview can load nothing by URL: styles and
 * scripts as text, pictures as `data:`. What comes from elsewhere is left as it is and stays empty. `base` is the
 * path of the page. The HTML is parsed without being run.
 */
export async function inlinePage(
  html: string,
  base: string,
  fetchFromGuest: FetchFromGuest,
): Promise<string> {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const resources = new Resources(base, fetchFromGuest);
  for (const link of page.querySelectorAll('link[rel~="stylesheet"][href]')) {
    const found = await resources.text(link.getAttribute('href'));
    if (found === null) continue;
    const style = page.createElement('style');
    style.textContent = found;
    link.replaceWith(style);
  }
  for (const script of page.querySelectorAll('script[src]')) {
    const found = await resources.text(script.getAttribute('src'));
    if (found === null) continue;
    script.removeAttribute('src');
    // A closing tag inside would end the script when the page is parsed again.
    script.textContent = found.replace(/<\/script/gi, '<\\/script');
  }
  for (const picture of page.querySelectorAll('img[src]')) {
    const found = await resources.dataUrl(picture.getAttribute('src'));
    if (found !== null) picture.setAttribute('src', found);
  }
  takeOutHints(page);
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

/**
 * What is left of links loads nothing in the preview, but names hosts that a browser may look up or connect to
 * ahead of need, which no policy of the page forbids; so do some of the headers that a page can give itself. A
 * frame would bring all of it again.
 */
function takeOutHints(root: Document | DocumentFragment): void {
  for (const each of root.querySelectorAll('link, meta[http-equiv], iframe, frame, object, embed'))
    each.remove();
  for (const template of root.querySelectorAll('template')) takeOutHints(template.content);
}

class Resources {
  readonly #base: URL;
  readonly #fetch: FetchFromGuest;
  #count = 0;
  #bytes = 0;

  constructor(base: string, fetchFromGuest: FetchFromGuest) {
    this.#base = new URL(base, 'http://guest.invalid');
    this.#fetch = fetchFromGuest;
  }

  async text(reference: string | null): Promise<string | null> {
    const response = await this.#get(reference);
    return response && new TextDecoder().decode(response.body);
  }

  async dataUrl(reference: string | null): Promise<string | null> {
    const response = await this.#get(reference);
    if (!response) return null;
    const type = headerOf(response, 'content-type') ?? 'application/octet-stream';
    let binary = '';
    for (const byte of response.body) binary += String.fromCharCode(byte);
    return `data:${type.replace(/[^\w/+.;= -]/g, '')};base64,${btoa(binary)}`;
  }

  /** Null where it lies elsewhere, is not there, or is too much. */
  async #get(reference: string | null): Promise<GuestResponse | null> {
    const url = reference === null ? null : urlIn(reference, this.#base);
    if (!url || url.host !== this.#base.host || this.#count >= mostResources) return null;
    this.#count += 1;
    const response = await this.#fetch(url.pathname + url.search).catch(() => null);
    if (response?.status !== 200) return null;
    this.#bytes += response.body.length;
    return this.#bytes > mostBytes ? null : response;
  }
}

function urlIn(reference: string, base: URL): URL | null {
  try {
    return new URL(reference, base);
  } catch {
    return null;
  }
}

/** The first header of that name, lower case. */
export function headerOf(response: GuestResponse, name: string): string | null {
  return response.headers.find(([found]) => found.toLowerCase() === name)?.[1] ?? null;
}
