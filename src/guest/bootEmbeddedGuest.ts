import type { EmbeddedGuestOptions } from './embedded/index.ts';
import type { Guest, GuestBoot } from './port.ts';

/** Starts the embedded guest; its code is loaded only now. Rejects where it cannot be loaded or started. */
export async function bootEmbeddedGuest(boot: GuestBoot, options?: EmbeddedGuestOptions): Promise<Guest> {
  const embedded = await import('./embedded/index.ts');
  return embedded.bootEmbeddedGuest(boot, options);
}
