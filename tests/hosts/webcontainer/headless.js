import { Comlink } from '/__wc/comlink.js';

/** The container's side of the client's protocol; everything real is asked of the server. */

const { proxy } = Comlink;
const faults = await (await fetch('/__wc/faults')).json();
/** The same tab gets the same paths after a reload. */
sessionStorage.setItem('__wc-seat', sessionStorage.getItem('__wc-seat') ?? crypto.randomUUID().slice(0, 8));
const seat = sessionStorage.getItem('__wc-seat');

async function post(operation, query, body) {
  const response = await fetch(`/__wc/${operation}?${new URLSearchParams(query)}`, { method: 'POST', body });
  if (response.headers.get('content-type') !== 'application/json') return response;
  const answer = await response.json();
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

const webSocket = (path, instance) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${path}?instance=${instance}`);
  socket.binaryType = 'arraybuffer';
  return socket;
};

function createFs(instance, watches) {
  const call = async (operation, ...args) =>
    (await post(operation, { instance }, JSON.stringify(args))).value;
  return {
    async readFile(path, encoding) {
      const response = await post('readFile', { instance, path });
      if (encoding) return response.text();
      const bytes = new Uint8Array(await response.arrayBuffer());
      return Comlink.transfer(bytes, [bytes.buffer]);
    },
    writeFile: async (path, data) => void (await post('writeFile', { instance, path }, data)),
    readdir: (path, options) => call('readdir', path, options ?? null),
    mkdir: (path, options) => call('mkdir', path, options ?? null),
    rm: (path, options) => call('rm', path, options ?? null),
    rename: (from, to) => call('rename', from, to),
    async watch(path, options, listener) {
      const id = crypto.randomUUID();
      if (listener) watches.set(id, listener);
      await call('watch', id, path, options ?? null);
      return proxy({
        async close() {
          watches.delete(id);
          await call('unwatch', id);
        },
      });
    },
  };
}

function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Resolves when the program runs; rejects where it cannot be started. */
function run(instance, running, config, output) {
  const socket = webSocket('/__wc/process', instance);
  const tell = (message) => socket.send(JSON.stringify(message));
  let settleExit;
  const onExit = new Promise((resolve, reject) => {
    settleExit = { resolve, reject };
  });
  // Nobody may be listening when a teardown rejects it.
  onExit.catch(() => {});
  const process = {
    onExit,
    write: async (text) => tell({ type: 'input', text }),
    resize: async (size) => tell({ type: 'resize', size }),
    kill: async () => tell({ type: 'kill' }),
  };
  /**
   * One call after the other: listeners that are not awaited cost the square of their number. What comes meanwhile
   * goes with the next call.
   */
  let written = Promise.resolve();
  let waiting = [];
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const deliver = async () => {
    if (faults.exitBeforeOutput) await later(20);
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const bytes = faults.splitsUtf8 ? batch : [joined(batch)];
    const total = batch.reduce((sum, { length }) => sum + length, 0);
    for (const each of bytes) await output?.(each);
    tell({ type: 'ack', bytes: total });
  };
  const push = (bytes) => {
    if (bytes) waiting.push(bytes);
    written = written.then(deliver);
    if (!bytes) written = written.then(() => output?.(null));
  };
  const abort = () => {
    if (faults.abortsAtTeardown) settleExit.reject(new Error('Process aborted'));
    socket.close();
  };
  running.add(abort);
  return new Promise((resolve, reject) => {
    socket.onopen = () => tell({ type: 'spawn', ...config, output: output !== undefined });
    socket.onerror = () => reject(new Error('the local host does not answer'));
    socket.onmessage = async ({ data }) => {
      if (typeof data !== 'string') {
        push(new Uint8Array(data));
        return;
      }
      const message = JSON.parse(data);
      if (message.type === 'started') resolve(proxy(process));
      if (message.type === 'failed') reject(new Error(message.message));
      if (message.type === 'exit') {
        if (!faults.exitBeforeOutput) await written;
        running.delete(abort);
        settleExit.resolve(message.code);
        if (faults.lateChunkMs > 0) {
          await later(faults.lateChunkMs);
          push(new TextEncoder().encode('late\n'));
        }
        if (!faults.neverCloses) push(null);
        await written;
        socket.close();
      }
    };
  });
}

function createContainer({ instance, cwd, path }) {
  const watches = new Map();
  const running = new Set();
  const listeners = new Map();
  const events = webSocket('/__wc/events', instance);
  events.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    if (event.type === 'watch') void watches.get(event.id)?.(event.event, event.name);
    const args = event.type === 'port' ? [event.port, event.how, event.url] : [event.port, event.url];
    for (const listener of listeners.get(event.type) ?? []) void listener(...args);
  };
  const fs = createFs(instance, watches);
  return {
    fs: () => proxy(fs),
    previewScript: () => undefined,
    runtimeInfo: () => ({ path, cwd }),
    run: (config, _stdout, _stderr, output) => run(instance, running, config, output),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return proxy(() => void listeners.get(event).delete(listener));
    },
    async loadFiles(bytes, options) {
      const mountPoint = options?.mountPoints ? { mountPoint: options.mountPoints } : {};
      await post('loadFiles', { instance, ...mountPoint }, bytes);
    },
    async serialize(from, options) {
      const { value } = await post('serialize', { instance }, JSON.stringify([from, options]));
      return new TextEncoder().encode(value);
    },
    setPreviewScript: async () => {},
    setCredentials: async () => {},
    async teardown() {
      for (const abort of running) abort();
      events.close();
      await post('teardown', { instance });
    },
  };
}

const server = {
  async build({ workdirName }) {
    return proxy(createContainer(await post('build', {}, JSON.stringify({ seat, workdirName }))));
  },
};

if (faults.garbage) {
  for (const said of [null, 'hello', {}, { type: 'warning', level: 'log', message: {} }])
    window.parent.postMessage(said, '*');
} else if (faults.initWithoutPort) {
  window.parent.postMessage({ type: 'init' }, '*');
} else if (!faults.noInit) {
  await new Promise((resolve) => setTimeout(resolve, faults.slowBootMs));
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(server, port1);
  window.parent.postMessage({ type: 'init' }, '*', [port2]);
}
