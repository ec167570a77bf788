import { type OpaqueDocument, openOpaqueFrame } from '../../opaqueFrame.ts';
import type { BootMessage } from '../kernel/index.ts';
import { deferred } from './deferred.ts';

/** How long the frame may take to say hello; a cold machine needs 0.5 s. */
const helloPatienceMs = 20_000;

export interface GuestFrame {
  readonly control: MessagePort;
  readonly filePort: MessagePort;
  /** The kernel answers each message on it. */
  readonly beatPort: MessagePort;
  remove(): void;
}

/** Opens the sandboxed frame and hands it code and ports. Rejects where it does not start or is not opaque. */
export async function openGuestFrame(
  source: OpaqueDocument,
  boot: Omit<BootMessage, 'type'>,
  parent: HTMLElement,
): Promise<GuestFrame> {
  const { promise: hello, resolve, reject } = deferred<void>();
  const timer = setTimeout(() => reject(new Error('the guest frame did not start')), helloPatienceMs);
  const frame = openOpaqueFrame(source, {
    title: 'Guest computer',
    dress(element) {
      element.setAttribute('aria-hidden', 'true');
      element.tabIndex = -1;
      element.style.display = 'none';
    },
    parent,
    onMessage(data, origin) {
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'spillway-hello') {
        return;
      }
      if (origin === 'null') resolve();
      else reject(new Error(`the guest frame has the origin ${origin}`));
    },
    onFailure: (message) => reject(new Error(`the guest frame did not start: ${message}`)),
  });
  try {
    await hello;
  } catch (error) {
    frame.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const control = new MessageChannel();
  const files = new MessageChannel();
  const beats = new MessageChannel();
  const message: BootMessage = { type: 'spillway-boot', ...boot };
  frame.send(message, [control.port2, files.port2, beats.port2]);
  return {
    control: control.port1,
    filePort: files.port1,
    beatPort: beats.port1,
    remove: () => frame.remove(),
  };
}
