import { startKernel } from './kernel.ts';
import type { BootMessage, HelloMessage, KernelReply } from './messages.ts';
import { findWorkerStart } from './workerStart.ts';

/**
 * WebRTC is the one door to the network that the frame's policy cannot close (`webrtc 'block'` is not known
 * to Chromium 156), so it goes before anything else runs. Workers never have it.
 */
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport']) {
  Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
}

function isBoot(data: unknown): data is BootMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'spillway-boot';
}

/**
 * Opened as a page of its own this document has the app's origin and would run what any window sends it.
 * So it starts only in an opaque origin and only when the first message is from the page that holds it.
 */
function awaitBoot(): void {
  if (self.origin !== 'null' || parent === self) return;
  const workerStart = findWorkerStart();
  // Given as text, it stands in an empty frame of the page's: the page is one further up.
  const page = location.href === 'about:srcdoc' ? parent.parent : parent;
  addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const [control, pagePort, beats] = event.ports;
      if (event.source !== page || !isBoot(event.data) || !control || !pagePort) return;
      if (beats) beats.onmessage = () => beats.postMessage(null);
      const boot = event.data;
      workerStart.then(
        (found) => startKernel(boot, control, pagePort, found),
        (error: Error) => {
          const gone: KernelReply = { type: 'gone', message: error.message };
          control.postMessage(gone);
        },
      );
    },
    { once: true },
  );
  const hello: HelloMessage = { type: 'spillway-hello' };
  // The parent's origin is unknown here and the message tells nothing.
  page.postMessage(hello, '*');
}

awaitBoot();
