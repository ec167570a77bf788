import pageUrl from 'virtual:guest/page';
import { afterEach, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';
import { probeWorkerUrl } from './probeWorker.ts';

const guests: Guest[] = [];
afterEach(() => {
  for (const guest of guests.splice(0)) guest.dispose();
});

const probe = `
  const findings = {};
  const probe = async (name, attempt) => {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 2000));
    try { findings[name] = String(await Promise.race([Promise.resolve().then(attempt), late])); }
    catch (error) { findings[name] = 'blocked'; }
  };
  const app = run.job.command;
  await probe('origin', () => self.origin);
  await probe('isolated', () => self.crossOriginIsolated);
  await probe('indexedDB', () => new Promise((resolve, reject) => {
    const request = indexedDB.open('x');
    request.onsuccess = () => resolve('opened');
    request.onerror = () => reject(request.error);
  }));
  await probe('caches', () => caches.keys());
  await probe('opfs', () => navigator.storage.getDirectory());
  await probe('fetch app', async () => (await fetch(app)).status);
  await probe('fetch no-cors', async () => (await fetch(app, { mode: 'no-cors' })).type);
  await probe('fetch blob', async () => (await fetch(URL.createObjectURL(new Blob(['x'])))).text());
  await probe('xhr', () => {
    const request = new XMLHttpRequest();
    request.open('GET', app, false);
    request.send();
    return request.status;
  });
  await probe('websocket', () => new Promise((resolve, reject) => {
    const socket = new WebSocket(app.replace('http', 'ws'));
    socket.onopen = () => resolve('open');
    socket.onerror = () => reject(new Error('error'));
  }));
  await probe('importScripts', () => importScripts(app));
  await probe('import', () => import(app));
  await probe('importScripts data', () => importScripts('data:text/javascript,0'));
  await probe('import data', () => import('data:text/javascript,0'));
  await probe('worker of data', () => new Promise((resolve, reject) => {
    const worker = new Worker('data:text/javascript,postMessage(0)');
    worker.onmessage = resolve;
    worker.onerror = () => reject(new Error('error'));
  }));
  await probe('worker by url', () => new Promise((resolve, reject) => {
    const worker = new Worker(app);
    worker.onmessage = resolve;
    worker.onerror = () => reject(new Error('error'));
    setTimeout(() => resolve('runs'), 1500);
  }));
  await probe('nested worker fetch', () => new Promise((resolve, reject) => {
    const code = "fetch('" + app + "').then(() => postMessage('ok'), () => postMessage('no'))";
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    worker.onmessage = ({ data }) => (data === 'ok' ? resolve('ok') : reject(new Error('no')));
  }));
  await probe('rtc', () => typeof RTCPeerConnection);
  await probe('parent', () => typeof parent);
  await probe('eval', () => eval('1 + 1'));
  write(JSON.stringify(findings));
  exit();`;

test('code in a command worker reaches no storage, no network and no window; eval is its own affair', async () => {
  const commandWorkerUrl = probeWorkerUrl(probe);
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null }, { assets: { commandWorkerUrl } });
  guests.push(guest);
  let text = '';
  for await (const { bytes } of guest.run(location.href).output) text += new TextDecoder().decode(bytes);
  expect(JSON.parse(text)).toEqual({
    origin: 'null',
    isolated: 'true',
    indexedDB: 'blocked',
    caches: 'blocked',
    opfs: 'blocked',
    'fetch app': 'blocked',
    'fetch no-cors': 'blocked',
    'fetch blob': 'blocked',
    xhr: 'blocked',
    websocket: 'blocked',
    importScripts: 'blocked',
    import: 'blocked',
    'importScripts data': 'blocked',
    'import data': 'blocked',
    'worker of data': 'blocked',
    'worker by url': 'blocked',
    'nested worker fetch': 'blocked',
    rtc: 'undefined',
    parent: 'undefined',
    eval: '2',
  });
});

test('the frame’s document does nothing where its origin is not opaque', async () => {
  const frame = document.createElement('iframe');
  const heard: unknown[] = [];
  const listen = ({ data, source }: MessageEvent) => {
    if (source === frame.contentWindow) heard.push(data);
  };
  addEventListener('message', listen);
  frame.srcdoc = await (await fetch(pageUrl)).text();
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const inside = frame.contentWindow;
  expect([inside?.origin, Object.hasOwn(inside ?? {}, 'RTCPeerConnection')]).toEqual([location.origin, true]);
  expect((inside as unknown as { RTCPeerConnection?: unknown }).RTCPeerConnection).toBeUndefined();

  const [control, files] = [new MessageChannel(), new MessageChannel()];
  control.port1.onmessage = ({ data }) => heard.push(data);
  const code = 'postMessage({ type: "ready" })';
  const arrived = new Promise((resolve) => inside?.addEventListener('message', resolve));
  const boot = { type: 'spillway-boot', commandWorkerCode: code, fileWorkerCode: code };
  inside?.postMessage(boot, '*', [control.port2, files.port2]);
  await arrived;
  // Whatever the document would have answered was sent before this.
  await new Promise((resolve) => {
    const later = new MessageChannel();
    later.port1.onmessage = resolve;
    later.port2.postMessage(null);
  });
  expect(heard).toEqual([]);
  removeEventListener('message', listen);
  frame.remove();
});
