import type { BootMessage } from '../kernel/index.ts';

/** How long the frame may take to say hello; a cold machine needs 0.5 s. */
const helloPatienceMs = 20_000;

export interface GuestFrame {
  readonly control: MessagePort;
  readonly filePort: MessagePort;
  /** The kernel answers each message on it. */
  readonly beatPort: MessagePort;
  remove(): void;
}

/**
 * Opens the sandboxed frame and hands it code and ports. No `allow-same-origin`: the frame's origin is opaque,
 * which is what keeps the app's storage, cookies and windows out of reach of guest code.
 */
export async function openGuestFrame(
  pageUrl: string,
  boot: Omit<BootMessage, 'type'>,
  parent: HTMLElement,
): Promise<GuestFrame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('allow', 'cross-origin-isolated');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.title = 'Guest computer';
  frame.style.display = 'none';
  frame.src = pageUrl;
  const hello = awaitHello(frame);
  parent.append(frame);
  try {
    await hello;
  } catch (error) {
    frame.remove();
    throw error;
  }
  const control = new MessageChannel();
  const files = new MessageChannel();
  const beats = new MessageChannel();
  const message: BootMessage = { type: 'spillway-boot', ...boot };
  // An opaque origin has no name to aim at; the window was checked by its hello.
  frame.contentWindow?.postMessage(message, '*', [control.port2, files.port2, beats.port2]);
  return {
    control: control.port1,
    filePort: files.port1,
    beatPort: beats.port1,
    remove: () => frame.remove(),
  };
}

function awaitHello(frame: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle('the guest frame did not start'), helloPatienceMs);
    function settle(failure: string | null): void {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
      if (failure === null) resolve();
      else reject(new Error(failure));
    }
    function onMessage(event: MessageEvent<unknown>): void {
      const { data, source, origin } = event;
      if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return;
      if (!('type' in data) || data.type !== 'spillway-hello') return;
      settle(origin === 'null' ? null : `the guest frame has the origin ${origin}`);
    }
    addEventListener('message', onMessage);
  });
}
