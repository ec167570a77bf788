import type { Guest, GuestBoot } from '../../port.ts';
import { bootContainer, type ContainerBootOptions } from './bootContainer.ts';
import { ContainerPorts } from './containerPorts.ts';
import { openPlainGuest } from './plainGuest.ts';
import { openSupervisedGuest } from './supervisedGuest.ts';
import type { WhyNot } from './support.ts';

export type WebContainerBoot =
  | { readonly ok: true; readonly guest: Guest }
  | { readonly ok: false; readonly why: WhyNot };

export interface WebContainerOptions extends ContainerBootOptions {
  /** `jsh`: the container's own shell instead of bash; its output is one stream. */
  readonly shell?: 'bash' | 'jsh';
}

/**
 * The page's WebContainer as a guest. Where its supervisor does not come up the container's own shell takes its place,
 * and the guest's limitations say why. Disposing of the guest tears the container down. Never rejects.
 */
export async function bootWebContainer(
  boot: GuestBoot,
  options: WebContainerOptions,
): Promise<WebContainerBoot> {
  const booted = await bootContainer(options);
  if (!booted.ok) return booted;
  const { container, release } = booted;
  const ports = new ContainerPorts(container);
  const end = () => {
    ports.dispose();
    release();
  };
  options.onProgress('the shell to start in it');
  let reason = 'jsh was chosen as the shell';
  if (options.shell !== 'jsh') {
    try {
      return { ok: true, guest: ending(await openSupervisedGuest(container, ports, boot), end) };
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  const about = { reason, formerPlaces: boot.formerPlaces ?? [] };
  return { ok: true, guest: ending(await openPlainGuest(container, ports, about), end) };
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
