import { Heartbeat } from './heartbeat.ts';

/**
 * Watches the guest from a worker of the page: a page that is busy or in the background has late timers, a worker has
 * not. The first message brings the port to the kernel; what goes back is for how long the guest has been silent,
 * milliseconds. A further message says that it lives after all.
 */
addEventListener('message', (event: MessageEvent<unknown>) => {
  const [port] = event.ports;
  if (!port) return;
  const heartbeat = new Heartbeat(
    () => port.postMessage(null),
    (silentMs) => postMessage(silentMs),
  );
  port.onmessage = () => heartbeat.answered();
  addEventListener('message', () => heartbeat.answered());
});
