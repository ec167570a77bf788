/** A server of the guest, as the guest names it. */
export const serverOf = (port: number) => `localhost:${port}`;
export const previewOf = (port: number) => `Preview of localhost:${port}`;
export const asking = (port: number, path: string) => `Asking localhost:${port}${path} …`;
/** Said by screen readers as it opens. */
export const opened = (port: number) =>
  `A server has started: its preview is above the message field, port ${port}.`;
export const close = 'Close the preview';
/** Until one is pressed the page takes no press and no key. */
export const usePage = {
  'not-asked': 'Show this page',
  'took-focus': 'This page takes the keyboard, so it is hidden. Show this page',
  shown: 'Use this page',
} as const;
export const unreachable = 'The page cannot reach servers of this guest.';
export const shownFrom = (host: string) =>
  `Shown from ${host}, where its scripts run. It is cut off from this page and from your keys; it has the network that a page of any site has.`;
export const path = 'Path';
export const load = 'Load';
export const runScripts =
  'Run its scripts. The page stays cut off from this page and from your keys, and it loads nothing. A browser cannot keep a page that means harm from sending by WebRTC what it knows of the guest: run only scripts that you trust so far.';
