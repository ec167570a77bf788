import { GuestNetworkBroker } from '../../network/broker/index.ts';
import type { Guest } from '../../port.ts';
import { embeddedGuestAbout } from '../about.ts';
import { guestDirs } from '../files/index.ts';

/** Where the guest's kernel runs, and what a shell finds there. */
export interface KernelPlace {
  readonly kind: Guest['kind'];
  readonly dirs: Guest['dirs'];
  readonly about: string;
  /** What every shell begins with. */
  readonly env: Readonly<Record<string, string>>;
  /** Null where requests are not the page's to allow. */
  readonly network: GuestNetworkBroker | null;
  /** Its end is told by something else than its silence; its line may be full for longer than a watchdog waits. */
  readonly isUnwatched?: boolean;
}

/** In the sandboxed frame. */
export function embeddedPlace(): KernelPlace {
  return {
    kind: 'embedded',
    dirs: guestDirs,
    about: embeddedGuestAbout,
    env: {
      HOME: guestDirs.home,
      TMPDIR: guestDirs.tmp,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      USER: 'user',
      SHELL: '/bin/bash',
    },
    network: new GuestNetworkBroker({ ownOrigin: location.origin }),
  };
}
