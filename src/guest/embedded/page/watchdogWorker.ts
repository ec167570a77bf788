import { Heartbeat } from './heartbeat.ts';

/** `awake`: are you there, page? `doubt`: ask the guest yourself. A number: it is gone, silent for so many ms. */
export type WatchdogReply = 'awake' | 'doubt' | number;
/** `awake`: the page is there. `lives`: the guest answered it. `ready`: the guest has started. */
export type WatchdogRequest = 'awake' | 'lives' | 'ready';

/**
 * Watches the guest from a worker of the page: a page that is in the background has late timers, a worker has not. The
 * first message brings the port to the kernel.
 */
addEventListener('message', (event: MessageEvent<WatchdogRequest>) => {
  const [port] = event.ports;
  if (!port) return;
  const reply = (message: WatchdogReply) => postMessage(message);
  const heartbeat = new Heartbeat({
    ping: () => {
      port.postMessage(null);
      reply('awake');
    },
    onDoubt: () => reply('doubt'),
    onDeath: reply,
  });
  port.onmessage = () => heartbeat.beatAnswered();
  addEventListener('message', ({ data }: MessageEvent<WatchdogRequest>) => {
    if (data === 'awake') heartbeat.pageAnswered();
    else if (data === 'ready') heartbeat.guestReady();
    else heartbeat.guestAnswered();
  });
});
