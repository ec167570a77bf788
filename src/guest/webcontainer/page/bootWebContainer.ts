import type { Guest, GuestBoot } from '../../port.ts';
import { bootContainer, type ContainerBootOptions } from './bootContainer.ts';
import { clientFacts } from './clientFacts.ts';
import { ContainerPorts } from './containerPorts.ts';
import { openPlainGuest } from './plainGuest.ts';
import { openSupervisedGuest } from './supervisedGuest.ts';
import type { WhyNot } from './support.ts';

// Through here, that a hot reload of what boots ends at this module.
export { containerIsReady } from './bootContainer.ts';
export { whyNotAtOnce } from './support.ts';

export type WebContainerBoot =
  | { readonly ok: true; readonly guest: Guest }
  | { readonly ok: false; readonly why: WhyNot };

export interface WebContainerOptions extends ContainerBootOptions {
  /** `jsh`: the container's own shell instead of bash; its output is one stream. */
  readonly shell?: 'bash' | 'jsh';
}

/** The newest version of this module that a developer's hot reload has brought; the page goes on with what it holds. */
const newest: { boot?: typeof boot } = import.meta.hot?.data ?? {};
newest.boot = boot;
import.meta.hot?.accept();

/**
 * The page's WebContainer as a guest. Where its supervisor does not come up the container's own shell takes its place,
 * and the guest's limitations say why. Disposing of the guest tears the container down. Never rejects.
 */
export function bootWebContainer(
  session: GuestBoot,
  options: WebContainerOptions,
): Promise<WebContainerBoot> {
  return (newest.boot ?? boot)(session, options);
}

async function boot(session: GuestBoot, options: WebContainerOptions): Promise<WebContainerBoot> {
  const startedMs = performance.now();
  const booted = await bootContainer(options);
  if (!booted.ok) return booted;
  const { container, release, isAgain } = booted;
  const hereMs = performance.now();
  const opened = (guest: Guest): WebContainerBoot => {
    const times = { containerMs: hereMs - startedMs, shellMs: performance.now() - hereMs, isAgain };
    guest.questions = () => clientFacts(container, times);
    return { ok: true, guest: ending(guest, end) };
  };
  const ports = new ContainerPorts(container);
  const end = () => {
    ports.dispose();
    release();
  };
  options.onProgress('the shell to start in it');
  let reason = 'jsh was chosen as the shell';
  if (options.shell !== 'jsh') {
    try {
      return opened(await openSupervisedGuest(container, ports, session));
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  const about = { reason, formerPlaces: session.formerPlaces ?? [] };
  return opened(await openPlainGuest(container, ports, about));
}

/** The container goes with its guest. */
function ending(guest: Guest, end: () => void): Guest {
  const dispose = guest.dispose.bind(guest);
  let isOver = false;
  const endOnce = () => {
    if (isOver) return;
    isOver = true;
    end();
  };
  guest.onDeath(endOnce);
  guest.dispose = () => {
    dispose();
    endOnce();
  };
  return guest;
}
